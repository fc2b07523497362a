import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openAlone, openStore, untilMirrored } from '@/tests/support/e2e/open-store';
import { callAction, sendQuote } from '@/tests/support/e2e/sent-quotes';
import { openTechnicalDetails } from '@/tests/support/e2e/technical-details';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';

let stack: Stack;
let store: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('hostile-markup', fewPastOrders);
  store = await openStore(stack, 'USD');
});

/**
 * Markup that sets `window.wasRun` if a page inserts the markup as HTML. The markup is short enough for every text
 * field, even for a tag.
 */
const markup = '"><img src=x onerror=wasRun=1>';

declare global {
  interface Window {
    wasRun?: number;
    violations?: string[];
  }
}

test('S16: markup in the texts of a store is shown as text on every screen, and no page violates its content security policy', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, store);
  const { installId, storeId } = store;
  const { data: product } = await stack.sandbox.control<{ data: { variants: { id: string }[] } }>(
    'POST',
    '/products',
    { store_id: storeId, name: markup, variants: [{ name: markup, price_minor: 4_500, quantity: 9 }] },
  );
  const { data: order } = await stack.sandbox.control<{ data: { id: string } }>('POST', '/orders', {
    store_id: storeId,
    source: 'storefront',
    status: 'placed',
    delivery: true,
    items: [{ variant_id: product.variants[0]?.id, quantity: 1 }],
  });
  await stack.sandbox.control('PATCH', `/orders/${order.id}`, { note: markup, tags: [markup] });
  await untilMirrored(stack, installId);
  const quotes = { page, stack, storeId, installId };
  const quote = await sendQuote(quotes, { name: markup });
  for (const [name, command] of [
    [
      'changeOrderAction',
      { orderId: order.id, operationId: randomUUID(), change: { attributes: { label: markup } } },
    ],
    [
      'saveViewAction',
      { viewId: randomUUID(), name: markup, filters: 'status=placed', columns: null, isShared: true },
    ],
  ] as const)
    expect(await callAction(quotes, name, command), name).not.toMatch(/"code":"(invalid|failed)"/);

  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      window.violations?.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  // Each entry is the path of a screen, and the minimum number of times that the screen must show the markup as text.
  for (const [screen, shown] of [
    [`/orders/${order.id}`, 4],
    [`/orders/${order.id}/print`, 1],
    ['/orders', 1],
    ['/products', 1],
    ['/quotes', 1],
    [`/quotes/${quote.quoteId}`, 1],
    ['/activity', 0],
    ['', 0],
  ] as const) {
    await page.goto(`${stack.appUrl}/i/${installId}${screen}`);
    if (screen === `/orders/${order.id}`) await openTechnicalDetails(page);
    const texts = page.getByText(markup);
    if (shown > 0) await expect(texts.nth(shown - 1), screen).toBeAttached();
    const found = await page.evaluate(() => ({ wasRun: window.wasRun, violations: window.violations }));
    expect(found, screen).toEqual({ wasRun: undefined, violations: [] });
    expect(await page.locator('img[src=x]').count(), screen).toBe(0);
  }
  await page.context().close();
  expect(takeBrowserErrors()).toEqual([]);
});
