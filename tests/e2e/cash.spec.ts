import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { plainAmount } from '@/lib/shared/numbers/money';
import { closeAfterAborts, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { expectAccessible, openTab } from '@/tests/support/e2e/quote-tab';
import { callAction } from '@/tests/support/e2e/sent-quotes';
import { deliverForCash } from '@/tests/support/e2e/deliver-for-cash';
import { markAsCash, platformOrder, sell } from '@/tests/support/e2e/store-orders';
import { asTenant } from '@/tests/support/stack/as-system';
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

    // The card of an order shows its parts in this order: the amount, the carrier and the date, and last the order
    // number with the button.
    const card = app.locator(`[data-cash-order="${order.id}"]`);
    const top = async (selector: string) => (await card.locator(selector).first().boundingBox())?.y ?? -1;
    const tops = [await top('td:nth-child(1)'), await top('td:nth-child(3)'), await top('td:nth-child(5)')];
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
    expect(new Set(tops).size).toBe(3);
    // The card also contains the shipment and the days, besides the amount, the carrier and the date. The text above the
    // list names the next step once.
    // The focus moves from the top of the card to its bottom, in the same order as the controls on the screen.
    await expect(card.locator('[data-tracking]')).toContainText('T-1');
    await expect(card.locator('[data-days]')).toHaveAttribute('data-days', '0');
    await expect(card.locator('[data-next]')).toHaveCount(0);
    await expect(app.locator('[data-list-step=collect]')).toContainText(words.cash.list.next.collect);
    const controls = await card.locator('a, button').all();
    expect(controls).toHaveLength(3);
    const bottoms = [];
    for (const control of controls) {
      const box = await control.boundingBox();
      bottoms.push((box?.y ?? 0) + (box?.height ?? 0));
    }
    expect(bottoms).toEqual(bottoms.toSorted((one, other) => one - other));

    // A carrier calls and says a number. The search finds the order by its order number or tracking number, in any state.
    const search = app.getByRole('textbox', { name: words.cash.list.search.label });
    const currentTab = app.locator('[data-cash-orders] [aria-current]');
    await search.fill('no such number');
    await expect(app.getByText(words.cash.list.search.none)).toBeVisible();
    await expectAccessible(tab, 'cash-search');
    await takePicture(page, `cash-search-none-${language}`);
    for (const typed of ['t 1', `#${order.order_number}`]) {
      await search.fill(typed);
      await expect(app.getByText(words.cash.list.search.none)).toBeHidden();
      await expect(app.locator('[data-cash-order]')).toHaveCount(1);
      await expect(card.locator('[data-next=collect]')).toBeVisible();
      await expect(currentTab).toHaveCount(0);
    }
    // A user may also type a phone number there, so the URL has only a key (S8).
    const { search: query } = new URL(page.frames()[1]?.url() ?? '');
    expect(query).toMatch(/^\?search=[0-9a-f]{8}$/);
    await takePicture(page, `cash-search-${language}`);
    await search.fill('');
    await expect(currentTab).toHaveText(words.cash.tabs.owed);

    // The top of the screen shows how much cash the carriers owe the store. Each carrier has one block: the name of the
    // carrier, and one amount for each currency. Each control in the block contains the carrier's name in its own name.
    const [outside] = await asTenant(
      stack,
      installId,
      'SELECT sum(owed_minor)::int AS minor FROM cash_orders WHERE install_id = $1 AND currency = $2',
      [currency],
    );
    const sum = { ...order.total, amount_minor: Number((outside as { minor: number }).minor) };
    await expect(app.locator(`[data-total=${currency}]`)).toContainText(money(sum));
    await expect(balance.getByRole('heading')).toHaveText(carrier);
    await expect(balance.locator('[data-owed]')).toHaveCount(1);
    await expect(balance.locator(`[data-owed=${currency}]`)).toContainText(amount);
    for (const control of await balance.locator('a, button').all())
      await expect(control).toHaveAccessibleName(new RegExp(carrier));
    await expect(app.locator('[data-carrier]').filter({ hasText: carrier })).toHaveCount(0);

    // The name of the carrier and the number of the order are aligned at the start of the card. The button is at the
    // end of the card.
    const [number, name, button] = await app.locator(`[data-cash-order="${order.id}"]`).evaluate((row) =>
      ['a', 'td:nth-child(3) bdi', 'td:last-child button'].map((selector) => {
        const box = row.querySelector(selector)?.getBoundingClientRect();
        const all = row.getBoundingClientRect();
        if (!box) throw new Error(`the row has no ${selector}`);
        const [start, end] = [box.left - all.left, all.right - box.right];
        return getComputedStyle(row).direction === 'rtl' ? { start: end, end: start } : { start, end };
      }),
    );
    expect(name?.start).toBeCloseTo(number?.start ?? 0, 0);
    expect(button?.end).toBeLessThan(20);

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
    // The payment card shows the cash that was recorded as received. The card no longer shows the amount as expected
    // cash.
    const payment = app.locator('[data-payment=remittance]');
    const recorded = payment.locator('[data-recorded-cash=remitted]');
    const [install] = await asTenant(stack, installId, 'SELECT timezone FROM installs WHERE install_id = $1');
    const { timezone: timeZone } = install as { timezone: string };
    const today = new Intl.DateTimeFormat('en', { day: 'numeric', timeZone }).format(new Date());
    for (const part of [amount, carrier, today]) await expect(recorded).toContainText(part);
    const awaiting = words.orderPage.payment.kind.remittance.split('<')[0]?.trim() ?? '';
    await expect(payment.getByText(awaiting)).toHaveCount(0);
    await expect(payment.getByText(words.orderPage.payment.recordHint)).toHaveCount(0);
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

for (const [language, currency, carrier] of [
  ['ar', 'SYP', 'شحن حمص'],
  ['en', 'USD', 'Homs Express'],
] as const)
  test(`the store marks the orders of a carrier as paid, and the cash screen lists them until their cash is recorded: ${language}, on a phone`, async ({
    browser,
  }) => {
    const store = await openStore(stack, currency);
    const { words } = store;
    const { balances, unrecorded, post, postings, state } = words.cash;
    const tab = await openTab(browser, stack, store, '/cash', phone);
    const { app, page } = tab;
    const orders = [await deliverForCash(tab.store, carrier), await deliverForCash(tab.store, carrier)];
    const balance = app.locator('[data-balance]').filter({ hasText: carrier });
    await expect(balance).toContainText(money(...orders.map(({ total }) => total)));
    const card = app.locator('[data-unrecorded]').filter({ hasText: carrier });
    await expect(card).toHaveCount(0);
    for (const { id, total } of orders)
      await stack.sandbox.control('POST', `/orders/${id}/payments`, { amount_minor: total.amount_minor });

    // The debt leaves the balances, and the card has the same sum.
    await expect(card).toContainText(money(...orders.map(({ total }) => total)));
    await expect(balance).toHaveCount(0);
    await expect(app.getByRole('heading', { name: unrecorded.title })).toBeVisible();
    for (const control of await card.locator('a, button').all())
      await expect(control).toHaveAccessibleName(new RegExp(carrier));
    await expectAccessible(tab, 'cash-unrecorded');
    await card.scrollIntoViewIfNeeded();
    await takePicture(page, `cash-unrecorded-${language}`);

    await card.getByRole('link', { name: balances.show }).click();
    await expect(app.locator('[data-cash-orders] [aria-current]')).toHaveText(state.paid);
    const rows = app.locator('[data-cash-order][data-state=paid]');
    await expect(rows).toHaveCount(2);
    await expect(app.locator('[data-list-step=paidInStore]')).toBeVisible();
    await takePicture(page, `cash-unrecorded-list-${language}`);

    // No cash is to come for one of the orders.
    const dialog = app.getByRole('dialog', { name: post.title });
    await app.locator(`[data-cash-order="${orders[0]?.id}"]`).getByRole('button').last().click();
    await dialog.getByText(post.written_off, { exact: true }).click();
    await dialog.getByRole('textbox', { name: post.note }).fill('paid by card');
    await dialog.getByRole('button', { name: post.confirm }).click();
    await expect(dialog).toBeHidden();
    await expect(rows).toHaveCount(1);

    // The carrier hands over the cash of the other order.
    await card.getByRole('button', { name: balances.record }).click();
    await expect(dialog.getByRole('checkbox')).toHaveCount(1);
    await dialog.getByRole('button', { name: post.confirm }).click();
    await expect(dialog).toBeHidden();
    await expect(card).toHaveCount(0);
    await expect(rows).toHaveCount(0);

    await app.locator('[data-posting]').first().getByRole('button').click();
    await app.getByRole('button', { name: postings.confirm.yes }).click();
    await expect(card).toContainText(money(orders[1]?.total as OrderDetail['total']));
    await page.context().close();
  });

/** Returns how many postings (stored actions that add cash entries) are still valid, and how many were undone. */
const postingsOf = async (installId: string) =>
  (
    await asTenant(
      stack,
      installId,
      `SELECT count(*) FILTER (WHERE undone_at IS NULL)::int AS valid, count(undone_at)::int AS undone
       FROM cash_postings WHERE install_id = $1`,
    )
  )[0];

/**
 * Aborts each POST request of the page, so that the page gets no response. The server receives the request only if
 * `arrives` is true.
 */
const loseAnswers = (page: Page, arrives: boolean) =>
  page.route('**/cash', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    if (arrives) await route.fetch();
    return route.abort();
  });

test('while the answer to a posting is lost, its list stays as the user saw it, and the same press again does not post twice: Arabic, phone', async ({
  browser,
}) => {
  const store = await openStore(stack, 'KWD');
  const { words, installId, storeId } = store;
  const carrier = 'شحن الشام';
  const page = await openAlone(browser, stack, store, { path: '/orders', viewport: phone });
  const handle = { page, stack, storeId, installId };
  const first = await deliverForCash(handle, carrier);
  await page.goto(`${stack.appUrl}/i/${installId}/cash`);
  await page.locator('[data-live=live]').waitFor({ state: 'attached' });
  const balance = page.locator('[data-balance]').filter({ hasText: carrier });
  await balance.getByRole('button', { name: words.cash.balances.record }).click();
  const dialog = page.getByRole('dialog', { name: words.cash.post.title });
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);

  // The carrier delivers another order while the form is open. The page behind the form shows this order, but the list
  // in the form does not change.
  const second = await deliverForCash(handle, carrier);
  await expect(balance).toContainText(money(first.total, second.total));
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await expect(dialog).toContainText(first.order_number);

  await loseAnswers(page, true);
  const confirm = dialog.getByRole('button', { name: words.cash.post.confirm });
  await confirm.click();
  await expect(dialog.getByText(words.cash.problem.no_answer)).toBeVisible();
  // The page behind the form already shows the result of the posting. The list in the form is unchanged, and its
  // controls are disabled.
  await expect(balance).toContainText(money(second.total));
  expect(await postingsOf(installId)).toEqual({ valid: 1, undone: 0 });
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await expect(dialog.getByRole('checkbox')).toBeDisabled();
  await expect(dialog.getByRole('textbox').first()).toBeDisabled();
  await takePicture(page, 'cash-lost-ar');

  await page.unroute('**/cash');
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('[data-posting]')).toHaveCount(1);
  expect(await postingsOf(installId)).toEqual({ valid: 1, undone: 0 });
  await expect(balance).toContainText(money(second.total));
  await closeAfterAborts(page);
});

test('an undo that does not reach the server says so and changes nothing, and an undo whose answer is lost is done once: English, phone', async ({
  browser,
}) => {
  const store = await openStore(stack, 'AED');
  const { words, installId, storeId } = store;
  const { postings, problem } = words.cash;
  const page = await openAlone(browser, stack, store, { path: '/orders', viewport: phone });
  const order = await deliverForCash({ page, stack, storeId, installId }, 'Damascus Express');
  const line = { orderId: order.id, kind: 'remitted', currency: order.total.currency };
  for (const amountMinor of [100, 200])
    await callAction({ page, stack, storeId, installId }, 'postCashAction', {
      operationId: randomUUID(),
      note: '',
      lines: [{ ...line, amountMinor }],
    });
  await page.goto(`${stack.appUrl}/i/${installId}/cash`);
  await page.locator('[data-live=live]').waitFor({ state: 'attached' });
  const entries = page.locator('[data-posting]');
  await expect(entries).toHaveCount(2);
  const question = page.getByRole('dialog', { name: postings.confirm.title });
  const undo = async (index: number) => {
    await entries.nth(index).getByRole('button').click();
    await question.getByRole('button', { name: postings.confirm.yes }).click();
  };

  await loseAnswers(page, false);
  await undo(0);
  await expect(question.getByText(problem.no_answer)).toBeVisible();
  await expect(entries.nth(0)).toHaveAttribute('data-undone', 'false');
  expect(await postingsOf(installId)).toEqual({ valid: 2, undone: 0 });
  await takePicture(page, 'cash-undo-lost-en');
  await page.unroute('**/cash');
  await question.getByRole('button', { name: postings.confirm.yes }).click();
  await expect(question).toBeHidden();
  await expect(entries.nth(0)).toHaveAttribute('data-undone', 'true');
  expect(await postingsOf(installId)).toEqual({ valid: 1, undone: 1 });

  // The app reads the list again after every outcome of an undo. So the list shows the undo, although the response to
  // the request was lost.
  await loseAnswers(page, true);
  await undo(1);
  await expect(entries.nth(1)).toHaveAttribute('data-undone', 'true');
  await expect(entries.getByRole('button')).toHaveCount(0);
  expect(await postingsOf(installId)).toEqual({ valid: 0, undone: 2 });
  await closeAfterAborts(page);
});

/** Returns the sum of amounts as the cash notebook shows it, in Latin digits. */
function money(...amounts: OrderDetail['total'][]): string {
  const decimals = amounts[0]?.decimals ?? 0;
  const sum = amounts.reduce((minor, { amount_minor }) => minor + amount_minor, 0);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat('en', digits).format(Number(plainAmount(sum, decimals)));
}
