import { afterAll, beforeAll, expect, it } from 'vitest';
import { listSheetOrders } from '@/lib/deliveries/list-sheet-orders.server';
import { readCollectAmount } from '@/lib/deliveries/read-collect-amount.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { shipPart } from '@/tests/support/integration/ship-part';
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

async function orderOf(orderId: string) {
  const read = await readOrder(context, orderId);
  if (read.code !== 'found') throw new Error(read.code);
  return read.view.order;
}

const pay = (orderId: string, amountMinor: number) =>
  world.sandbox.control('POST', `/orders/${orderId}/payments`, { amount_minor: amountMinor });

it('a label has the same amount to collect as a delivery sheet, also after a part was paid', async () => {
  const orderId = await addOrder();
  for (const paidMinor of [0, 100]) {
    if (paidMinor > 0) await pay(orderId, paidMinor);
    const order = await orderOf(orderId);
    const due = { ...order.total, amount_minor: order.total.amount_minor - paidMinor };
    expect(await readCollectAmount(context, order)).toEqual({ due, hasPartSent: false });
    expect((await listSheetOrders(context, [orderId]))[0]?.due).toEqual(due);
  }
});

it('a label of a paid or cancelled order has nothing to collect', async () => {
  const paid = await orderOf(await addOrder());
  await pay(paid.id, paid.total.amount_minor);
  expect(await readCollectAmount(context, await orderOf(paid.id))).toBeNull();
  const open = await orderOf(await addOrder());
  for (const status of ['cancelled', 'returned'] as const)
    expect(await readCollectAmount(context, { ...open, status })).toBeNull();
});

it('a label says that a part of the order was already sent', async () => {
  const order = await orderOf(await addOrder());
  await shipPart(installId, order.id);
  expect(await readCollectAmount(context, order)).toMatchObject({
    due: { amount_minor: order.total.amount_minor },
    hasPartSent: true,
  });
});
