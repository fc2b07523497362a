import { expect } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { layoutFaults, sumOf, takeShifts, watchRequests, watchShifts } from '@/tests/support/e2e/layout';
import { signIn } from '@/tests/support/e2e/merchant';
import { openStore, untilMirrored } from '@/tests/support/e2e/open-store';
import { sell } from '@/tests/support/e2e/store-orders';
import { reinstall } from '@/tests/support/e2e/reinstall';
import { untilRow } from '@/tests/support/e2e/until-row';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { lookAt, type ScreenFixture, type Show } from '@/tests/support/screens/screen-fixture';
import { screens } from '@/tests/support/screens/screens';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('layout', fewPastOrders);
});

/**
 * Names of the screens to check, as in tests/support/screens. Many of the screens appear only after a press, for
 * example on a button that opens a dialog.
 */
const stories = [
  'home-tables',
  'index-filters',
  'index-selected',
  'courier',
  'runs',
  'palette',
  'new-order',
  'order-moves',
  'order-fulfil',
  'order-refund',
  'quotes-list',
  'quotes-settings',
  'quote-share',
  'quote-accept',
  'products',
  'product-adjust',
  'stock-sheet',
  'discounts',
  'activity-filters',
  'developers-rotate',
  'settings',
  'import',
  'developers',
];

/**
 * Screens for which layout shifts do not count, because the last press changes the layout intentionally. In
 * `index-selected`, checkboxes and a bar appear. In `quote-accept`, the quote becomes an order more than 500 ms after
 * the press, so the browser does not attribute the shift to the press.
 */
const changedByPress = ['index-selected', 'quote-accept'];

const shiftMax = 0.02;

const allDetailsRead = `SELECT FROM orders WHERE install_id = $1 AND id = $2 AND NOT EXISTS (
  SELECT FROM orders o WHERE o.install_id = $1 AND o.deleted_at IS NULL
    AND (o.detail_updated_at IS NULL OR o.detail_updated_at < o.updated_at))`;

for (const [currency, language, words] of [
  ['SYP', 'ar', ar],
  ['USD', 'en', en],
] as const)
  test(`U17: no screen scrolls sideways at 320 px or at 200 % zoom, every control can be pressed, and the layout shifts by at most ${shiftMax}: ${language}`, async ({
    browser,
  }) => {
    test.setTimeout(900_000);
    const first = await openStore(stack, currency);
    const { storeId, installId } = (await reinstall(browser, stack, first)).store;
    // A few of the checked screens need an order that can still be shipped.
    const { id } = await sell({ stack, storeId, installId }, { quantities: [1] });
    // Waits until the app has read the order and the details of all past orders. Without this wait, a screen could
    // change while it is measured; for example, the sums on the home screen could change.
    await untilMirrored(stack, installId);
    await untilRow(stack, allDetailsRead, [installId, id]);
    const { orders } = await stack.sandbox.control<Pick<ScreenFixture, 'orders'>>(
      'GET',
      `/dump?store_id=${storeId}`,
    );
    const signedIn = await browser.newContext();
    await signIn(await signedIn.newPage(), stack, storeId);
    const storageState = await signedIn.storageState();
    await signedIn.close();
    const origin = `${stack.appUrl}/i/${installId}`;
    for (const width of [320, 1280])
      for (const name of stories)
        await test.step(`${name} ${width} px`, async () => {
          // Each screen gets its own browser context. In a shared context, a form would restore the draft of an earlier
          // screen.
          const viewport = { width, height: 740 };
          const context = await browser.newContext({ locale: language, viewport, storageState });
          const page = await context.newPage();
          await watchShifts(page);
          const untilAnswered = watchRequests(page);
          const fixture = { page, stack, words, storeId, installId, origin, orders, isPhone: width < 640 };
          await lookAt(fixture, screens[name] as Show, async () => {
            await page.locator('[data-live=live]').waitFor({ state: 'attached' });
            await untilAnswered();
            const shifts = changedByPress.includes(name) ? [] : await takeShifts(page);
            // The test also counts layout shifts directly after an input, because the user may press the wrong button
            // if a button moves under the finger.
            const what = `${name} ${language} ${width} px: ${JSON.stringify(shifts)}`;
            if (process.env.SHIFTS) console.log(sumOf(shifts).toFixed(4), what);
            expect.soft(sumOf(shifts), what).toBeLessThanOrEqual(shiftMax);
            await takePicture(page, `layout-${name}-${language}-${width}`);
            expect.soft(await layoutFaults(page), `${name} ${width} px`).toEqual([]);
            if (width > 320) return;
            // A laptop of 1280 px at 200 % zoom has a page width of 640 px (WCAG 1.4.4). The narrowest phone
            // has 320 px (WCAG 1.4.10).
            await page.setViewportSize({ width: 640, height: 370 });
            // The browser reports the new size of the window late, and an open menu moves only after the report. So the
            // test repeats the check until it succeeds.
            await expect
              .configure({ soft: true, message: `${name} 640 px` })
              .poll(() => layoutFaults(page))
              .toEqual([]);
          });
          await context.close();
        });
  });
