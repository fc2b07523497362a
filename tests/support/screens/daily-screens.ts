import { randomUUID } from 'node:crypto';
import { plainAmount } from '@/lib/shared/numbers/money';
import ar from '@/messages/ar.json' with { type: 'json' };
import { untilMirrored } from '@/tests/support/e2e/open-store';
import { createSheet } from '@/tests/support/e2e/delivery-sheets';
import { callAction, sendQuote } from '@/tests/support/e2e/sent-quotes';
import { markAsCash, sell } from '@/tests/support/e2e/store-orders';
import { at, dialog, type Show } from './screen-fixture';

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

/** Pastes a carrier's cash sheet with one line that fits an order and one unknown order, and checks the sheet. */
async function checkCashSheet(fixture: Parameters<Show>[0]): Promise<void> {
  const { page, words } = fixture;
  const sold = await sell(fixture, { quantities: [2], status: 'delivered' });
  await untilMirrored(fixture.stack, fixture.installId);
  await at('/cash/sheet')(fixture);
  const amount = plainAmount(sold.total.amount_minor, sold.total.decimals);
  const lines = [`${sold.order_number}\t${amount}`, `999901\t${amount}`];
  await page.getByRole('textbox', { name: words.cashSheet.text }).fill(lines.join('\n'));
  await page.getByRole('button', { name: words.cashSheet.check }).click();
  await recordButton(fixture).waitFor();
}

/** The button that records the orders of a checked sheet. */
const recordButton = ({ page }: Parameters<Show>[0]) =>
  page.getByRole('button', { name: /^(?:Record|سجّل) / });

/** The number of delivery sheets so far. The driver of each sheet is a new carrier, and two carriers never have one name. */
let sheets = 0;

/** The screens of the merchant's day: an order with cash, the cash notebook, the closed day and a delivery sheet. */
export const dailyScreens: Record<string, Show> = {
  'order-cash': async (fixture) => at(`/orders/${await sellForCash(fixture)}`)(fixture),
  cash: async (fixture) => {
    await sellForCash(fixture);
    await at('/cash')(fixture);
  },
  'customer-dialog': async (fixture) => {
    const { page, words } = fixture;
    await sendQuote(fixture);
    const { id } = await sell(fixture, { quantities: [2], status: 'approved', phone: '+963944123456' });
    await at(`/orders/${id}`)(fixture);
    await page.getByRole('button', { name: words.person.whoIsThis }).click();
    await dialog(page);
    await page.getByRole('dialog').getByText(words.person.dialog.quotes, { exact: true }).waitFor();
  },
  'cash-day': at('/cash/day'),
  'cash-sheet': at('/cash/sheet'),
  'cash-sheet-checked': checkCashSheet,
  'cash-sheet-posted': async (fixture) => {
    await checkCashSheet(fixture);
    await recordButton(fixture).click();
    await fixture.page.getByRole('button', { name: fixture.words.cashSheet.undo }).waitFor();
  },
  'delivery-sheet': async (fixture) => {
    const orderIds = [await sellForCash(fixture), await sellForCash(fixture)];
    const sheetId = await createSheet(fixture, {
      orderIds,
      driver: `أبو خالد ${++sheets}`,
      phone: '+963933777888',
    });
    await at(`/deliveries/${sheetId}`)(fixture);
  },
  'driver-page': async (fixture) => {
    const { page, words } = fixture;
    await dailyScreens['delivery-sheet']?.(fixture);
    await page.getByRole('button', { name: words.deliveries.link.create }).click();
    const chat = page.getByRole('link', { name: words.deliveries.link.whatsapp });
    const href = decodeURIComponent((await chat.getAttribute('href')) ?? '');
    const link = /https?:\/\/[^\s/]+\/d\/[\w-]{43}/.exec(href)?.[0] ?? '';
    await page.goto(`${link}${words === ar ? '' : '?lang=en'}`);
    await page.getByLabel(words.driverPage.unlock.digits).fill('7888');
    await page.getByRole('button', { name: words.driverPage.unlock.show }).click();
    await page.locator('article').first().waitFor();
  },
  deliveries: at('/deliveries'),
  'deliveries-new': async (fixture) => {
    const orderIds = [await sellForCash(fixture), await sellForCash(fixture)];
    await at(`/deliveries/new?ids=${orderIds.join(',')}`)(fixture);
  },
};
