import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { OperationKind } from '@/lib/operations/sending/operation-kind.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import { runOperation } from '@/lib/operations/sending/run-operation.server';
import type { FulfillOrderCommand } from '@/lib/orders/order/order-commands';
import { orderChanged, orderIdOf, OrderMoved, readOrderOf } from '@/lib/orders/order/order-operation.server';
import { CreateFulfillmentBody } from 'commerce-platform-client/contract/fulfillments';
import type { Fulfillment } from 'commerce-platform-client/contract/orders';

/**
 * Creates a fulfillment for quantities of order lines. If a quantity is larger than the unfulfilled quantity of its
 * line, the platform refuses the request (409). platform: Orders, POST /orders/{id}/fulfillments.
 */
export async function fulfillOrder(
  context: InstallContext,
  { operationId, orderId, fulfillment }: FulfillOrderCommand,
): Promise<OperationOutcome<z.infer<typeof Fulfilled>>> {
  return runOperation(context, createFulfillmentKind, {
    operationId,
    target: { orderId },
    body: fulfillment,
  });
}

const Fulfilled = OrderMoved.extend({ orderId: z.string(), fulfillmentId: z.string().nullable() });
const Before = z.object({ fulfillmentIds: z.array(z.string()) });

/**
 * Kind of operation (a recorded write) that creates a fulfillment. If the outcome is unknown, the order is read. The
 * write took effect if the order has exactly one new fulfillment with the same lines.
 */
export const createFulfillmentKind: OperationKind<CreateFulfillmentBody, z.infer<typeof Fulfilled>> = {
  kind: 'create_fulfillment',
  body: CreateFulfillmentBody,
  result: Fulfilled,
  doublesIfRepeated: false,
  summarizeRequest: ({ status, provider, lines }) => ({
    status,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    ...(provider !== null && { carrier: provider }),
  }),
  scopes: () => ['fulfillments:write', 'orders:read'],

  async prepare(platform, operation) {
    if (operation.before !== null) return { next: 'send', before: Before.parse(operation.before) };
    const { order } = await readOrderOf(platform, operation);
    return { next: 'send', before: { fulfillmentIds: order.fulfillments.map(({ id }) => id) } };
  },

  async send(platform, operation) {
    const { idempotencyKey, request } = operation;
    const orderId = orderIdOf(operation);
    const { body, requestId } = await platform.createFulfillment(idempotencyKey, orderId, request);
    const { fulfillment, orderStatus, orderStatusSkipped } = body;
    const result = { orderId, fulfillmentId: fulfillment?.id ?? null, orderStatus, orderStatusSkipped };
    return orderChanged(operation, { requestId }, { order: null, result });
  },

  async reconcile(platform, operation) {
    const { order, requestId } = await readOrderOf(platform, operation);
    const { fulfillmentIds } = Before.parse(operation.before);
    const ours = linesText(CreateFulfillmentBody.parse(JSON.parse(operation.request)));
    const [found, ...others] = order.fulfillments.filter(
      (row) => !fulfillmentIds.includes(row.id) && linesText(row) === ours,
    );
    if (!found) return 'absent';
    if (others.length > 0) return 'unclear';
    const result = {
      orderId: order.id,
      fulfillmentId: found.id,
      orderStatus: order.status,
      orderStatusSkipped: null,
    };
    return orderChanged(operation, { requestId }, { order, result });
  },
};

/**
 * Returns a text that is equal for two fulfillments with the same total quantity of each order line. The sequence of
 * the lines does not matter. If the quantity of an order line is split into several lines, the quantities are added up.
 */
function linesText({ lines }: Pick<Fulfillment, 'lines'>): string {
  const quantities = new Map<string, number>();
  for (const { order_item_id: id, quantity } of lines)
    quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  return JSON.stringify([...quantities].sort());
}
