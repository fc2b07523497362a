import { randomUUID } from 'node:crypto';
import { createSheet } from '@/tests/support/e2e/delivery-sheets';
import { callAction } from '@/tests/support/e2e/sent-quotes';
import { markAsCash, sell } from '@/tests/support/e2e/store-orders';
import { at, type Show } from './screen-fixture';

/** Sells an order with cash on delivery. A carrier delivers one of its two pieces. Returns the id of the order. */
async function sellForCash(fixture: Parameters<Show>[0]): Promise<string> {
  const order = await sell(fixture, { quantities: [2], status: 'processing' });
  await markAsCash(fixture, order.id);
  const [line] = order.items;
  const lines = [{ order_item_id: line?.id, quantity: 1 }];
  await callAction(fixture, 'fulfillOrderAction', {
    orderId: order.id,
    operationId: randomUUID(),
    fulfillment: { lines, status: 'shipped', provider: 'شحن حلب', tracking_number: 'SY-2041-77' },
  });
  return order.id;
}

/** The number of delivery sheets so far. The driver of each sheet is a new carrier, and two carriers never have one name. */
let sheets = 0;

/** The screens of the merchant's day: an order with cash, the cash notebook, the closed day and a delivery sheet. */
export const dailyScreens: Record<string, Show> = {
  'order-cash': async (fixture) => at(`/orders/${await sellForCash(fixture)}`)(fixture),
  cash: async (fixture) => {
    await sellForCash(fixture);
    await at('/cash')(fixture);
  },
  'cash-day': at('/cash/day'),
  'cash-sheet': at('/cash/sheet'),
  'delivery-sheet': async (fixture) => {
    const orderIds = [await sellForCash(fixture), await sellForCash(fixture)];
    const sheetId = await createSheet(fixture, {
      orderIds,
      driver: `أبو خالد ${++sheets}`,
      phone: '+963933777888',
    });
    await at(`/deliveries/${sheetId}`)(fixture);
  },
  deliveries: at('/deliveries'),
  'deliveries-new': async (fixture) => {
    const orderIds = [await sellForCash(fixture), await sellForCash(fixture)];
    await at(`/deliveries/new?ids=${orderIds.join(',')}`)(fixture);
  },
};
