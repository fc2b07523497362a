import { expect } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { appFrame, blockThirdPartyCookies, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, desktop, openStore, phone } from '@/tests/support/e2e/open-store';
import { takeScopes } from '@/tests/support/e2e/store-orders';
import { expectAccessible, openTab } from '@/tests/support/e2e/quote-tab';
import { reinstall, statusOf } from '@/tests/support/e2e/reinstall';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
/** The stores in which the first test removed the app and installed it again, by language. */
const reinstalledStores = new Map<string, InstalledStore>();

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('import', fewPastOrders);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

/**
 * Returns the URL of the reference chip (D11) on the order of a quote. The chip is a link to the quote, and
 * the store admin shows this link on the order's page.
 */
const chipOf = ({ installId }: InstalledStore, { quoteId }: { quoteId: string }) =>
  `${stack.appUrl}/launch?install_id=${installId}&returnTo=/i/${installId}/quotes/${quoteId}`;

for (const [language, currency, viewport] of [
  ['ar', 'SYP', phone],
  ['en', 'USD', desktop],
] as const)
  test(`data of the earlier installation is offered, and only confirmed items are imported: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const words: typeof en = language === 'ar' ? ar : en;
    const { earlierData } = words;
    const old = await openStore(stack, currency);
    const { store, quotes } = await reinstall(browser, stack, old);
    const [first, second] = quotes;
    reinstalledStores.set(language, store);
    const tab = await openTab(browser, stack, store, '', viewport);
    const { app, page } = tab;
    // The import of earlier data must be offered in the set-up guide of a new installation and in the settings.
    await expect(app.getByText(earlierData.guide.title)).toBeVisible();
    // The empty list of quotes also offers the import of the earlier quotes.
    await tab.open('/quotes');
    await expect(app.getByRole('link', { name: earlierData.card.action })).toBeVisible();
    await takePicture(page, `quotes-earlier-${language}`);
    await expectAccessible(tab, 'quotes');
    await tab.open('/settings');
    await expectAccessible(tab, 'settings');
    await app.getByRole('link', { name: earlierData.card.action }).click();
    await expect(app.getByRole('heading', { level: 1, name: earlierData.title })).toBeVisible();
    await expect(app.locator('[data-left]')).toHaveCount(3);
    await expectAccessible(tab, 'left');
    await takePicture(page, `import-${language}`);

    await takeScopes({ stack, ...store }, ['orders:create']);
    await tab.open('/settings/import');
    await expect(app.getByText(earlierData.quotes.noScope)).toBeVisible();
    await expect(app.getByText(earlierData.views.noScope)).toBeHidden();
    await expectAccessible(tab, 'without the scope');
    await takeScopes({ stack, ...store }, []);
    await tab.open('/settings/import');

    const row = (text: string) => app.locator('[data-left]').filter({ hasText: text }).getByRole('checkbox');
    const press = (name: string) => app.getByRole('button', { name, exact: true }).click();
    await row(first.number).check();
    await row('Damascus').check();
    await takePicture(page, `import-${language}-chosen`);
    await app.getByRole('button', { name: earlierData.bar.import }).dblclick();
    await expect(app.getByText(earlierData.outcome.title, { exact: true })).toBeVisible();
    await expect(app.locator('[data-left]')).toHaveCount(1);
    await expectAccessible(tab, 'brought');
    await takePicture(page, `import-${language}-brought`);
    expect([await statusOf(first.url), await statusOf(second.url)]).toEqual([200, 404]);

    await row(second.number).check();
    await press(earlierData.bar.leave);
    await expectAccessible(tab, 'asked');
    await takePicture(page, `import-${language}-leave`);
    await press(earlierData.bar.back);
    await press(earlierData.bar.leave);
    await press(earlierData.bar.leaveNow);
    await expect(app.getByText(earlierData.empty.title)).toBeVisible();
    await takePicture(page, `import-${language}-empty`);
    await tab.open('/settings');
    await expect(app.getByRole('link', { name: earlierData.card.action })).toBeHidden();
    await tab.open('/quotes');
    await expect(app.locator('[data-quote]')).toHaveCount(1);
    await app.locator(`[data-quote="${first.quoteId}"]`).getByRole('link').first().click();
    await expect(app.locator('[data-event=imported]')).toBeVisible();

    // The reference chip of the order still contains the id of the old install. A press on the chip must open the
    // imported quote in the new install.
    await tab.open('/orders');
    await app.locator('body').evaluate((_, url) => window.location.assign(url), chipOf(old, first));
    await expect(app.locator('[data-event=imported]')).toBeVisible();
    const opened = await app.locator('body').evaluate(() => window.location.pathname);
    expect(opened).toBe(`/i/${store.installId}/quotes/${first.quoteId}`);
    await page.context().close();
  });

for (const [language, currency, viewport] of [
  ['ar', 'SYP', phone],
  ['en', 'USD', desktop],
] as const)
  test(`AUT-9: after the member who connected the store loses access, another member reconnects it and the draft is still there: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = reinstalledStores.get(language) ?? (await openStore(stack, currency));
    const { entry, newOrder } = store.words;
    const before = await openTab(browser, stack, store, '/orders/new', viewport);
    const name = before.app.getByRole('textbox', { name: newOrder.customer.name, exact: true });
    await name.fill('ليلى درويش');
    await expect(
      before.app.getByText(new RegExp(`^${newOrder.draft.saved.split('<')[0]?.trim()}`)),
    ).toBeVisible();
    await before.page.context().close();

    await stack.sandbox.control('PATCH', `/installs/${store.installId}`, { member_active: false });
    // Another member of the store opens the app in a new browser, which signs in through the store admin.
    const context = await browser.newContext({ viewport, locale: store.locale });
    const page = await context.newPage();
    await blockThirdPartyCookies(context, page);
    const app = appFrame(page);
    const reconnectHeading = app.getByRole('heading', { name: entry.reconnect.title });
    // The app detects the lost access when its next request to the platform is refused. Usually the worker sends this
    // request. Until then the app shows the mirror (its own copy of the data).
    await expect(async () => {
      await page.goto(`${stack.sandbox.origin}/admin/stores/${store.storeId}/apps/${store.installId}`);
      await app.getByRole('heading', { level: 1 }).waitFor();
      const order = app.getByRole('link', { name: /^\d+$/ }).first();
      if (await order.isVisible()) await order.click({ timeout: 5_000 }).catch(() => undefined);
      await expect(reconnectHeading).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 40_000 });
    for (const text of [entry.reconnect.body, entry.reconnect.who, entry.reconnect.stored])
      await expect(app.getByText(text)).toBeVisible();
    const tab = { page, app, open: async () => undefined, store: { page, stack, ...store } };
    await expectAccessible(tab, 'reconnect');
    await takePicture(page, `reconnect-member-${language}`);
    // The store admin may open the app without a launch token. The app still opens if the browser has a valid
    // session.
    const session = (await context.cookies(stack.appUrl)).find((cookie) =>
      cookie.name.startsWith('__Host-daftar.session.'),
    );
    const launch = await fetch(`${stack.appUrl}/launch?install_id=${store.installId}`, {
      redirect: 'manual',
      headers: { cookie: `${session?.name}=${session?.value}` },
    });
    expect(launch.headers.get('location')).toBe(`/i/${store.installId}/orders`);

    await app.getByRole('link', { name: entry.reconnect.action }).click();
    await page.waitForURL(/\/oauth\/authorize/);
    await page.locator('button[value="accept"]').click();
    await page.waitForURL(new RegExp(`/admin/stores/${store.storeId}/apps/${store.installId}`));
    await page.goto(
      `${stack.sandbox.origin}/admin/stores/${store.storeId}/apps/${store.installId}?${new URLSearchParams({
        returnTo: `/i/${store.installId}/quotes?state=draft`,
      })}`,
    );
    await expect(app.getByText('ليلى درويش')).toBeVisible({ timeout: 20_000 });
    // A screen is open when the store loses its connection to the platform. The screen's live stream gets a 401, and
    // the browser logs that error.
    expect(takeBrowserErrors().filter((complaint) => !complaint.includes('401 (Unauthorized)'))).toEqual([]);
    await context.close();
  });
