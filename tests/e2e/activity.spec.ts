import pg from 'pg';
import { expect } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, desktop, openStore, phone, trueOrders } from '@/tests/support/e2e/open-store';
import { takeScopes } from '@/tests/support/e2e/store-orders';
import { expectAccessible, openTab } from '@/tests/support/e2e/quote-tab';
import { answerQuote, sendQuote } from '@/tests/support/e2e/sent-quotes';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('activity', fewPastOrders);
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

/**
 * Inserts a refund operation (a recorded write) with an unknown outcome, as if its response had been lost two days ago.
 */
async function leaveOutcomeUnknown({ installId }: InstalledStore, orderId: string): Promise<void> {
  const sql = new pg.Client({ connectionString: stack.databaseUrl });
  await sql.connect();
  await sql.query('SET ROLE daftar_system');
  await sql.query(
    `INSERT INTO operations (install_id, id, kind, state, idempotency_key, target, queue_key, actor_sub, actor_name,
       created_at, first_sent_at, outcome_unknown_at, ended_at, attempts, request_ids, result)
     VALUES ($1, gen_random_uuid(), 'create_refund', 'needs_review', gen_random_uuid()::text, jsonb_build_object('orderId', $2::text),
       'order ' || $2::text, 'staff_rima', 'Rima', now(), now(), now(), now(), 3, '{req_lost_1,req_lost_2}', '{"requested":{"amountMinor":12345}}')`,
    [installId, orderId],
  );
  await sql.end();
}

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`activity entries are listed, found and exported, and an unknown outcome is resolved manually: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { activity: words } = language === 'ar' ? ar : en;
    const tab = await openTab(browser, stack, store, '/activity', viewport);
    const { app, page } = tab;
    await expect(app.getByText(words.empty.title)).toBeVisible();
    const quote = await sendQuote(tab.store);
    await answerQuote(tab.store, quote, { intent: 'accept', name: 'Salma' });
    const rows = app.locator('[data-entry]');
    // The new entry must appear on the Activity screen without a reload.
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(words.kind.create_order);
    await expect(rows.getByRole('link', { name: quote.number })).toBeVisible();
    const [order] = await trueOrders(stack, store);
    await leaveOutcomeUnknown(store, order?.id ?? '');
    await tab.open('/activity');
    await expect(rows).toHaveCount(2);
    await expectAccessible(tab, 'list');
    await takePicture(page, `activity-${language}-list`, { fullPage: true });

    const search = app.getByRole('textbox', { name: words.search.label });
    await search.fill('req_lost_2');
    await expect(rows).toHaveCount(1);
    await expect(rows).toHaveAttribute('data-state', 'needs_review');
    await search.fill(order?.order_number ?? '');
    await expect(rows).toHaveCount(2);
    await search.fill('');
    await app.getByRole('button', { name: words.filters.title }).click();
    await app.getByLabel(words.filters.kind).selectOption('create_refund');
    await expectAccessible(tab, 'filters');
    const from = app.getByLabel((language === 'ar' ? ar : en).ui.dateRange.from, { exact: true });
    await from.fill('2026-11-03');
    await expect(from).toHaveAccessibleDescription(
      language === 'ar' ? 'الثلاثاء، 3 تشرين الثاني 2026' : 'Tuesday, November 3, 2026',
    );
    await takePicture(page, `activity-${language}-filters`);
    await from.fill('');
    await app.getByRole('button', { name: words.filters.apply }).click();
    await expect(rows).toHaveCount(1);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      app.getByRole('button', { name: words.export.entry }).click(),
    ]);
    const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString('utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text.trimEnd().split('\r\n')).toHaveLength(2);
    expect(text).toContain('req_lost_1 req_lost_2');

    await app.getByRole('button', { name: words.review.open }).click();
    const dialog = app.getByRole('dialog');
    await expect(dialog).toContainText(words.review.check.create_refund);
    await expect(dialog).toContainText('req_lost_1');
    // The entry must contain the amount, because the user searches for this amount in the store.
    const amount = order?.total.decimals === 0 ? '12,345' : '123.45';
    await expect(dialog.getByRole('heading', { level: 2 })).toContainText(amount);
    await expect(rows).toContainText(amount);
    await expectAccessible(tab, 'review');
    await takePicture(page, `activity-${language}-review`);
    // The link to the order is the only primary button, so that the user looks at the order before the user answers.
    // The answer "it did not happen" allows a second refund, so the dialog asks for a confirmation of this answer.
    const { happened, notHappened, confirm, look } = words.review;
    const openOrder = dialog.getByRole('link', { name: look.order.split('<')[0] ?? '' });
    await expect(openOrder).toHaveAttribute('href', new RegExp(`/orders/${order?.id}$`));
    const background = (part: typeof dialog) => part.evaluate((one) => getComputedStyle(one).backgroundColor);
    const answers = [happened, notHappened].map((name) => dialog.getByRole('button', { name, exact: true }));
    // The mouse is still where it pressed the last button. A button below it has the color of hovering until the browser
    // has moved the mouse to the heading.
    await dialog.getByRole('heading', { level: 2 }).hover();
    await expect(async () => {
      const looks = await Promise.all([openOrder, ...answers].map(background));
      expect(looks[1]).toBe(looks[2]);
      expect(looks[1]).not.toBe(looks[0]);
    }).toPass();
    await answers[1]?.click();
    await expect(dialog).toContainText(confirm.create_refund);
    await expectAccessible(tab, 'confirm');
    await takePicture(page, `activity-${language}-confirm`);
    await dialog.getByRole('button', { name: confirm.back }).click();
    await expect(rows).toHaveAttribute('data-state', 'needs_review');
    await answers[1]?.click();
    await dialog.getByRole('button', { name: notHappened, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(rows).toHaveAttribute('data-state', 'refused');
    await expect(rows).toContainText(words.refused.resolved_absent);
    // The details of the refused refund lead to its order, where the user can repeat the refund.
    await rows.getByRole('button', { name: words.details.open, exact: true }).click();
    await expect(openOrder).toHaveAttribute('href', new RegExp(`/orders/${order?.id}$`));
    await expectAccessible(tab, 'refused');
    await takePicture(page, `activity-${language}-refused`);
    await page.context().close();
  });

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`without the scope to read orders, no order number is shown and none is found: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { activity: words } = store.words;
    const tab = await openTab(browser, stack, store, '/activity', viewport);
    const [order] = await trueOrders(stack, store);
    await leaveOutcomeUnknown(store, order?.id ?? '');
    await takeScopes({ stack, ...store }, ['orders:read']);
    const typed = order?.order_number.replace('#', '') ?? '';
    await tab.open(`/activity?q=${typed}`);
    await expect(tab.app.getByText(words.noMatch.searched.replace('{words}', typed))).toBeVisible();
    await expect(tab.app.getByText(words.noMatch.searchedBody)).toBeVisible();
    await expectAccessible(tab, 'no match');
    await tab.open('/activity');
    const link = tab.app.locator('[data-entry]').getByRole('link', { name: words.about.order, exact: true });
    await expect(link.first()).toBeVisible();
    expect(await tab.app.locator('main').innerText()).not.toContain(order?.order_number);
    await tab.page.context().close();
  });
