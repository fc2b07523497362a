import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openAlone, openStore, untilMirrored } from '@/tests/support/e2e/open-store';
import { act, plantTexts, type PlantedTexts } from '@/tests/support/e2e/plant-texts';
import type { QuoteStore } from '@/tests/support/e2e/sent-quotes';
import { openTechnicalDetails } from '@/tests/support/e2e/technical-details';
import { asSystem } from '@/tests/support/stack/as-system';
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

const texts: PlantedTexts = {
  customer: markup,
  address: markup,
  note: markup,
  discountReason: markup,
  refundReason: markup,
  answer: markup,
  driver: markup,
  sheetNote: markup,
  stopReason: markup,
  quoteCustomer: markup,
  quoteMessage: markup,
};
const phones = { customer: '+963944987613', driver: '+963955876543', quote: '+963933765432' };
const cash = { postingNote: markup, dayReason: markup, dayLine: markup };
const amounts = { postedMinor: 1_000, feeMinor: 100, dayLineMinor: 500 };

declare global {
  interface Window {
    wasRun?: number;
    violations?: string[];
  }
}

/**
 * Writes the markup into the texts of the store that plantTexts does not write: a product, the order's tags, attributes
 * and shipment, a saved view, the settings, a draft, a bulk run, and the name of a user. Returns the product and the run.
 */
async function plantMore(merchant: QuoteStore, orderId: string) {
  const { installId, storeId } = store;
  const { control } = stack.sandbox;
  const { data: product } = await control<{ data: { id: string; variants: { id: string }[] } }>(
    'POST',
    '/products',
    { store_id: storeId, name: markup, variants: [{ name: markup, price_minor: 4_500, quantity: 9 }] },
  );
  const [{ id: variantId } = { id: '' }] = product.variants;
  const { data: sold } = await control<{ data: { id: string } }>('POST', '/orders', {
    store_id: storeId,
    source: 'storefront',
    status: 'placed',
    delivery: true,
    items: [{ variant_id: variantId, quantity: 1 }],
  });
  await control('PATCH', `/orders/${sold.id}`, { note: markup, tags: [markup] });
  await untilMirrored(stack, installId);
  const change = { tags: { add: [markup], remove: [] }, attributes: { label: markup } };
  await act(merchant, 'changeOrderAction', { orderId, operationId: randomUUID(), change });
  const view = { name: markup, filters: 'status=placed', columns: null, isShared: true };
  await act(merchant, 'saveViewAction', { viewId: randomUUID(), ...view });
  const storeContact = { phone: '', address: markup, footer: markup };
  await act(merchant, 'saveSettingsAction', { settings: { storeContact } });
  const targets = [{ orderId: sold.id }];
  const runId = randomUUID();
  await act(merchant, 'startBulkAction', {
    operationId: runId,
    request: { kind: 'add_tags', input: { tags: [markup] }, targets },
  });
  await asSystem(
    stack,
    `UPDATE sessions SET actor_sub = 'staff_markup', actor_name = $2 WHERE install_id = $1`,
    [installId, markup],
  );
  await asSystem(stack, 'UPDATE installs SET store_name = $2 WHERE install_id = $1', [installId, markup]);
  return { productId: product.id, soldId: sold.id, runId };
}

/** Expects that the page shows the markup `shown` times as text at least, and ran and loaded nothing of it. */
async function expectText(page: Page, screen: string, shown: number): Promise<void> {
  const texts = page.getByText(markup);
  if (shown > 0) await expect(texts.nth(shown - 1), screen).toBeAttached();
  const found = await page.evaluate(() => ({ wasRun: window.wasRun, violations: window.violations }));
  expect(found, screen).toEqual({ wasRun: undefined, violations: [] });
  expect(await page.locator('img[src=x]').count(), screen).toBe(0);
}

test('S16: markup in the texts of a store is shown as text on every screen, and no page violates its content security policy', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, store);
  const { installId, storeId, words } = store;
  const merchant = { page, stack, storeId, installId };
  const planted = await plantTexts(merchant, texts, phones, { ...cash, ...amounts });
  const { orderId, sheetId, recordId, quote } = planted;
  const more = await plantMore(merchant, orderId);

  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      window.violations?.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  // Each entry is the path of a screen, and the minimum number of times that the screen must show the markup as text.
  for (const [screen, shown] of [
    [`/orders/${orderId}`, 8],
    [`/orders/${more.soldId}`, 4],
    [`/orders/${orderId}/print`, 3],
    [`/orders/${orderId}/print?kind=invoice`, 2],
    [`/orders/print?ids=${orderId},${more.soldId}`, 4],
    ['/orders', 2],
    [`/orders/new?from=${more.soldId}`, 1],
    ['/products', 1],
    [`/products/${more.productId}`, 1],
    ['/quotes', 1],
    [`/quotes/${quote.quoteId}`, 2],
    [`/quotes/${quote.quoteId}/print`, 1],
    [`/quotes/${quote.quoteId}/edit`, 1],
    ['/deliveries', 1],
    [`/deliveries/${sheetId}`, 3],
    [`/deliveries/${sheetId}/print`, 2],
    [`/deliveries/new?ids=${orderId}`, 1],
    ['/cash', 1],
    ['/cash/day', 1],
    ['/cash/sheet', 0],
    [`/cash/day/${recordId}/print`, 2],
    ['/runs', 1],
    [`/runs/${more.runId}`, 1],
    ['/activity', 1],
    ['/discounts', 1],
    ['/settings', 2],
    ['/settings/import', 1],
    ['/connection', 1],
    ['/connection/developers', 1],
    ['', 1],
  ] as const) {
    await page.goto(`${stack.appUrl}/i/${installId}${screen}`);
    if (screen === `/orders/${more.soldId}`) await openTechnicalDetails(page);
    await expectText(page, screen, shown);
  }

  // The dialog about a customer, the command palette, and the pages of the links.
  await page.goto(`${stack.appUrl}/i/${installId}/orders/${orderId}`);
  await page.locator('[data-live=live]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: words.person.whoIsThis }).click();
  await expect(page.getByRole('dialog')).toContainText(markup);
  await expectText(page, 'customer', 1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(markup);
  await expect(page.getByRole('option').first()).toContainText(markup);
  await expectText(page, 'palette', 1);
  await page.goto(`${stack.appUrl}/d/${planted.sheetToken}`);
  await page.locator('input[name=digits]').fill(phones.driver.slice(-4));
  await page.locator('input[name=digits]').press('Enter');
  await expect(page.locator('input[name=digits]')).toHaveCount(0);
  await expectText(page, 'driver', 3);
  await page.goto(`${stack.appUrl}/o/${planted.orderToken}`);
  await expectText(page, 'order link', 1);
  await page.goto(quote.url);
  await expectText(page, 'quote link', 1);
  await page.context().close();
  expect(takeBrowserErrors()).toEqual([]);
});
