import { expect, type Page } from 'playwright/test';
import { closeAfterAborts } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;
let stores: Record<'ar' | 'en', InstalledStore>;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('page-texts', fewPastOrders);
  const [ar, en] = await Promise.all([openStore(stack, 'SYP'), openStore(stack, 'USD')]);
  stores = { ar, en };
});

const textsPath = /\/_next\/static\/texts\/[0-9a-f]{16}\.json/;

/** Returns the bytes that the last load of the page transferred for the file with the texts; 0 if it was cached. */
async function textsBytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const loads = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return loads
      .filter(({ name }) => name.includes('/_next/static/texts/'))
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  });
}

for (const language of ['ar', 'en'] as const) {
  test(`no page contains the texts of all screens; the browser loads their file once and caches it: ${language}`, async ({
    browser,
  }) => {
    const store = stores[language];
    const page = await openAlone(browser, stack, store, { viewport: phone });
    expect(await textsBytes(page)).toBeGreaterThan(10_000);

    const response = await page.reload();
    const html = (await response?.text()) ?? '';
    await page.locator('[data-live=live]').waitFor({ state: 'attached' });
    expect(await textsBytes(page)).toBe(0);
    // The orders list does not show this text.
    const otherText = store.words.problem.new_version.required;
    expect(html).toContain(store.words.orders.title);
    expect(html).not.toContain(otherText);

    const file = await page.context().request.get(stack.appUrl + (textsPath.exec(html)?.[0] ?? ''));
    expect(file.status()).toBe(200);
    expect(file.headers()).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/^application\/json/),
      'x-content-type-options': 'nosniff',
    });
    expect(await file.json()).toMatchObject({ problem: { new_version: { required: otherText } } });
    await page.context().close();
  });

  test(`without the file of the texts, the page shows what the server rendered, and starts when the file arrives: ${language}`, async ({
    browser,
  }) => {
    const store = stores[language];
    const page = await openAlone(browser, stack, store, { viewport: phone });
    let aborted = 0;
    await page.route(textsPath, (route) => {
      aborted += 1;
      return route.abort();
    });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: store.words.orders.title })).toBeVisible();
    await expect.poll(() => aborted).toBeGreaterThan(2);
    await expect(page.locator('[data-order]').first()).toBeVisible();
    await expect(page.locator('[data-live=live]')).toBeHidden();

    await page.unroute(textsPath);
    await page.locator('[data-live=live]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: new RegExp(`^${store.words.orders.filters.title}`) }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await closeAfterAborts(page);
  });
}
