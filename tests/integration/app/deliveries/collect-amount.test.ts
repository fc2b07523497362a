import { afterAll, beforeAll, expect, it } from 'vitest';
import { listSheetOrders } from '@/lib/deliveries/list-sheet-orders.server';
import { readCollectAmount } from '@/lib/deliveries/read-collect-amount.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import { Fulfillment } from 'commerce-platform-client/contract/orders';
import { readOrder } from '@/lib/orders/order/read-order.server';
import { type InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { startStoreWorld } from '@/tests/support/integration/store-world';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';

const createOrder = patiently(createImpatiently);

let world: AppWorld;
let installId: InstallId;
let context: InstallContext;

beforeAll(async () => {
  ({ world, installId, context } = await startStoreWorld());
});
afterAll(() => world.stop());

async function addOrder(): Promise<string> {
  const outcome = await createOrder(context, orderCommand(installId));
  if (outcome.code !== 'succeeded') throw new Error(JSON.stringify(outcome));
  return outcome.result.orderId;
}

async function viewOf(orderId: string) {
  const read = await readOrder(context, orderId);
  if (read.code !== 'found') throw new Error(read.code);
  return read.view;
}

const pay = (orderId: string, amountMinor: number) =>
  world.sandbox.control('POST', `/orders/${orderId}/payments`, { amount_minor: amountMinor });

it('a label has the same amount to collect as a delivery sheet, also after a part was paid', async () => {
  const orderId = await addOrder();
  for (const paidMinor of [0, 100]) {
    if (paidMinor > 0) await pay(orderId, paidMinor);
    const view = await viewOf(orderId);
    const due = { ...view.order.total, amount_minor: view.order.total.amount_minor - paidMinor };
    expect(await readCollectAmount(context, view)).toEqual({ code: 'collect', due });
    expect((await listSheetOrders(context, [orderId]))[0]?.due).toEqual(due);
  }
});

it('a label asks for no more than the customer owes, also if the cash notebook has more', async () => {
  const { order, stale } = await viewOf(await addOrder());
  const paid = { ...order.total, amount_minor: order.total.amount_minor - 40 };
  expect(await readCollectAmount(context, { order: { ...order, paid }, stale })).toEqual({
    code: 'collect',
    due: { ...order.total, amount_minor: 40 },
  });
});

it('an amount with other decimals than the order keeps its decimals in the form, and its label says to ask the store', async () => {
  const view = await viewOf(await addOrder());
  const { id, total } = view.order;
  await context.db.transaction(
    (tx) =>
      tx.$executeRaw`UPDATE cash_orders SET decimals = 2, due_minor = due_minor * 100 WHERE order_id = ${id}`,
  );
  const due = { ...total, amount_minor: total.amount_minor * 100, decimals: 2 };
  expect((await listSheetOrders(context, [id]))[0]?.due).toEqual(due);
  expect(await readCollectAmount(context, view)).toEqual({ code: 'ask', why: 'unknown' });
});

it('a label of a paid, cancelled or returned order has nothing to collect', async () => {
  const paid = await viewOf(await addOrder());
  await pay(paid.order.id, paid.order.total.amount_minor);
  expect(await readCollectAmount(context, await viewOf(paid.order.id))).toEqual({ code: 'nothing' });
  const { order, stale } = await viewOf(await addOrder());
  for (const status of ['cancelled', 'returned'] as const)
    expect(await readCollectAmount(context, { order: { ...order, status }, stale })).toEqual({
      code: 'nothing',
    });
});

it('a label of an order in several parcels says to ask the store', async () => {
  const { order, stale } = await viewOf(await addOrder());
  const parcel = (id: string, lines: { order_item_id: string; quantity: number }[]): Fulfillment =>
    Fulfillment.parse({
      id,
      status: 'shipped',
      provider: null,
      tracking_number: null,
      lines,
      created_at: order.created_at,
      updated_at: order.updated_at,
    });
  const collectOf = (...fulfillments: Fulfillment[]) =>
    readCollectAmount(context, { order: { ...order, fulfillments }, stale });
  const all = findOutstandingLines({ ...order, fulfillments: [] });
  const [line, ...others] = all;
  if (!line || line.quantity < 2) throw new Error('the order needs a line with several pieces');
  const first = parcel('ful_1', [{ ...line, quantity: 1 }]);
  const rest = parcel('ful_2', [{ ...line, quantity: line.quantity - 1 }, ...others]);
  const ask = { code: 'ask', why: 'part' };
  expect(await collectOf(first)).toEqual(ask);
  expect(await collectOf(first, rest)).toEqual(ask);
  // One shipment with all pieces is one parcel.
  expect(await collectOf(parcel('ful_1', all))).toMatchObject({ code: 'collect' });
});

it('a label says to ask the store if the order was delivered, is from the mirror, or has an unknown status', async () => {
  const { order } = await viewOf(await addOrder());
  expect(
    await readCollectAmount(context, { order: { ...order, status: 'delivered' }, stale: false }),
  ).toEqual({
    code: 'ask',
    why: 'delivered',
  });
  expect(await readCollectAmount(context, { order, stale: true })).toEqual({ code: 'ask', why: 'unknown' });
  // The notebook has no row of this order, because it does not know what its status means.
  const unknown = { ...order, id: OrderId.parse('ord_unknown'), status: 'out_for_delivery' };
  expect(await readCollectAmount(context, { order: unknown, stale: false })).toEqual({
    code: 'ask',
    why: 'unknown',
  });
});
