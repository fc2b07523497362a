import { type Browser, type BrowserContext, expect, type Page } from 'playwright/test';
import { type PrintChoice, printPath } from '@/lib/shared/orders/print-path';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { formatMoney } from '@/lib/shared/numbers/money';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { signInOverHttp } from '@/tests/support/e2e/install-store';
import { blockThirdPartyCookies, storeWith, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import {
  type StoreHandle,
  openOrder,
  platformOrder,
  sell,
  takeScopes,
} from '@/tests/support/e2e/store-orders';
import { callAction, sendQuote } from '@/tests/support/e2e/sent-quotes';
import type { Stack } from '@/tests/support/stack/stack';
import { test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let arabic: StoreHandle;
let english: StoreHandle;
let context: BrowserContext;
let page: Page;
let order: OrderDetail;

test.beforeAll(async ({ browser, newWorld }) => {
  stack = await newWorld('order-print');
  ({ context, page } = await open(browser));
  // The test installs the app in the two stores one after the other, because both installations use the cookies of one
  // browser.
  english = await install('USD');
  arabic = await install('SYP');
  const { id } = await sell(arabic, { quantities: [3, 1], paid: 100, discountMinor: 500 });
  order = await platformOrder(arabic, id);
});
test.afterAll(() => context.close());
test.afterEach(async () => {
  await stack.sandbox.control('DELETE', '/faults');
  expect(takeBrowserErrors()).toEqual([]);
});

/**
 * Opens a browser in which a counter replaces `window.print`. So the test can detect that a page prints without a
 * press.
 */
async function open(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const opened = await browser.newContext({ viewport: { width: 1000, height: 1100 }, locale: 'ar' });
  await opened.addInitScript(() => {
    Object.assign(window, {
      printed: 0,
      print: () => Object.assign(window, { printed: printedTimes() + 1 }),
    });
    function printedTimes(): number {
      return Number(Reflect.get(window, 'printed'));
    }
  });
  const first = await opened.newPage();
  await blockThirdPartyCookies(opened, first);
  return { context: opened, page: first };
}

/**
 * Installs the app in a store with the given currency. Signs this browser in directly, because a print page opens in
 * its own tab outside the store admin, and the admin cannot sign that tab in.
 */
async function install(currency: string): Promise<StoreHandle> {
  const { id: storeId } = await storeWith(stack, currency);
  return { stack, storeId, installId: await signInOverHttp(context.request, stack, storeId) };
}

const printed = (at: Page) => at.evaluate(() => Reflect.get(window, 'printed'));
const openPrint = (choice: Partial<PrintChoice>, at = page) =>
  at.goto(stack.appUrl + printPath(arabic.installId, { orderId: order.id }, choice));
const isReady = (at: Page, words: typeof en) =>
  expect(at.getByRole('button', { name: words.print.print, exact: true })).toBeEnabled();

/**
 * Returns the size of the first page in millimeters, and the number of pages. Both come from the PDF that the browser
 * creates.
 */
async function pagesOf(at: Page): Promise<{ widthMm: number; heightMm: number; count: number }> {
  const pdf = (await at.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  const boxes = [...pdf.matchAll(/\/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+) ?\]/g)];
  const mm = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4);
  return { widthMm: mm(boxes[0]?.[1]), heightMm: mm(boxes[0]?.[2]), count: boxes.length };
}

/** Takes a screenshot of the printed paper only, with the CSS media type print. */
async function picture(at: Page, name: string): Promise<void> {
  await at.emulateMedia({ media: 'print' });
  await takePicture(at, `print-${name}`, { fullPage: true });
  await at.emulateMedia({ media: null });
}

test("a packing slip opens from the order page in a new tab, in the store's language, and prints only when requested", async () => {
  const app = await openOrder(page, arabic, order.id);
  await app.getByRole('button', { name: ar.print.menu }).click();
  await takePicture(page, 'print-menu-ar');
  const opening = context.waitForEvent('page');
  await app.getByRole('menuitem', { name: ar.print.kind.packing_slip }).first().click();
  const tab = await opening;
  await expect(tab.getByRole('heading', { level: 2 })).toHaveText(ar.print.kind.packing_slip);
  await isReady(tab, ar);
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(tab).toHaveTitle(`${ar.print.kind.packing_slip} ${order.order_number}`);
  expect(await printed(tab)).toBe(0);
  await tab.getByRole('button', { name: ar.print.print, exact: true }).click();
  expect(await printed(tab)).toBe(1);
  await tab.close();
});

test('a packing slip has the number, lines, quantities, address and phone, and no prices', async () => {
  await openPrint({ kind: 'packing_slip' });
  const paper = page.locator('.paper');
  await expect(paper).toHaveAttribute('dir', 'rtl');
  for (const text of [order.order_number, order.customer?.phone, String(order.shipping_address?.address)])
    await expect(paper).toContainText(String(text));
  for (const item of order.items) {
    const row = paper.getByRole('row', { name: item.name });
    await expect(row.getByRole('cell').first()).toHaveText(String(item.quantity));
  }
  await expect(paper).not.toContainText('ل.س');
  await picture(page, 'slip-a4-ar');
  expect(await pagesOf(page)).toEqual({ widthMm: 210, heightMm: 297, count: 1 });
});

test("an invoice has the platform's prices, discount, delivery, total, paid and due amounts, in one language or both", async () => {
  await openPrint({ kind: 'invoice', lang: 'both' });
  const papers = page.locator('.paper');
  await expect(papers).toHaveCount(2);
  const dueMinor = order.total.amount_minor - order.paid.amount_minor;
  for (const [index, locale, words] of [
    [0, 'ar-SY-u-nu-latn', ar],
    [1, 'en-u-nu-latn', en],
  ] as const) {
    const paper = papers.nth(index);
    await expect(paper.getByRole('heading', { level: 2 })).toHaveText(words.print.kind.invoice);
    const { subtotal, discount, shipping, total, paid } = order;
    const less = { ...discount, amount_minor: -discount.amount_minor };
    const due = { ...total, amount_minor: dueMinor };
    for (const money of [subtotal, less, shipping, total, paid, due])
      await expect(
        paper.locator('.paper-totals').getByText(formatMoney(money, locale), { exact: true }).first(),
      ).toBeVisible();
  }
  await picture(page, 'invoice-a4-both');
  expect(await pagesOf(page)).toEqual({ widthMm: 210, heightMm: 297, count: 2 });
});

test('a label has the customer, the order number and the amount to collect, and no prices of items', async () => {
  const dueMinor = order.total.amount_minor - order.paid.amount_minor;
  const due = formatMoney({ ...order.total, amount_minor: dueMinor }, 'ar-SY-u-nu-latn');
  for (const paper of ['a4', '80mm'] as const) {
    await openPrint({ kind: 'label', paper });
    const label = page.locator('.paper');
    for (const text of [order.order_number, order.customer?.phone, order.shipping_address?.address])
      await expect(label).toContainText(String(text));
    await expect(label.locator('.paper-collect')).toHaveText(`${ar.print.collect} ${due}`);
    for (const item of order.items) await expect(label).not.toContainText(item.name);
    await picture(page, `label-${paper}-ar`);
  }
  const paid = await sell(arabic, { quantities: [1], paid: 'all' });
  const other = await sell(arabic, { quantities: [2] });
  const delivered = await sell(arabic, { quantities: [1], status: 'delivered' });
  await page.goto(
    stack.appUrl +
      printPath(arabic.installId, { orderIds: [paid.id, other.id, delivered.id] }, { kind: 'label' }),
  );
  const labels = page.locator('article.paper');
  await expect(labels).toHaveCount(3);
  await expect(labels.nth(0)).toContainText(paid.order_number);
  await expect(labels.nth(0).locator('.paper-collect')).toHaveText(ar.print.nothingToCollect);
  await expect(labels.nth(1).locator('.paper-collect')).toContainText(ar.print.collect);
  await expect(labels.nth(2).locator('.paper-collect')).toHaveText(ar.print.askStore.delivered);
  await picture(page, 'label-several-ar');
});

const dayInDamascus = (at: Date) =>
  new Intl.DateTimeFormat('ar-SY-u-nu-latn', { dateStyle: 'long', timeZone: 'Asia/Damascus' }).format(at);

test("the store's phone, address and footer are on packing slips, invoices and quotes", async () => {
  const store = { page, ...arabic };
  const contact = { phone: '+963 933 123 456', address: 'دمشق، شارع الحمرا', footer: 'من 9 إلى 5' };
  const save = (storeContact: typeof contact) =>
    callAction(store, 'saveSettingsAction', { settings: { storeContact } });
  expect(await save(contact)).toContain('"code":"saved"');
  const quote = await sendQuote(store);
  const paper = page.locator('.paper');
  for (const [name, open] of [
    ['slip', () => openPrint({ kind: 'packing_slip' })],
    ['invoice', () => openPrint({ kind: 'invoice', paper: '80mm' })],
    ['quote', () => page.goto(`${stack.appUrl}/i/${arabic.installId}/quotes/${quote.quoteId}/print`)],
  ] as const) {
    await open();
    for (const text of Object.values(contact)) await expect(paper).toContainText(text);
    await expect(page.locator('[data-missing-phone]')).toHaveCount(0);
    if (name === 'quote') {
      await expect(paper.getByRole('heading', { level: 2 })).toHaveText(`عرض سعر ${quote.number}`);
      await expect(
        page.getByRole('link', { name: ar.quotes.document.title.replace('{number}', quote.number) }),
      ).toHaveAttribute('href', `/i/${arabic.installId}/quotes/${quote.quoteId}`);
      await expect(paper).toContainText(ar.quotes.document.issued.replace('<day></day>', '').trim());
      const issued = paper.locator('time').first();
      const at = new Date((await issued.getAttribute('datetime')) ?? '');
      expect(Date.now() - at.getTime()).toBeLessThan(600_000);
      await expect(issued).toHaveText(dayInDamascus(at));
    }
    await picture(page, `contact-${name}`);
  }
  expect(await save({ phone: '', address: '', footer: '' })).toContain('"code":"saved"');
  await openPrint({ kind: 'invoice' });
  for (const text of Object.values(contact)) await expect(paper).not.toContainText(text);
  const hint = page.locator('[data-missing-phone]');
  await expect(hint).toContainText(ar.print.noPhone);
  expect(await axeFaults(page)).toEqual([]);
  await takePicture(page, 'print-no-phone-ar');
  // The bar begins with the way back to the order.
  await expect(page.locator('[data-screen-only] a').first()).toHaveText(
    ar.print.backToOrder.replace('{number}', order.order_number),
  );
  await hint.getByRole('link', { name: ar.print.addPhone }).click();
  await expect(page).toHaveURL(/\/settings#documents$/);
  await expect(page.getByRole('button', { name: ar.settings.contact.addPhone })).toBeInViewport();
  await page.goBack();
  await page.locator('[data-screen-only] a').first().click();
  // The heading of the paper has the number too. Without this wait, the next page would be opened during the navigation.
  await page.waitForURL(({ pathname }) => pathname.endsWith(`/orders/${order.id}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.order_number);
});

test('on a roll the paper is 80 mm wide and as long as its content', async () => {
  for (const kind of ['packing_slip', 'invoice'] as const) {
    await openPrint({ kind, paper: '80mm', lang: kind === 'invoice' ? 'en' : 'ar' });
    await isReady(page, ar);
    await page.getByRole('button', { name: ar.print.print, exact: true }).click();
    const { widthMm, heightMm, count } = await pagesOf(page);
    const onScreen = await page.locator('.paper').evaluate((paper) => paper.getBoundingClientRect().height);
    expect([widthMm, count]).toEqual([80, 1]);
    expect(Math.abs(heightMm - (onScreen / 96) * 25.4)).toBeLessThan(3);
    await page.setViewportSize({ width: 340, height: 900 });
    await picture(page, `${kind}-80mm`);
    await page.setViewportSize({ width: 1000, height: 1100 });
  }
});

test('language, paper and document can be changed on the page; on a phone it fits the screen width; axe finds nothing', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await openPrint({ kind: 'packing_slip' });
    await page.getByLabel(ar.print.kindLabel).selectOption('invoice');
    await page.waitForURL(/kind=invoice/);
    await page.getByLabel(ar.print.langLabel).selectOption('both');
    await page.waitForURL(/lang=both/);
    await expect(page.locator('.paper')).toHaveCount(2);
    await isReady(page, ar);
    expect(await axeFaults(page)).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await takePicture(page, `print-screen-ar-phone-${colorScheme}`, { fullPage: true });
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1000, height: 1100 });
});

test('several orders print one after the other; an order that does not exist or cannot be read says so in its place', async () => {
  // Drops the webhook deliveries about the two orders below, so that the mirror (the app's copy) does not have these
  // orders. With the orders in the mirror, the print page would show them even if the platform does not respond.
  await stack.sandbox.control('POST', '/faults', { on: 'delivery', effect: 'drop_request' });
  const [other, last] = [await sell(arabic, { quantities: [1] }), await sell(arabic, { quantities: [2] })];
  await stack.sandbox.control('POST', '/faults', {
    on: 'api',
    match: `GET /v1/orders/${other.id}`,
    effect: 'status',
    status: 503,
  });
  const orderIds = [order.id, 'ord_nowhere', other.id, last.id];
  await page.goto(
    stack.appUrl + printPath(arabic.installId, { orderIds }, { kind: 'packing_slip', lang: 'en' }),
  );
  await isReady(page, ar);
  const papers = page.locator('article.paper');
  await expect(papers).toHaveCount(4);
  await expect(papers.nth(0)).toContainText(order.order_number);
  await expect(papers.nth(1)).toHaveAttribute('data-problem', 'not_found');
  await expect(papers.nth(2)).toHaveAttribute('data-problem', 'unavailable');
  await expect(papers.nth(3)).toContainText(last.order_number);
  expect((await pagesOf(page)).count).toBe(4);

  const many = Array.from({ length: 53 }, (_, index) => `ord_no_${index}`);
  // This test uses the second store. The page with 50 orders sends 50 reads, which is a third of a store's request
  // budget for a minute. The sign-in in the last test of the file needs the budget of the first store.
  await page.goto(stack.appUrl + printPath(english.installId, { orderIds: many }, {}));
  await expect(page.getByText('3 orders are not included')).toBeVisible();
  await expect(papers).toHaveCount(50);
});

test('ORD-4: without the scope the paper says that customer and address are hidden', async () => {
  await takeScopes(english, ['clients:read']);
  const { id } = await sell(english, { quantities: [1] });
  await page.goto(stack.appUrl + printPath(english.installId, { orderId: id }, { kind: 'packing_slip' }));
  await expect(page.getByText(en.print.customerHidden)).toBeVisible();
});

test('a user who came through the admin, and is not signed in in the new tab, signs in with one press and reaches the paper', async ({
  browser,
}) => {
  const staff = await open(browser);
  const app = await openOrder(staff.page, arabic, order.id);
  await app.getByRole('button', { name: ar.print.menu }).click();
  const opening = staff.context.waitForEvent('page');
  await app.getByRole('menuitem', { name: ar.print.kind.invoice }).first().click();
  const tab = await opening;
  // Closes the staff member's page before the sign-in below. The sign-in by OAuth is a new grant, which ends
  // the sessions of the store's other open pages.
  await staff.page.close();
  const popup = tab.waitForEvent('popup');
  await tab.getByRole('button', { name: ar.entry.signIn.action }).click();
  await (await popup).getByRole('button', { name: (await storeWith(stack, 'SYP')).name }).click();
  await expect(tab.getByRole('heading', { level: 2 })).toHaveText(ar.print.kind.invoice, { timeout: 30_000 });
  await staff.context.close();
});
