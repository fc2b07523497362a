import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { deliverForCash } from '@/tests/support/e2e/deliver-for-cash';
import { test } from '@/tests/support/e2e/fixtures';
import { closeAfterAborts, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { callAction } from '@/tests/support/e2e/sent-quotes';
import { asTenant } from '@/tests/support/stack/as-system';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;
test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('cash-entries');
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

for (const [language, currency] of [
  ['ar', 'SYP'],
  ['en', 'USD'],
] as const)
  test(`older entries are loaded page by page, and the oldest one is undone: ${language}, on a phone`, async ({
    browser,
  }) => {
    const store = await openStore(stack, currency);
    const { installId, storeId } = store;
    const words = store.words.cash.postings;
    const page = await openAlone(browser, stack, store, { path: '/orders', viewport: phone });
    const handle = { page, stack, storeId, installId };
    const order = await deliverForCash(handle, 'Damascus Express');
    const line = { orderId: order.id, kind: 'remitted', currency: order.total.currency, amountMinor: 1 };
    for (let n = 0; n < 41; n++)
      await callAction(handle, 'postCashAction', { operationId: randomUUID(), note: '', lines: [line] });
    await page.goto(`${stack.appUrl}/i/${installId}/cash`);
    await page.locator('[data-live=live]').waitFor({ state: 'attached' });
    const entries = page.locator('[data-posting]');
    const older = page.getByRole('button', { name: words.older });
    await expect(entries).toHaveCount(20);
    await page.route('**/cash/postings?*', (route) => route.abort());
    await older.click();
    await expect(page.getByText(words.olderFailed)).toBeVisible();
    await expect(entries).toHaveCount(20);
    await page.unroute('**/cash/postings?*');
    await older.click();
    await expect(entries).toHaveCount(40);
    // An entry that is recorded now moves each page, and no entry is missing or shown twice.
    await callAction(handle, 'postCashAction', { operationId: randomUUID(), note: '', lines: [line] });
    await older.click();
    await expect(entries).toHaveCount(42);
    await expect(older).toHaveCount(0);
    const ids = await entries.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-posting')));
    expect(new Set(ids).size).toBe(42);
    await entries.last().getByRole('button', { name: words.undo }).click();
    await page.getByRole('button', { name: words.confirm.yes }).click();
    await expect(entries.last()).toHaveAttribute('data-undone', 'true');
    await expect(entries).toHaveCount(42);
    const undone = await asTenant(
      stack,
      installId,
      'SELECT id FROM cash_postings WHERE install_id = $1 AND undone_at IS NOT NULL',
    );
    expect(undone).toEqual([{ id: ids.at(-1) }]);
    await closeAfterAborts(page);
  });
