import { expect } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { desktop, openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { openTab } from '@/tests/support/e2e/quote-tab';
import { sendQuote } from '@/tests/support/e2e/sent-quotes';
import { asSystem } from '@/tests/support/stack/as-system';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('store-country', fewPastOrders);
});
// The server and the browser must format each date in the same way. A difference would cause a hydration error in the
// browser.
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

const levantine = /كانون|شباط|آذار|نيسان|أيار|حزيران|تموز|أيلول|تشرين/;
const gulf = /يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر/;

test('a store in Kuwait has the month names of the Gulf on the order, its print, the quote and the acceptance page', async ({
  browser,
}) => {
  const store = await openStore(stack, 'KWD');
  const { orders } = await stack.sandbox.control<{
    orders: { id: string; shipping_address: object | null }[];
  }>('GET', `/dump?store_id=${store.storeId}`);
  const order = orders.find(({ shipping_address: address }) => address !== null);
  const tab = await openTab(browser, stack, store, `/orders/${order?.id}`, phone);
  const { app, page } = tab;
  const main = app.locator('main');
  await expect(app.locator('main time').first()).toHaveText(gulf);
  await expect(main).not.toContainText(levantine);
  await expect(main.getByText(ar.province.governorate, { exact: true })).toBeVisible();
  await takePicture(page, 'country-order-ar');
  const quote = await sendQuote(tab.store, { province: 'hawalli' });
  await tab.open(`/quotes/${quote.quoteId}`);
  await expect(main).toContainText(gulf);
  await expect(main).not.toContainText(levantine);
  await page.goto(quote.url);
  await expect(page.locator('body')).toContainText(gulf);
  await expect(page.locator('body')).not.toContainText(levantine);
  await expect(page.getByText(ar.province.governorate, { exact: true })).toBeVisible();
  await takePicture(page, 'country-acceptance-ar');
  await page.context().close();
  const alone = await openAlone(browser, stack, store);
  for (const path of [`/orders/${order?.id}/print?lang=ar`, `/quotes/${quote.quoteId}/print?lang=ar`]) {
    await alone.goto(`${stack.appUrl}/i/${store.installId}${path}`);
    await expect(alone.locator('article')).toContainText(gulf);
    await expect(alone.locator('article')).not.toContainText(levantine);
  }
  await alone.context().close();
});

test('a store in the Emirates delivers to an emirate, on the form and on the acceptance page', async ({
  browser,
}) => {
  const store = await openStore(stack, 'AED');
  const tab = await openTab(browser, stack, store, '/orders/new', desktop);
  const { app, page } = tab;
  await app.getByRole('radio', { name: en.newOrder.delivery.delivery, exact: true }).check();
  await expect(app.getByLabel(en.province.emirate, { exact: true })).toBeVisible();
  await takePicture(page, 'country-delivery-en');
  const quote = await sendQuote(tab.store, { province: 'dubai', phone: '+971501234567' });
  await page.goto(`${quote.url}?lang=en`);
  await expect(page.getByText(en.province.emirate, { exact: true })).toBeVisible();
  await page.goto(quote.url);
  await expect(page.getByText(ar.province.emirate, { exact: true })).toBeVisible();
  await page.context().close();
});

test('A16: a store with an unknown time zone opens its screens, with the days of UTC', async ({
  browser,
}) => {
  const store = await openStore(stack, 'USD');
  await asSystem(stack, 'UPDATE installs SET timezone = $2 WHERE install_id = $1', [
    store.installId,
    'Mars/Olympus',
  ]);
  const page = await openAlone(browser, stack, store, { viewport: desktop });
  for (const path of ['', '/orders', '/activity', '/settings']) {
    const response = await page.goto(`${stack.appUrl}/i/${store.installId}${path}`);
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await expect(page.getByText(en.settings.store.timezone, { exact: true })).toBeVisible();
  await page.context().close();
});
