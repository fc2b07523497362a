import { expect, type FrameLocator, type Page } from 'playwright/test';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { desktop, type InstalledStore, openStore, phone } from '@/tests/support/e2e/open-store';
import { expectAccessible, openTab } from '@/tests/support/e2e/quote-tab';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let arabic: InstalledStore;
let english: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('connection', fewPastOrders);
  arabic = await openStore(stack, 'SYP');
  english = await openStore(stack, 'USD');
});
// The browser logs an error for each request that it could not send.
test.afterEach(() => expect(takeBrowserErrors().filter((text) => !/net::ERR_/.test(text))).toEqual([]));

const headingOf = (app: FrameLocator) => app.getByRole('heading', { level: 1 });

/**
 * Two functions that disconnect the page from the server. Only the first function causes the browser's `offline` event.
 * Each function returns a function that connects the page again.
 */
const cuts = {
  'the device goes offline': async (page: Page) => {
    await page.context().setOffline(true);
    return () => page.context().setOffline(false);
  },
  'the server cannot be reached': async (page: Page) => {
    await page.route(`${stack.appUrl}/**`, (route) => route.abort());
    return () => page.unroute(`${stack.appUrl}/**`);
  },
};

for (const [what, cut] of Object.entries(cuts))
  for (const [store, viewport] of [
    [() => arabic, phone],
    [() => english, desktop],
  ] as const)
    test(`${what} (${viewport.width} px): a pressed link keeps the page, and opens when the connection is back`, async ({
      browser,
    }) => {
      const { words, ...installed } = store();
      const tab = await openTab(browser, stack, { words, ...installed }, '/orders', viewport);
      const { app, page } = tab;
      const link = (name: 'quotes' | 'home') =>
        app.getByRole('link', { name: words.frame[name], exact: true }).filter({ visible: true });
      await expect(headingOf(app)).toHaveText(words.orders.title);
      const connect = await cut(page);
      await link('quotes').click();
      // A press on a link must wait for the connection. A press that did not wait would fail within one second.
      await page.waitForTimeout(1_000);
      await expect(headingOf(app)).toHaveText(words.orders.title);
      const notice = app.getByRole('status').filter({ hasText: words.frame.offline.title });
      await expect(notice).toContainText(words.frame.quotes, { timeout: 3_000 });
      await takePicture(page, `offline-press-${installed.locale}-${viewport.width}`);
      await expectAccessible(tab, 'offline');
      await connect();
      await expect(headingOf(app)).toHaveText(words.quotes.title, { timeout: 15_000 });
      await expect(notice).toBeHidden();
      await page.context().close();
    });

test('a press that waits for the connection can be cancelled, and the page stays', async ({ browser }) => {
  const { words } = english;
  const { app, page } = await openTab(browser, stack, english, '/orders');
  await page.context().setOffline(true);
  await app.getByRole('link', { name: words.frame.quotes, exact: true }).click();
  await app.getByRole('button', { name: words.frame.offline.stay }).click();
  await expect(app.getByRole('button', { name: words.frame.offline.stay })).toBeHidden();
  await page.context().setOffline(false);
  await expect(app.locator('[data-live=live]')).toBeAttached();
  await page.waitForTimeout(2_000);
  await expect(headingOf(app)).toHaveText(words.orders.title);
  await page.context().close();
});

test('the product picker never lists the results of an earlier word, and says when it is offline', async ({
  browser,
}) => {
  const { words } = arabic;
  const { app, page } = await openTab(browser, stack, arabic, '/orders/new', phone);
  const picker = app.getByRole('combobox', { name: words.newOrder.picker.label });
  const options = app.getByRole('listbox').getByRole('option');
  await picker.fill('قميص');
  await expect(options.filter({ hasText: 'ل.س' }).first()).toBeVisible();
  await page.context().setOffline(true);
  await picker.fill('صابون');
  await expect(app.getByText(words.newOrder.picker.offline)).toBeVisible();
  // The list must contain exactly one option, which adds a custom line.
  await expect(options).toHaveCount(1);
  await takePicture(page, 'picker-offline-ar');
  await page.context().setOffline(false);
  await expect(app.getByText(words.newOrder.picker.offline)).toBeHidden();
  await page.context().close();
});
