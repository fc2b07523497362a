import { expect } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { plainAmount } from '@/lib/shared/numbers/money';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { closeAfterAborts, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openStore, phone, untilMirrored } from '@/tests/support/e2e/open-store';
import { expectAccessible, openTab, type Tab } from '@/tests/support/e2e/quote-tab';
import { sell } from '@/tests/support/e2e/store-orders';
import { takePicture } from '@/tests/support/e2e/take-picture';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('remittance-sheet', fewPastOrders);
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

type Sold = Pick<OrderDetail, 'order_number' | 'status' | 'payment_status' | 'total' | 'paid'>;

/**
 * Returns eight delivered orders of a store for which the customers have paid nothing yet. If the store has fewer,
 * sells more orders.
 */
async function owedOrders({ storeId, installId }: InstalledStore): Promise<Sold[]> {
  const read = async () => {
    const { orders } = await stack.sandbox.control<{ orders: Sold[] }>('GET', `/dump?store_id=${storeId}`);
    return orders.filter(
      ({ status, payment_status, total }) =>
        status === 'delivered' && payment_status === 'unpaid' && total.amount_minor > 100,
    );
  };
  for (let owed = (await read()).length; owed < 8; owed++)
    await sell({ stack, storeId, installId }, { quantities: [1], status: 'delivered' });
  await untilMirrored(stack, installId);
  return read();
}

const arabicDigits = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));

type Sum = OrderDetail['total'];

/** Returns the sum of the amounts for each currency. Currencies with a sum of 0 are left out. */
function byCurrency(sums: readonly Pick<Sum, 'currency' | 'amount_minor'>[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { currency, amount_minor } of sums) totals[currency] = (totals[currency] ?? 0) + amount_minor;
  return Object.fromEntries(Object.entries(totals).filter(([, minor]) => minor !== 0));
}

/** Returns what all carriers owe the store, by currency, as the cash screen reads it. */
async function owedTo({ page }: Tab, { installId }: InstalledStore): Promise<Record<string, number>> {
  const cookies = await page.context().cookies(stack.appUrl);
  const response = await fetch(`${stack.appUrl}/api/i/${installId}/cash`, {
    headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  expect(response.status).toBe(200);
  const { balances } = (await response.json()) as { balances: { sum: Sum }[] };
  return byCurrency(balances.map(({ sum }) => sum));
}

/**
 * Writes a remittance sheet that has lines of every class. It has no lines of the classes that need an earlier posting
 * (cash that was recorded before).
 */
function sheetOf(orders: readonly Sold[], language: 'ar' | 'en'): string {
  const own = (text: string) => (language === 'ar' ? arabicDigits(text) : text);
  const line = (place: number, changeMinor = 0) => {
    const { order_number: number, total } = orders[place] as Sold;
    return `#${own(number.replace('#', ''))}\t${own(plainAmount(total.amount_minor + changeMinor, total.decimals))}`;
  };
  const numberOf = (place: number) => orders[place]?.order_number ?? '';
  return [
    '\ufeffRemittance of this week',
    language === 'ar' ? 'رقم الطلب\tالمبلغ' : 'Order\tAmount',
    line(0),
    line(1),
    line(2),
    line(3, -1),
    line(4, 1),
    `${numberOf(5)}\t5 KWD`,
    `${numberOf(6)}\t(75)`,
    `${numberOf(7)}\t?`,
    `${numberOf(7)}\t=SUM(B1:B9)`,
    `${numberOf(7)}\t0`,
    line(0),
    '\t500',
    ...Array.from({ length: 16 }, (_, index) => `99990${index}\t${own('1000')}`),
    'Total\t1',
  ].join('\r\n');
}

const picture = ({ page }: Tab, name: string) =>
  takePicture(page, `remittance-sheet-${name}`, { fullPage: true });

for (const language of ['ar', 'en'] as const)
  test(`a remittance sheet is checked before anything is saved, posted once, and undone as a whole: ${language}, on a phone`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const words = (language === 'ar' ? (ar as typeof en) : en).cashSheet;
    const orders = await owedOrders(store);
    const text = sheetOf(orders, language);
    const tab = await openTab(browser, stack, store, '/cash/sheet', phone);
    const { app, page } = tab;
    const field = app.getByRole('textbox', { name: words.text });
    const check = app.getByRole('button', { name: words.check });
    const before = await owedTo(tab, store);
    const back = app.getByRole('main').getByRole('link', { name: store.words.cash.title, exact: true });
    await expect(back).toHaveAttribute('href', `/i/${store.installId}/cash`);

    await expect(field).toHaveAttribute('placeholder', words.example);
    await check.click();
    await expect(app.getByText(words.missingText)).toBeVisible();
    await expectAccessible(tab, 'source');
    await picture(tab, `source-${language}`);

    // The button that chooses a file has the language of the screen and not the language of the browser.
    await expect(app.getByText(words.file.choose, { exact: true })).toBeVisible();
    const file = { name: 'courier.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await app.getByLabel(words.file.label).setInputFiles(file);
    await expect(app.getByText(file.name, { exact: true })).toBeVisible();
    // A text field cannot contain a byte order mark, and it ends each line with a line feed only. So the test expects
    // the text of the file after these two changes.
    await expect(field).toHaveValue(text.replace('\ufeff', '').replaceAll('\r\n', '\n'));

    // The typed text must stay in the field when the request gets no response.
    await field.fill(text);
    await page.route('**/cash/sheet', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await check.click();
    await expect(app.getByText(words.failed)).toBeVisible();
    await page.unroute('**/cash/sheet');
    await check.click();

    const group = (why: string) => app.getByRole('listitem').filter({ hasText: why });
    await expect(group(words.class.unknown.why)).toHaveCount(16);
    for (const one of ['other_currency', 'negative', 'unreadable', 'formula', 'zero', 'no_number'] as const)
      await expect(group(words.class[one].why), one).toHaveCount(1);
    await expectAccessible(tab, 'preview');
    await picture(tab, `preview-${language}`);

    // The second tab checks the remittance sheet. After that, the first tab posts the same sheet.
    const other = await openTab(browser, stack, store, '/cash/sheet', phone);
    const otherField = other.app.getByRole('textbox', { name: words.text });
    const otherCheck = other.app.getByRole('button', { name: words.check });
    const otherRecord = other.app.getByRole('button', { name: /^(?:Record 3 orders|سجّل [3٣] طلبات)$/ });
    await otherField.fill(text);
    await otherCheck.click();
    await expect(otherRecord).toBeEnabled();

    // The preview must save nothing. Three rows have exactly the owed amount. The user also accepts one row with a
    // lower amount.
    expect(await owedTo(tab, store), 'after the preview').toEqual(before);
    const [acceptShort] = await app.getByRole('checkbox').all();
    await acceptShort?.check();
    // After a reload, the text and the accepted line are still there. The server checks the sheet again.
    page.on('dialog', (dialog) => void dialog.accept());
    await tab.open('/cash/sheet');
    await expect(field).toHaveValue(text.replaceAll('\r\n', '\n'));
    await check.click();
    await app.getByRole('button', { name: /^(?:Record 4 orders|سجّل [4٤] طلبات)$/ }).click();
    const undo = app.getByRole('button', { name: words.undo });
    await expect(undo).toBeVisible();
    const paid = orders.slice(0, 4).map(({ total }, place) => ({
      ...total,
      amount_minor: (place === 3 ? 1 : 0) - total.amount_minor,
    }));
    const owed = Object.entries(before).map(([currency, amount_minor]) => ({ currency, amount_minor }));
    const after = byCurrency([...owed, ...paid]);
    expect(await owedTo(tab, store), 'after Record').toEqual(after);
    await expectAccessible(tab, 'posted');
    await picture(tab, `posted-${language}`);

    await otherRecord.click();
    await expect(other.app.getByText(words.alreadyPosted.title)).toBeVisible();
    expect(await owedTo(tab, store), 'after Record in the second tab').toEqual(after);
    await other.app.getByRole('button', { name: words.back }).click();
    await otherCheck.click();
    await expect(other.app.getByText(words.class.remitted.why).first()).toBeVisible();
    await expect(other.app.getByText(words.alreadyPosted.title)).toBeVisible();
    await expectAccessible(other, 'posted before');

    await undo.click();
    const undone = app.getByRole('status').filter({ hasText: words.undone });
    await expect(undone).toBeFocused();
    expect(await owedTo(tab, store), 'after the undo').toEqual(before);
    await other.page.context().close();
    await closeAfterAborts(page);
  });

for (const language of ['ar', 'en'] as const)
  test(`all lines of a class are shown if the user asks for them: ${language}, on a phone`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const words = store.words.cashSheet;
    const tab = await openTab(browser, stack, store, '/cash/sheet', phone);
    const { app, page } = tab;
    const lines = Array.from({ length: 130 }, (_, n) => `99880${n}\t1000`);
    await app.getByRole('textbox', { name: words.text }).fill(['Order\tAmount', ...lines].join('\n'));
    await app.getByRole('button', { name: words.check }).click();
    const unknown = app.getByRole('listitem').filter({ hasText: words.class.unknown.why });
    await expect(unknown).toHaveCount(100);
    const showAll = app.getByRole('button', { name: /^(?:Show all 130 lines|اعرض السطور كلها .*)$/ });
    await expectAccessible(tab, 'preview with a button for all lines');
    await showAll.click();
    await expect(unknown).toHaveCount(130);
    await expect(unknown.last()).toContainText('99880129');
    await expect(showAll).toHaveCount(0);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.context().close();
  });
