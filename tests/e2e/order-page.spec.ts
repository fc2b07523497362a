import { randomUUID } from 'node:crypto';
import { expect, type FrameLocator, type Locator, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { choosePickup } from '@/tests/support/e2e/choose-pickup';
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { test } from '@/tests/support/e2e/fixtures';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import {
  type InstalledStore,
  openAlone,
  openStore,
  phone,
  untilMirrored,
} from '@/tests/support/e2e/open-store';
import {
  expectAccessible,
  type LocalizedStore,
  openTab as openOrderTab,
} from '@/tests/support/e2e/order-tab';
import { callAction } from '@/tests/support/e2e/sent-quotes';
import { dumpOf, markAsCash, platformOrder, sell } from '@/tests/support/e2e/store-orders';
import { takePicture } from '@/tests/support/e2e/take-picture';
import type { Stack } from '@/tests/support/stack/stack';
import { shipButton } from '@/tests/support/e2e/order-sections';

type Store = InstalledStore & LocalizedStore;

let stack: Stack;
let english: Store;
let arabic: Store;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('order-page');
  const [dollars, pounds] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
  english = { ...dollars, stack };
  arabic = { ...pounds, stack };
});
test.afterEach(async () => {
  await stack.sandbox.control('DELETE', '/faults');
  expect(takeBrowserErrors()).toEqual([]);
});

const paymentOf = (app: FrameLocator | Page) => app.locator('[data-payment]');
const firstWord = (text: string) => text.split('<')[0]?.trim() ?? '';

async function ship(app: FrameLocator, words: typeof en, carrier: string, pieces?: string): Promise<void> {
  await shipButton(app, words).click();
  const sheet = app.getByRole('dialog', { name: words.fulfill.sheet.title });
  if (pieces) await sheet.locator('input[inputmode=numeric]').fill(pieces);
  await sheet.getByRole('textbox', { name: words.fulfill.sheet.provider }).fill(carrier);
  await sheet.getByRole('button', { name: words.fulfill.sheet.send.shipped }).click();
  await expect(sheet).toBeHidden();
}

test('on a phone, in Arabic, the page has one menu with three dots, and its cards come in the sequence that a merchant needs', async ({
  browser,
}) => {
  const { id } = await sell(arabic, { quantities: [2], status: 'processing' });
  const tab = await openOrderTab(browser, arabic, id, phone);
  // One shipment of the order is on its way, and one piece is still to be shipped. In this state, every card of the
  // page has all its actions.
  await ship(tab.app, ar, 'Aramex', '1');
  await expect(tab.app.locator('[data-fulfillment]')).toHaveCount(1);
  const headings = tab.app.getByRole('heading', { level: 2 });
  await expect(headings).toHaveText([
    ar.order.lines.title,
    ar.orderPage.payment.title,
    ar.order.customer.title,
    ar.order.address.title,
    ar.fulfill.title,
    ar.refund.title,
    ar.order.tagsAndNote,
    ar.orderPage.timeline.title,
    ar.ui.technicalDetails,
  ]);
  // The cards must have the same order in the document, which a screen reader follows, as on the screen.
  const tops = await headings.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  const rail = await tab.app.locator('[aria-current=step]').evaluate((at) => at.getBoundingClientRect().top);
  expect(rail).toBeLessThan(tops[0] ?? 0);
  // A phone names the current stage and its place in the sequence.
  await expect(tab.app.locator('[data-stage]')).toHaveText('الخطوة 3 من 6: قيد التجهيز');
  await expect(tab.app.locator('.lucide-ellipsis-vertical')).toHaveCount(1);
  for (const name of ['timeline', 'technical'])
    await expect(tab.app.locator(`[data-fold=${name}]`)).not.toHaveAttribute('open');
  // One piece is still to be shipped, and the main button of the page ships this piece. So the card of the shipments
  // must have no second button for the same action.
  await expect(tab.app.getByRole('button', { name: ar.orderPage.status.shipRest })).toBeVisible();
  await expect(tab.app.getByRole('button', { name: ar.fulfill.action })).toHaveCount(0);
  await expect(tab.app.getByText(ar.orderPage.reference.title, { exact: true })).toHaveCount(0);
  await expectAccessible(tab, 'page-ar-phone');
  await takePicture(tab.page, 'order-page-ar-phone', { fullPage: true });
  await tab.close();
});

test('the payment card says how much cash is with which carrier, and becomes "Paid" when the store admin records it', async ({
  browser,
}) => {
  const { payment } = en.orderPage;
  const { id, total } = await sell(english, { quantities: [1], status: 'processing' });
  await markAsCash(english, id);
  const tab = await openOrderTab(browser, english, id);
  const { app } = tab;
  await expect(paymentOf(app)).toHaveAttribute('data-payment', 'collect');
  await expect(paymentOf(app)).toContainText((total.amount_minor / 100).toLocaleString('en-US'));
  await ship(app, en, 'Aramex');
  await expect(paymentOf(app)).toContainText('With Aramex since');
  await expectAccessible(tab, 'payment-en');
  const link = paymentOf(app).getByRole('link', { name: payment.record });
  const address = `${stack.sandbox.origin}/admin/stores/${english.storeId}/orders/${id}`;
  await expect(link).toHaveAttribute('href', address);
  expect((await tab.page.request.get(address)).status()).toBe(200);
  await stack.sandbox.control('POST', `/orders/${id}/payments`, { amount_minor: total.amount_minor });
  await expect(paymentOf(app)).toHaveAttribute('data-payment', 'paid', { timeout: 20_000 });
  await expect(link).toHaveCount(0);
  await tab.close();
});

test('the payment card of a half shipped order says how much is with the carrier and how much is not shipped yet: Arabic, phone', async ({
  browser,
}) => {
  const { payment } = ar.orderPage;
  const { id, items, total } = await sell(arabic, { quantities: [2], status: 'processing' });
  await markAsCash(arabic, id);
  const tab = await openOrderTab(browser, arabic, id, phone);
  const { app } = tab;
  await ship(app, ar, 'شحن حلب', '1');
  const part = (place: string) => paymentOf(app).locator(`[data-part=${place}]`);
  const unit = (items[0]?.unit_price.amount_minor ?? 0).toLocaleString('en-US');
  await expect(part('with_carrier')).toContainText(unit);
  await expect(part('with_carrier')).toContainText('شحن حلب');
  await expect(part('not_shipped')).toContainText(unit);
  await expect(part('not_shipped')).toContainText(payment.notShipped);
  await expect(paymentOf(app)).toContainText(total.amount_minor.toLocaleString('en-US'));
  // The card of the cash notebook (the record of received cash) has no entry for this order. The payment card already
  // shows who has the cash, so the notebook's card must not show that state a second time.
  const notebook = app.locator('[data-order-cash]');
  await expect(notebook).toContainText('شحن حلب');
  await expect(notebook).not.toContainText(ar.cash.state.to_hand_over);
  await expectAccessible(tab, 'payment-parts-ar-phone');
  await takePicture(tab.page, 'order-cash-parts-ar-phone', { fullPage: true });
  await tab.page.setViewportSize({ width: 320, height: 800 });
  await takePicture(tab.page, 'order-cash-parts-ar-320', { fullPage: true });
  await ship(app, ar, 'شحن حلب');
  await expect(paymentOf(app).locator('[data-part]')).toHaveCount(0);
  await tab.close();
});

test('U2: a delivered order of another app is "Delivered, unpaid", and cash is not mentioned', async ({
  browser,
}) => {
  const { id } = await sell(arabic, { quantities: [1], status: 'delivered' });
  const { app, close } = await openOrderTab(browser, arabic, id, phone);
  await expect(paymentOf(app)).toHaveAttribute('data-payment', 'delivered_unpaid');
  await expect(paymentOf(app)).not.toContainText(/نقد/);
  await close();
});

test('a refunded delivery keeps "Delivered" among its stages, and no two badges have the same text', async ({
  browser,
}) => {
  // Only one of the two stores has a delivered order with a partial refund, so the test searches both stores.
  const found = await Promise.all(
    [english, arabic].map(async (store) => ({
      store,
      order: (await dumpOf(store)).orders.find(
        ({ status, fulfillments }) =>
          status === 'partially_refunded' && fulfillments.some((parcel) => parcel.status === 'delivered'),
      ),
    })),
  );
  const { store, order } = found.find((one) => one.order) ?? { store: english, order: undefined };
  const { words } = store;
  const { app, page, close } = await openOrderTab(browser, store, order?.id ?? 'no such order');
  const rail = app.getByRole('list', { name: words.orderPage.progress.label }).getByRole('listitem');
  await expect(rail.nth(4)).toContainText(`${words.orderStatus.delivered} ${words.orderPage.progress.done}`);
  await expect(rail.nth(5)).toContainText(words.orderStatus.partially_refunded);
  // The order and its payment have the same status here, and the heading shows it once.
  const badges = await app.locator('h1 ~ *').allInnerTexts();
  expect(badges).toEqual([words.orderStatus.partially_refunded]);
  expect(words.paymentStatus.partially_refunded).toBe(words.orderStatus.partially_refunded);
  // The age of the data is below the title, and not at the other edge of a wide screen.
  const middle = async (part: Locator) => {
    const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
    return x + width / 2;
  };
  const title = app.getByRole('heading', { level: 1 });
  expect(Math.abs((await middle(app.locator('[data-fresh]'))) - (await middle(title)))).toBeLessThan(400);
  await takePicture(page, 'order-page-refunded');
  await close();
});

test('an order that was agreed here shows the reason of the discount and the store price of an agreed line', async ({
  browser,
}) => {
  const { newOrder, order } = en;
  const page = await openAlone(browser, stack, english, { path: '/orders/new' });
  const picker = page.getByRole('combobox', { name: newOrder.picker.label });
  await picker.fill('Scarf');
  await page.getByRole('option').filter({ hasText: '$' }).first().click();
  await page.getByRole('textbox', { name: new RegExp(`^${newOrder.line.price}`) }).fill('1.25');
  await page.getByRole('textbox', { name: newOrder.discount.amount }).fill('0.25');
  await page.getByRole('textbox', { name: newOrder.discount.title }).fill('Old customer');
  await choosePickup(page, en);
  await page.getByRole('textbox', { name: newOrder.customer.name, exact: true }).first().fill('Nadia');
  await page.getByRole('textbox', { name: newOrder.customer.phone }).fill('+963 944 123 456');
  await page.getByRole('button', { name: newOrder.create }).filter({ visible: true }).click();
  await expect(page.getByText('(Old customer)')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(firstWord(order.lines.storePrice))).toBeVisible();
  await takePicture(page, 'order-page-agreed-en', { fullPage: true });
  await page.context().close();
});

/** Opens the form of "Cancel and recreate" from the menu of the order page. */
async function recreate(page: Page, words: typeof en): Promise<void> {
  await page.getByRole('button', { name: words.orderPage.menu.label }).click();
  await page.getByRole('menuitem', { name: words.orderPage.menu.recreate }).click();
  await expect(page.getByRole('heading', { level: 1, name: words.newOrder.title })).toBeVisible();
}
const create = (page: Page, words: typeof en) =>
  page.getByRole('button', { name: words.newOrder.create }).filter({ visible: true }).click();

test('U4: "Cancel and recreate" fills the form from the order, and the old order is cancelled only by a press after the new one exists', async ({
  browser,
}) => {
  const { replacement } = ar.orderPage;
  const old = await sell(arabic, { quantities: [2], status: 'approved' });
  const page = await openAlone(browser, stack, arabic, { path: `/orders/${old.id}`, viewport: phone });
  await recreate(page, ar);
  await expect(page).toHaveURL(new RegExp(`/orders/new\\?replaces=${old.id}$`));
  await expect(page.getByRole('region', { name: ar.newOrder.replaces.label })).toContainText(
    old.order_number,
  );
  await takePicture(page, 'order-page-recreate-ar-phone', { fullPage: true });
  await create(page, ar);
  const note = page.locator('[data-replacement=new]');
  await expect(note).toContainText(old.order_number, { timeout: 20_000 });
  expect((await platformOrder(arabic, old.id)).status).toBe('approved');
  await takePicture(page, 'order-page-replacement-ar-phone');

  // The page of the old order has a note about the replacement with a link to the new order. So a user who closes the
  // tab of the new order can find the new order again.
  const created = page.url();
  await note.getByRole('link').click();
  await expect(page.locator('[data-replacement=old]')).toBeVisible();
  await page.goto(created);
  await page.locator('[data-live=live]').waitFor({ state: 'attached' });
  await note.getByRole('button', { name: firstWord(replacement.cancel) }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: firstWord(replacement.cancel) }).click();
  await expect(note.getByRole('button')).toHaveCount(0);
  await expect(note).toContainText(ar.orderStatus.cancelled);
  expect((await platformOrder(arabic, old.id)).status).toBe('cancelled');
  await page.context().close();
});

test('if the new order of "Cancel and recreate" is refused, the old order stays as it is', async ({
  browser,
}) => {
  const old = await sell(english, { quantities: [1], status: 'approved' });
  const page = await openAlone(browser, stack, english, { path: `/orders/${old.id}` });
  await recreate(page, en);
  await stack.sandbox.control('POST', '/faults', {
    on: 'api',
    match: 'POST /v1/orders',
    effect: 'status',
    status: 422,
    count: 1,
  });
  await create(page, en);
  await expect(page.getByText(en.newOrder.outcome.refused.title)).toBeVisible();
  expect((await platformOrder(english, old.id)).status).toBe('approved');
  await page.context().close();
});

test('"Duplicate" fills the form from the order, and a reload keeps what was typed', async ({ browser }) => {
  const source = await sell(english, { quantities: [3], status: 'delivered' });
  const page = await openAlone(browser, stack, english, { path: `/orders/${source.id}` });
  await page.getByRole('button', { name: en.orderPage.menu.label }).click();
  await expect(page.getByRole('menuitem', { name: en.orderPage.menu.recreate })).toHaveCount(0);
  await page.getByRole('menuitem', { name: en.orderPage.menu.duplicate }).click();
  const quantity = page.getByRole('textbox', { name: en.newOrder.line.quantity });
  await expect(quantity).toHaveValue('3');
  await quantity.fill('4');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(quantity).toHaveValue('4');
  await page.context().close();
});

test('J and K follow the filtered list from which the order was opened, its last order says so, and Back keeps the filters', async ({
  browser,
}) => {
  const { neighbours } = en.orderPage;
  for (let count = 0; count < 3; count++) {
    const { id } = await sell(english, { quantities: [1] });
    await stack.sandbox.control('PATCH', `/orders/${id}`, { tags: ['route'] });
  }
  await untilMirrored(stack, english.installId);
  const page = await openAlone(browser, stack, english, { path: '/orders?tag=route' });
  const rows = page.locator('tbody tr a[href*="/orders/"]');
  await expect(rows).toHaveCount(3);
  const numbers = await rows.allInnerTexts();
  const title = page.getByRole('heading', { level: 1 });
  const next = page.getByRole('link', { name: neighbours.next });
  await rows.first().click();
  await expect(title).toContainText(numbers[0] ?? '-');
  await expect(page.getByRole('button', { name: neighbours.first })).toBeDisabled();
  await page.keyboard.press('KeyJ');
  await expect(title).toContainText(numbers[1] ?? '-');
  await page.keyboard.press('KeyK');
  await expect(title).toContainText(numbers[0] ?? '-');
  await next.click();
  await expect(title).toContainText(numbers[1] ?? '-');
  await next.click();
  await expect(title).toContainText(numbers[2] ?? '-');
  await expect(page.getByRole('button', { name: neighbours.last })).toBeDisabled();
  expect(await axeFaults(page)).toEqual([]);
  await takePicture(page, 'order-page-neighbours-en');
  await page.getByRole('main').getByRole('link', { name: en.order.back }).first().click();
  await expect(page).toHaveURL(/\/orders\?tag=route$/);
  await expect(rows).toHaveText(numbers);
  await page.context().close();
});

test('the form of a shipment offers the carriers of the store, and shows the note of the delivery address', async ({
  browser,
}) => {
  const order = await sell(arabic, { quantities: [1], status: 'processing' });
  const tab = await openOrderTab(browser, arabic, order.id, phone);
  const { app, page } = tab;
  const addCarrier = (name: string) =>
    callAction({ ...arabic, page }, 'saveCarrierAction', {
      carrierId: randomUUID(),
      name,
      phone: '',
      trackingUrl: '',
      feeMinor: 0,
      isArchived: false,
    });
  for (const name of ['سريع', 'برق']) expect(await addCarrier(name)).toContain('"code":"saved"');
  // The sandbox sells no order with a note of the address, so the note is added to the next read of the order.
  const addressNote = 'الطابق الثالث، الجرس لا يعمل';
  await page.route(/\/api\/i\/[^/]+\/orders\/[^/?]+$/, async (route) => {
    const response = await route.fetch();
    const view = await response.json();
    Object.assign(view.order.shipping_address, { notes: addressNote });
    await route.fulfill({ json: view });
  });
  await page.reload();
  await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  await stack.sandbox.control('POST', `/orders/${order.id}/payments`, { amount_minor: 1 });
  await shipButton(app, ar).click();
  const sheet = app.getByRole('dialog', { name: ar.fulfill.sheet.title });
  await expect(sheet.getByText(addressNote)).toBeVisible();
  const carriers = sheet.getByRole('group', { name: ar.fulfill.sheet.carriers }).getByRole('button');
  // The newest carrier is first. Other tests may have added more carriers.
  await expect(carriers.nth(0)).toHaveText('برق');
  await expect(carriers.nth(1)).toHaveText('سريع');
  await carriers.nth(1).click();
  await expect(sheet.getByRole('textbox', { name: ar.fulfill.sheet.provider })).toHaveValue('سريع');
  await expect(carriers.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(tab, 'ship-carriers');
  await takePicture(page, 'order-ship-carriers-ar-phone');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await tab.close();
});

test('an order that was not opened from a list has no previous and next order', async ({ browser }) => {
  const { id } = await sell(english, { quantities: [1] });
  const { app, close } = await openOrderTab(browser, english, id);
  await expect(app.getByRole('navigation', { name: en.orderPage.neighbours.label })).toHaveCount(0);
  await close();
});

test('E opens the form of a shipment, P opens the print menu, and neither acts while the user types', async ({
  browser,
}) => {
  const { id } = await sell(english, { quantities: [1], status: 'processing' });
  const tab = await openOrderTab(browser, english, id);
  const { app, page } = tab;
  await app.getByLabel(en.orderPage.tags.label).focus();
  await page.keyboard.type('ep');
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await expect(app.getByRole('menu')).toHaveCount(0);
  await app.getByLabel(en.orderPage.tags.label).fill('');
  await app.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('KeyP');
  await expect(app.getByRole('menuitem', { name: en.print.kind.invoice }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('KeyE');
  await expect(app.getByRole('dialog', { name: en.fulfill.sheet.title })).toBeVisible();
  await tab.close();
});

test('G then P opens the products, and P does not also open the print menu', async ({ browser }) => {
  const { id } = await sell(english, { quantities: [1] });
  const page = await openAlone(browser, stack, english, { path: `/orders/${id}` });
  await page.keyboard.press('KeyG');
  await page.keyboard.press('KeyP');
  await expect(page.getByRole('heading', { level: 1, name: en.products.title })).toBeVisible();
  await page.context().close();
});
