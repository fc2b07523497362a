import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { deliverForCash } from '@/tests/support/e2e/deliver-for-cash';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { callAction } from '@/tests/support/e2e/sent-quotes';
import { asTenant } from '@/tests/support/stack/as-system';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;
test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('cash-carriers', fewPastOrders);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

for (const [language, currency] of [
  ['ar', 'SYP'],
  ['en', 'USD'],
] as const)
  test(`the carrier of several orders is set at once, and the undo takes it away: ${language}, on a phone`, async ({
    browser,
  }) => {
    const store = await openStore(stack, currency);
    const { words, installId, storeId } = store;
    const { assign, balances } = words.cash;
    const page = await openAlone(browser, stack, store, { path: '/orders', viewport: phone });
    const handle = { page, stack, storeId, installId };
    const orders = [await deliverForCash(handle, null), await deliverForCash(handle, null)] as const;
    const name = language === 'ar' ? 'شحن الشام' : 'Damascus Express';
    const carrierId = randomUUID();
    const carrier = { carrierId, name, phone: '', trackingUrl: '', feeMinor: 0, isArchived: false };
    await callAction(handle, 'saveCarrierAction', carrier);
    await page.goto(`${stack.appUrl}/i/${installId}/cash`);
    await page.locator('[data-live=live]').waitFor({ state: 'attached' });
    const [unknown, known] = [
      page.locator('[data-balance=none]'),
      page.locator(`[data-balance="${carrierId}"]`),
    ];
    await expect(unknown.getByText(balances.noCarrierHint)).toBeVisible();
    await unknown.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: assign.manyTitle });
    const boxOf = ({ order_number: number }: (typeof orders)[number]) =>
      dialog.getByRole('checkbox', { name: new RegExp(`${number}\\b`) });
    for (const order of orders) await expect(boxOf(order)).toBeChecked();
    expect(await axeFaults(page)).toEqual([]);
    await takePicture(page, `cash-assign-many-${language}`);
    const confirm = dialog.locator('button[type=submit]');
    await confirm.click();
    await expect(dialog.getByText(assign.missing)).toBeVisible();
    await dialog.getByLabel(assign.carrier, { exact: true }).selectOption({ label: name });
    for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
    await confirm.click();
    await expect(dialog.getByText(assign.manyNothing)).toBeVisible();
    await boxOf(orders[0]).check();
    await confirm.click();
    await expect(dialog).toBeHidden();
    await expect(known).toBeVisible();
    const carriersOf = async () => {
      const rows = await asTenant(
        stack,
        installId,
        'SELECT carrier_id AS id FROM cash_orders WHERE install_id = $1 AND order_id = ANY($2) ORDER BY order_id = $3',
        [orders.map(({ id }) => id), orders[1].id],
      );
      return (rows as { id: string | null }[]).map(({ id }) => id);
    };
    expect(await carriersOf()).toEqual([carrierId, null]);
    await page.getByRole('button', { name: assign.undo, exact: true }).click();
    const toasts = page.getByRole('region', { name: /F8/ }).getByRole('listitem');
    await expect(toasts.filter({ hasText: assign.manyUndone })).toBeVisible();
    await expect(known).toHaveCount(0);
    expect(await carriersOf()).toEqual([null, null]);
    await page.context().close();
  });
