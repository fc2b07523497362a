import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { plainAmount } from '@/lib/shared/numbers/money';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { openStore, phone } from '@/tests/support/e2e/open-store';
import { expectAccessible, openTab } from '@/tests/support/e2e/quote-tab';
import { callAction } from '@/tests/support/e2e/sent-quotes';
import { markAsCash, platformOrder, sell } from '@/tests/support/e2e/store-orders';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { untilRow } from '@/tests/support/e2e/until-row';
import type { Stack } from '@/tests/support/stack/stack';
import { test } from '@/tests/support/e2e/fixtures';

let stack: Stack;
test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('cash');
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

for (const [language, currency, carrier] of [
  ['ar', 'SYP', 'شحن حلب'],
  ['en', 'USD', 'Aleppo Express'],
] as const)
  test(`an order is shipped and delivered, the merchant records the remittance, the balance falls, and undo brings it back: ${language}, on a phone`, async ({
    browser,
  }) => {
    const store = await openStore(stack, currency);
    const { words, installId, storeId } = store;
    const order = await sell({ stack, storeId, installId }, { quantities: [1] });
    await markAsCash({ stack, storeId, installId }, order.id);
    const tab = await openTab(browser, stack, store, `/orders/${order.id}`, phone);
    const { app, page } = tab;
    await expect(app.locator('[data-order-cash=to_hand_over]')).toBeVisible();
    const lines = order.items.map(({ id, quantity }) => ({ order_item_id: id, quantity }));
    await callAction(tab.store, 'fulfillOrderAction', {
      installId,
      orderId: order.id,
      operationId: randomUUID(),
      fulfillment: { lines, status: 'shipped', provider: carrier, tracking_number: 'T-1' },
    });
    await expect(app.locator('[data-order-cash=with_carrier]')).toContainText(carrier);
    const fulfillmentId = (await platformOrder({ stack, storeId, installId }, order.id)).fulfillments[0]?.id;
    await callAction(tab.store, 'changeFulfillmentAction', {
      installId,
      orderId: order.id,
      operationId: randomUUID(),
      fulfillmentId,
      change: { status: 'delivered' },
    });
    await expect(app.locator('[data-order-cash=delivered]')).toBeVisible();
    await untilRow(stack, `SELECT 1 FROM orders WHERE install_id = $1 AND id = $2 AND status = 'delivered'`, [
      installId,
      order.id,
    ]);

    await tab.open('/cash');
    const balance = app.locator('[data-balance]').filter({ hasText: carrier });
    const { amount_minor, decimals } = order.total;
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    const amount = new Intl.NumberFormat('en', digits).format(Number(plainAmount(amount_minor, decimals)));
    await expect(balance).toContainText(amount);
    await expectAccessible(tab, 'cash');
    await takePicture(page, `cash-${language}`);

    await balance.getByRole('button', { name: words.cash.balances.record }).click();
    const dialog = app.getByRole('dialog', { name: words.cash.post.title });
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await expectAccessible(tab, 'cash-post');
    await takePicture(page, `cash-post-${language}`);
    await dialog.getByRole('button', { name: words.cash.post.confirm }).click();
    await expect(dialog).toBeHidden();
    await expect(balance).toHaveCount(0);

    await tab.open(`/orders/${order.id}`);
    await expect(app.locator('[data-order-cash=remitted]')).toContainText(words.cash.order.notebook_only);
    await takePicture(page, `cash-order-${language}`);

    await tab.open('/cash?state=remitted');
    await expect(app.locator(`[data-cash-order="${order.id}"]`)).toHaveAttribute('data-state', 'remitted');
    const posting = app.locator('[data-posting]');
    await posting.getByRole('button').click();
    await app.getByRole('button', { name: words.cash.postings.confirm.yes }).click();
    await expect(posting).toHaveAttribute('data-undone', 'true');
    await expect(balance).toContainText(amount);
    await takePicture(page, `cash-undone-${language}`, { fullPage: true });
    await page.context().close();
  });
