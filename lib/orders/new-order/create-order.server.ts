import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { markOrderDirty } from '@/lib/mirror/dirty/mark-dirty.server';
import { writeOrderDetail } from '@/lib/mirror/orders/order-mirror.server';
import {
  type ClaimedOperation,
  clockSkewMs,
  type OperationKind,
  type OperationSuccess,
} from '@/lib/operations/sending/operation-kind.server';
import type { CheckWrite } from '@/lib/operations/sending/operation-queue.server';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import {
  type CreateOrderCommand,
  CreatedOrder,
  type CreateOrderOutcome,
} from '@/lib/orders/new-order/create-order';
import { findOrdersByNumber } from '@/lib/orders/find-orders-by-number.server';
import { findRefusedLines } from '@/lib/orders/new-order/find-refused-lines.server';
import { recordCreatedOrder } from '@/lib/orders/new-order/record-created-order.server';
import { referenceProblem, withCurrentReference } from '@/lib/orders/current-reference.server';
import { operationAttribute } from '@/lib/orders/order/order-commands';
import type { SuccessAnswer } from '@/lib/orders/order/order-operation.server';
import { CreateOrderBody, type Order, type OrderDetail } from 'commerce-platform-client/contract/orders';
import { pages } from 'commerce-platform-client/pages';
import type { OperationId } from '@/lib/shared/operation-id';
import { sumLinesMinor } from 'commerce-platform-client/contract/sum-lines';
import { tenantDb } from '@/lib/system/db';

/**
 * Creates an order at the prices that the merchant agreed with the customer. The write is recorded as an operation and
 * sent immediately. From the response, the new order is copied to the mirror (our copy of the platform's data).
 * Submitting the same operation id again creates no second order.
 *
 * If the order's reference has a URL outside the app, nothing is recorded or sent. The platform may refuse the order
 * without naming a line; then findRefusedLines finds the lines that caused the refusal. platform: Orders, POST /orders.
 */
export async function createOrder(
  context: InstallContext,
  { operationId, order, replaces }: CreateOrderCommand,
  check?: CheckWrite,
): Promise<CreateOrderOutcome> {
  const sentAttributes = withCurrentReference(order.attributes);
  if (!sentAttributes) return { code: 'invalid', status: 400, fields: [referenceProblem] };
  const body = orderRequest(operationId, { ...order, attributes: sentAttributes });
  const target = replaces ? { replaces } : {};
  const outcome = await runOperation(context, createOrderKind, { operationId, target, body, check });
  return outcome.code === 'refused' ? findRefusedLines(context, order, outcome) : outcome;
}

/**
 * Returns the request body for a new order. Its attributes include the operation id, so that a later read can find the
 * order if the response is lost.
 */
export function orderRequest(operationId: OperationId, order: CreateOrderBody): CreateOrderBody {
  return { ...order, attributes: { ...order.attributes, [operationAttribute]: operationId } };
}

/**
 * Kind of operation (a recorded write) that sends POST /orders. If the outcome is unknown, the newest orders with
 * source `app` are read. The order that this operation created has the operation id in its attributes.
 */
export const createOrderKind: OperationKind<CreateOrderBody, CreatedOrder> = {
  kind: 'create_order',
  body: CreateOrderBody,
  result: CreatedOrder,
  doublesIfRepeated: true,
  scopes: () => ['orders:create'],

  async send(platform, operation) {
    const answer = await platform.createOrder(operation.idempotencyKey, operation.request);
    return success(operation, answer.body.data, answer);
  },

  async reconcile(platform, operation) {
    const sentAt = operation.firstSentAt ?? operation.claimedAt;
    const since = new Date(sentAt.getTime() - clockSkewMs).toISOString();
    const sent = CreateOrderBody.parse(JSON.parse(operation.request));
    const totalMinor =
      (sumLinesMinor(sent.items) ?? 0) - (sent.discount?.amount_minor ?? 0) + sent.shipping.amount_minor;
    const sentSince = { created_at_min: since, limit: 100 };
    for await (const page of pages((cursor) => platform.listOrders({ ...sentSince, cursor }))) {
      const others = await ordersOfOthers(operation, page.data);
      // The order list contains totals but no attributes. Only an order with the same total can be the order that was
      // sent. So the details, which contain the attributes, are read only for such orders.
      for (const { id, source, total } of page.data) {
        const isAlike = total.amount_minor === totalMinor && total.currency === sent.currency;
        if (source !== 'app' || !isAlike || others.has(id)) continue;
        const { body, requestId } = await platform.getOrder(id);
        if (body.data.attributes[operationAttribute] === operation.id)
          return success(operation, body.data, { requestId });
      }
    }
    return 'absent';
  },

  async resolveManually(tx, { installId, id: operationId, request }, { orderNumber }) {
    const [order, ...others] = await findOrdersByNumber(tx, installId, orderNumber);
    if (!order || others.length > 0) return 'unknown_order';
    const where = { installId_orderId: { installId, orderId: order.id } };
    if (await tx.createdOrder.findUnique({ where })) return 'other_order';
    if (request !== null) {
      const body = CreateOrderBody.parse(JSON.parse(request));
      await recordCreatedOrder(tx, { installId, orderId: order.id, operationId, body });
    }
    return { orderId: order.id, orderNumber: order.number };
  },
};

/** Returns the ids of those given orders that are already recorded as created by another operation. */
async function ordersOfOthers({ installId }: ClaimedOperation, orders: Order[]): Promise<Set<string>> {
  const rows = await tenantDb(installId).transaction((tx) =>
    tx.createdOrder.findMany({
      where: { installId, orderId: { in: orders.map(({ id }) => id) } },
      select: { orderId: true },
    }),
  );
  return new Set(rows.map(({ orderId }) => orderId));
}

function success(
  operation: ClaimedOperation,
  order: OrderDetail,
  { requestId, replayed = false }: SuccessAnswer,
): OperationSuccess {
  return {
    requestId,
    isReplayed: replayed,
    async store(tx, fence) {
      const { installId, id: operationId } = operation;
      const body = CreateOrderBody.parse(JSON.parse(operation.request));
      // recordCreatedOrder must run before writeOrderDetail, because recordCreatedOrder adds a row with the customer to
      // the table `created_orders`. Without this row, writeOrderDetail may store the customer as if another app had
      // created the order.
      await recordCreatedOrder(tx, { installId, orderId: order.id, operationId, body });
      await writeOrderDetail(tx, installId, order, { fence, byEvent: false });
      if (replayed) await markOrderDirty(tx, installId, order.id);
      return { orderId: order.id, orderNumber: order.order_number } satisfies CreatedOrder;
    },
  };
}
