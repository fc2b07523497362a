import { randomInt } from 'node:crypto';
import type { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { moveStock } from '@/lib/inventory/move-stock.server';
import { MoveStockCommand } from '@/lib/inventory/move-stock';
import { changeFulfillment } from '@/lib/orders/order/fulfillment/change-fulfillment.server';
import { changeOrder } from '@/lib/orders/order/change-order.server';
import { CreateOrderCommand } from '@/lib/orders/new-order/create-order';
import { createOrder } from '@/lib/orders/new-order/create-order.server';
import { fulfillOrder } from '@/lib/orders/order/fulfillment/fulfill-order.server';
import {
  ChangeFulfillmentCommand,
  ChangeOrderCommand,
  FulfillOrderCommand,
  RefundOrderCommand,
  SetOrderStatusCommand,
} from '@/lib/orders/order/order-commands';
import { refundOrder } from '@/lib/orders/order/refund/refund-order.server';
import { setOrderStatus } from '@/lib/orders/order/set-order-status.server';
import type { KindName } from '@/lib/shared/operations/kind-endpoints';
import { changeSubscription } from '@/lib/webhooks/change-subscription.server';
import { deleteSubscription } from '@/lib/webhooks/delete-subscription.server';
import { sendTestEvent } from '@/lib/webhooks/send-test-event.server';
import {
  ChangeSubscriptionCommand,
  DeleteSubscriptionCommand,
  SendTestEventCommand,
} from '@/lib/webhooks/webhook-commands';
import { type OperationFixture, paidOrder, pendingFulfillment } from './operation-fixture';

/**
 * The input of a server action as the browser sends it: the ids of install and operation, and the fields of the form.
 */
export type Command = { installId: string; operationId: string } & Record<string, unknown>;

/** The fields of the outcome that the use case of every kind of operation returns. */
export type Outcome = { code: string; status: number; reason?: string; currentStatus?: string | null };

/** One kind of operation, and what tests need to run it and to check its effect. */
export type Scenario = {
  run(context: InstallContext, command: unknown): Promise<Outcome>;
  /** Method and path of the request, in the format of the sandbox's fault rules. */
  route: string;
  /** A command with all its text fields. It lacks only the ids of its install, operation and order. */
  complete: Record<string, unknown>;
  /**
   * Returns input that the platform accepts. The input is about an order, product or other record that no other test
   * uses.
   */
  good(on: OperationFixture): Promise<Record<string, unknown>>;
  /**
   * Returns input that the platform refuses, with the expected refusal. Without this function, the test must cause a
   * refusal by a fault of the sandbox.
   */
  bad?(on: OperationFixture): Promise<{ input: Record<string, unknown>; refusal: Partial<Outcome> }>;
  /**
   * The kind of effect (executed change) that the platform records under the idempotency key of the operation; null if
   * the test counts the effect in another way.
   */
  effect: string | null;
  /** True if a read of the platform can show that the write happened. */
  isFoundByReading: boolean;
  /** True if a read of the platform can show that the write did not happen. */
  canBeAbsent?: boolean;
  /**
   * True if the write requests a certain state, such as an order status. Another write can request the same state or
   * change it again. So the state alone does not show whether the operation's own write happened.
   */
  requestsState?: boolean;
  isRepeatable?: boolean;
  /**
   * What the app stores about the order after a success. `row`: the response contains the order, so the app stores it in
   * the mirror (its copy) at once. `mark`: the response contains no order, so the app sets a dirty mark (a note that the
   * worker must read the order). `nothing`: the write is not about an order.
   */
  inMirror: 'row' | 'mark' | 'nothing';
};

const run =
  <Input>(schema: z.ZodType<Input>, useCase: (context: InstallContext, input: Input) => Promise<Outcome>) =>
  (context: InstallContext, command: unknown) =>
    useCase(context, schema.parse(command));

const piece = (order: Awaited<ReturnType<typeof paidOrder>>, quantity: number) => ({
  status: 'shipped',
  lines: [{ order_item_id: order.items[0]?.id, quantity }],
});
const movement = (variantId: string, locationId: string) => ({
  movement: { variant_id: variantId, location_id: locationId, delta: 3, reason: 'correction' },
});

/** One scenario for every write of the platform document, by kind of operation. */
const byKind = {
  create_order: {
    run: run(CreateOrderCommand, createOrder),
    route: 'POST /v1/orders',
    complete: {
      order: {
        currency: 'SYP',
        items: [{ variant_id: 'var_1', name: 'Soap', quantity: 2, unit_price_minor: 1_500 }],
        discount: { amount_minor: 1, title: 'Eid' },
        shipping: { amount_minor: 0, method: 'delivery' },
        customer: { name: 'Salma', phone: '+963944123456', email: 'salma@example.com' },
        shipping_address: { address: 'Street 1', province: 'Homs', city: 'Homs', notes: 'ring' },
        payment_method: 'cod',
        note: 'ring twice',
        tags: ['VIP', 'new'],
        attributes: { colour: 'blue', reference: { kind: 'quote', number: 'Q-1', url: null } },
      },
    },
    good: async (on) => orderInput(on, 'cod'),
    bad: async (on) => ({
      input: orderInput(on, 'barter'),
      refusal: { status: 409, reason: 'payment_method_disabled' },
    }),
    effect: 'order.created',
    canBeAbsent: true,
    isFoundByReading: true,
    inMirror: 'row',
  },
  patch_order: {
    run: run(ChangeOrderCommand, changeOrder),
    route: 'PATCH /v1/orders/*',
    complete: {
      noteSeen: 'old',
      change: {
        note: 'new',
        tags: { add: ['VIP'], remove: ['new'] },
        attributes: { colour: 'blue', size: null },
      },
    },
    good: async (on) => ({
      orderId: (await paidOrder(on)).id,
      noteSeen: null,
      change: {
        note: 'ring twice',
        tags: { add: ['VIP'], remove: ['new'] },
        attributes: { 'daftar.test': 1 },
      },
    }),
    bad: async (on) => ({
      input: {
        orderId: (await paidOrder(on)).id,
        change: { attributes: Object.fromEntries(Array.from({ length: 21 }, (_, key) => [`k${key}`, 1])) },
      },
      refusal: { status: 422, reason: 'invalid_request' },
    }),
    effect: 'order.updated',
    requestsState: true,
    isFoundByReading: true,
    inMirror: 'row',
  },
  set_order_status: {
    run: run(SetOrderStatusCommand, setOrderStatus),
    route: 'PATCH /v1/orders/*',
    complete: { status: 'approved' },
    good: async (on) => ({ orderId: (await paidOrder(on)).id, status: 'approved' }),
    bad: async (on) => ({
      input: { orderId: (await paidOrder(on)).id, status: 'delivered' },
      refusal: { status: 409, reason: 'conflict', currentStatus: 'placed' },
    }),
    effect: 'order.status_changed',
    requestsState: true,
    isFoundByReading: true,
    inMirror: 'row',
  },
  create_fulfillment: {
    run: run(FulfillOrderCommand, fulfillOrder),
    route: 'POST /v1/orders/*',
    complete: {
      fulfillment: {
        status: 'shipped',
        provider: 'DHL',
        tracking_number: 'T1',
        lines: [{ order_item_id: 'item_1', quantity: 1 }],
      },
    },
    good: async (on) => {
      const order = await paidOrder(on);
      return { orderId: order.id, fulfillment: piece(order, 1) };
    },
    bad: async (on) => {
      const order = await paidOrder(on);
      return {
        input: { orderId: order.id, fulfillment: piece(order, 3) },
        refusal: { status: 409, reason: 'conflict' },
      };
    },
    effect: 'fulfillment.created',
    canBeAbsent: true,
    isFoundByReading: true,
    inMirror: 'mark',
  },
  patch_fulfillment: {
    run: run(ChangeFulfillmentCommand, changeFulfillment),
    route: 'PATCH /v1/orders/*',
    complete: {
      fulfillmentId: 'ful_1',
      change: { status: 'delivered', provider: 'DHL', tracking_number: 'T2' },
    },
    good: async (on) => fulfillmentInput(on, { status: 'shipped', tracking_number: 'T1' }),
    bad: async (on) => ({
      input: await fulfillmentInput(on, { status: 'delivered' }),
      refusal: { status: 409, reason: 'conflict', currentStatus: 'pending' },
    }),
    effect: 'fulfillment.updated',
    requestsState: true,
    isFoundByReading: true,
    inMirror: 'mark',
  },
  create_refund: {
    run: run(RefundOrderCommand, refundOrder),
    route: 'POST /v1/orders/*',
    complete: {
      refund: {
        amount_minor: 700,
        reason: 'damaged',
        restock: false,
        lines: [{ order_item_id: 'item_1', quantity: 1, amount_minor: 700 }],
      },
    },
    good: async (on) => ({ orderId: (await paidOrder(on)).id, refund: { amount_minor: 700 } }),
    bad: async (on) => ({
      input: { orderId: (await paidOrder(on)).id, refund: { amount_minor: 900_000 } },
      refusal: { status: 409, reason: 'conflict' },
    }),
    effect: 'refund.created',
    canBeAbsent: true,
    isFoundByReading: false,
    inMirror: 'mark',
  },
  create_movement: {
    run: run(MoveStockCommand, moveStock),
    route: 'POST /v1/inventory/movements',
    complete: {
      movement: { variant_id: 'var_1', location_id: 'loc_1', delta: 3, reason: 'correction', note: 'found' },
    },
    good: async (on) => movement(on.variantId, on.locationId),
    bad: async (on) => ({
      input: movement('var_of_nobody', on.locationId),
      refusal: { status: 404, reason: 'not_found' },
    }),
    effect: 'inventory.movement_created',
    isFoundByReading: false,
    inMirror: 'nothing',
  },
  put_webhook: {
    run: run(ChangeSubscriptionCommand, changeSubscription),
    route: 'PUT /v1/webhooks',
    complete: { topics: ['order.created'], rotateSecret: true },
    good: async () => ({ topics: ['order.created', 'app.uninstalled'], rotateSecret: true }),
    effect: null,
    isFoundByReading: false,
    isRepeatable: true,
    inMirror: 'nothing',
  },
  delete_webhook: {
    run: run(DeleteSubscriptionCommand, deleteSubscription),
    route: 'DELETE /v1/webhooks',
    complete: {},
    good: async (on) => {
      await subscribe(on);
      return {};
    },
    effect: null,
    isFoundByReading: false,
    isRepeatable: true,
    inMirror: 'nothing',
  },
  test_webhook: {
    run: run(SendTestEventCommand, sendTestEvent),
    route: 'POST /v1/webhooks/test',
    complete: { event: { topic: 'order.created', data: { note: 'x', deep: { name: 'y' } } } },
    good: async (on) => {
      await subscribe(on);
      return { event: { topic: 'app.uninstalled' } };
    },
    bad: async (on) => {
      await subscribe(on);
      return {
        input: { event: { topic: 'order.paid' } },
        refusal: { status: 409, reason: 'webhook_topic_not_subscribed' },
      };
    },
    effect: null,
    isFoundByReading: false,
    inMirror: 'nothing',
  },
} satisfies Record<Exclude<KindName, 'fulfill_rest'>, Scenario>;

export const scenarios: Record<string, Scenario> = byKind;

function orderInput({ context }: OperationFixture, paymentMethod: string): Record<string, unknown> {
  return {
    order: {
      currency: context.store.currency,
      // The app finds a created order on the platform by its content, so each order gets a random price. If the price
      // were fixed, the orders of all tests would have the same content, and the app would have to read all of them.
      items: [{ name: 'Gift wrap', quantity: 2, unit_price_minor: randomInt(1, 10_000_000) }],
      shipping: { amount_minor: 0, method: 'pickup' },
      customer: { name: 'Salma', phone: '+963944123456' },
      payment_method: paymentMethod,
    },
  };
}

async function fulfillmentInput(on: OperationFixture, change: Record<string, unknown>) {
  const order = await paidOrder(on);
  return { orderId: order.id, fulfillmentId: await pendingFulfillment(on, order), change };
}

async function subscribe({ context }: OperationFixture): Promise<void> {
  await context.platform.putWebhook({
    endpoint_url: 'http://127.0.0.1:9/api/webhooks',
    topics: ['app.uninstalled'],
  });
}
