import { expect } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults, rulesIn } from '@/tests/support/e2e/axe-faults';
import { catalogueScreens } from '@/tests/support/screens/catalogue-screens';
import { signIn } from '@/tests/support/e2e/merchant';
import { openStore } from '@/tests/support/e2e/open-store';
import { reinstall } from '@/tests/support/e2e/reinstall';
import { lookAt, type ScreenFixture, type Show } from '@/tests/support/screens/screen-fixture';
import { screens } from '@/tests/support/screens/screens';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { upkeepScreens } from '@/tests/support/screens/upkeep-screens';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('accessibility', fewPastOrders);
});

/**
 * Names of the screens to check, as in tests/support/screens. For orders and quotes, only the main screens
 * are in the list. Other specs check the dialogs, errors and empty lists of orders and quotes.
 */
const names = [
  'index',
  'order-placed',
  'new-order',
  ...Object.keys(catalogueScreens),
  ...Object.keys(upkeepScreens),
];

/**
 * Returns true for a screen in a special state, such as empty or failed. This spec checks such a screen only in Arabic,
 * because other specs check it in English. The structure of a screen is the same in both languages.
 */
const isState = (name: string) =>
  /^(home|products?|discounts|connection|developers|activity|settings|import)-/.test(name);

for (const [currency, language, words] of [
  ['SYP', 'ar', ar],
  ['USD', 'en', en],
] as const)
  test(`U12: axe finds no fault on any screen, light or dark, and no screen scrolls sideways on a phone: ${language}`, async ({
    browser,
  }) => {
    test.setTimeout(600_000);
    const first = await openStore(stack, currency);
    const { storeId, installId } = (await reinstall(browser, stack, first)).store;
    const { orders } = await stack.sandbox.control<Pick<ScreenFixture, 'orders'>>(
      'GET',
      `/dump?store_id=${storeId}`,
    );
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: language });
    const page = await context.newPage();
    await signIn(page, stack, storeId);
    // The app is opened outside the store admin, so that axe sees a single document and no iframe.
    const origin = `${stack.appUrl}/i/${installId}`;
    const fixture = { page, stack, words, storeId, installId, origin, orders, isPhone: true };
    for (const name of names.filter((one) => language === 'ar' || !isState(one)))
      await test.step(name, () =>
        lookAt(fixture, screens[name] as Show, async () => {
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            expect
              .soft(await axeFaults(page, undefined, rulesIn(colorScheme)), `${name} ${colorScheme}`)
              .toEqual([]);
          }
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect.soft(overflow, name).toBeLessThanOrEqual(0);
        }),
      );
    await context.close();
  });

test('axeFaults finds a fault in the document of an iframe from another origin', async ({ page }) => {
  const html = (body: string) => `<!doctype html><html lang="en"><title>t</title><body>${body}</body></html>`;
  await page.route('http://admin.test/', (route) =>
    route.fulfill({
      body: html('<iframe title="app" src="http://app.test/"></iframe>'),
      contentType: 'text/html',
    }),
  );
  await page.route('http://app.test/', (route) =>
    route.fulfill({ body: html('<button></button>'), contentType: 'text/html' }),
  );
  await page.goto('http://admin.test/');
  expect(await axeFaults(page, ['iframe', 'html'])).toMatchObject([['button-name', '<button></button>']]);
  await expect(axeFaults(page)).rejects.toThrow('has iframes');
});
