import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { callAction, type QuoteStore } from '@/tests/support/e2e/sent-quotes';
import { markAsCash, platformOrder, sell } from '@/tests/support/e2e/store-orders';
import { untilRow } from '@/tests/support/e2e/until-row';

/**
 * Sells an order with cash on delivery, ships it with the given carrier or without one, and marks it as delivered. Waits
 * until the app's database contains the delivered order.
 */
export async function deliverForCash(store: QuoteStore, carrier: string | null): Promise<OrderDetail> {
  const { installId, stack } = store;
  const order = await sell(store, { quantities: [1] });
  await markAsCash(store, order.id);
  const lines = order.items.map(({ id, quantity }) => ({ order_item_id: id, quantity }));
  const fulfillment = { lines, status: 'shipped', provider: carrier, tracking_number: null };
  const command = { orderId: order.id, operationId: randomUUID(), fulfillment };
  expect(await callAction(store, 'fulfillOrderAction', command)).toContain('"code":"succeeded"');
  const fulfillmentId = (await platformOrder(store, order.id)).fulfillments[0]?.id;
  const change = {
    fulfillmentId,
    orderId: order.id,
    operationId: randomUUID(),
    change: { status: 'delivered' },
  };
  expect(await callAction(store, 'changeFulfillmentAction', change)).toContain('"code":"succeeded"');
  await untilRow(stack, `SELECT 1 FROM orders WHERE install_id = $1 AND id = $2 AND status = 'delivered'`, [
    installId,
    order.id,
  ]);
  return order;
}
