import 'server-only';
import { z } from 'zod';
import type { ClaimedOperation, OperationKind } from '@/lib/operations/sending/operation-kind.server';
import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import { createFulfillmentKind } from '@/lib/orders/order/fulfillment/fulfill-order.server';
import { hasAddressIn, whyNoShipment } from '@/lib/orders/order/fulfillment/shipping-need';
import { readOrderOf } from '@/lib/orders/order/order-operation.server';
import { CreateFulfillmentBody } from 'commerce-platform-client/contract/fulfillments';

const Body = CreateFulfillmentBody.omit({ lines: true });
const Before = z.object({
  fulfillmentIds: z.array(z.string()),
  lines: z.array(z.object({ order_item_id: z.string(), quantity: z.int() })),
});

/**
 * Kind of operation (a recorded write) that fulfills everything of an order that is not fulfilled yet, as one
 * fulfillment. The lines are read and stored before the first attempt to send, so that each attempt has the same bytes.
 * If the order needs no shipment, the operation is refused with the reason (whyNoShipment). platform: Orders, POST
 * /orders/{id}/fulfillments.
 */
export const fulfillRestKind: OperationKind<
  z.infer<typeof Body>,
  z.infer<typeof createFulfillmentKind.result>
> = {
  kind: 'fulfill_rest',
  body: Body,
  result: createFulfillmentKind.result,
  doublesIfRepeated: false,
  summarizeRequest: ({ status, provider }) => ({ status, ...(provider !== null && { carrier: provider }) }),
  scopes: (body) => createFulfillmentKind.scopes({ ...body, lines: [] }),

  async prepare(platform, operation) {
    if (operation.before !== null) return { next: 'send', before: Before.parse(operation.before) };
    const { order, requestId } = await readOrderOf(platform, operation);
    const reason = whyNoShipment({ ...order, hasAddress: hasAddressIn(order), lines: order });
    if (reason !== null) return { next: 'refuse', status: 409, code: reason, requestId };
    const lines = findOutstandingLines(order);
    return { next: 'send', before: { fulfillmentIds: order.fulfillments.map(({ id }) => id), lines } };
  },

  send: (platform, operation) => createFulfillmentKind.send(platform, withLines(operation)),
  reconcile: (platform, operation) => createFulfillmentKind.reconcile(platform, withLines(operation)),
};

function withLines(operation: ClaimedOperation): ClaimedOperation {
  const { lines } = Before.parse(operation.before);
  const body = Body.parse(JSON.parse(operation.request));
  return { ...operation, request: JSON.stringify({ ...body, lines }) };
}
