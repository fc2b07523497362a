import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { expectAccessible, openTab } from '@/tests/support/e2e/quote-tab';
import { callAction } from '@/tests/support/e2e/sent-quotes';
import { sell } from '@/tests/support/e2e/store-orders';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { untilRow } from '@/tests/support/e2e/until-row';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';

let stack: Stack;
test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('cash-day', fewPastOrders);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

for (const [language, currency, decimals, reason] of [
  ['ar', 'SYP', 0, 'عملة مزوّرة'],
  ['en', 'USD', 2, 'One note was false'],
] as const)
  test(`the merchant closes the day: a difference needs a reason, the record is shared, printed and corrected, and a later posting does not change it: ${language}, on a phone`, async ({
    browser,
  }) => {
    const store = await openStore(stack, currency);
    const { words, installId, storeId } = store;
    const order = await sell({ stack, storeId, installId }, { quantities: [1] });
    await untilRow(stack, `SELECT 1 FROM orders WHERE install_id = $1 AND id = $2`, [installId, order.id]);
    const one = 10 ** decimals;
    const tab = await openTab(browser, stack, store, '/cash', phone);
    const { app, page } = tab;
    const remit = (amountMinor: number) =>
      callAction(tab.store, 'postCashAction', {
        operationId: randomUUID(),
        note: '',
        lines: [{ orderId: order.id, kind: 'remitted', amountMinor, currency }],
      });
    expect(await remit(50 * one)).toContain('"code":"posted"');

    // The request for the data of the day must contain the date. After midnight, a request without a date would return
    // the next day, and the form of the next day would replace the open form.
    const reads: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/i\/[^/]+\/cash\/day/.test(request.url())) reads.push(request.url());
    });
    await app.getByRole('link', { name: words.cashDay.title }).click();
    const sum = app.locator(`[data-day-sum=${currency}]`);
    await expect(sum.locator('[data-part=remitted]')).toContainText('50');
    // The form has one drawer (counted cash) for each currency, and a sandbox store may have orders in several
    // currencies.
    const drawers = app.locator('[data-close-form] [data-day-sum]');
    for (const drawer of await drawers.all()) {
      const { opening, counted } = words.cashDay.part;
      const fields = [opening, counted].map((label) => drawer.getByLabel(label));
      // A currency without movement is folded and has the amount 0, so the user need not type it.
      const isFolded = await drawer.isHidden();
      for (const field of fields) await (isFolded ? expect(field).toHaveValue('0') : field.fill('0'));
    }
    await sum.getByLabel(words.cashDay.part.opening).fill('100');
    await sum.getByRole('button', { name: words.cashDay.other.add }).click();
    await sum.getByLabel(words.cashDay.other.label, { exact: true }).fill('x');
    await sum.getByLabel(words.cashDay.other.amount, { exact: true }).fill('20');
    await sum.getByLabel(words.cashDay.part.counted).fill('125');
    const difference = sum.locator('[data-difference]');
    await expect(difference).toHaveAttribute('data-difference', 'short');
    // The counted amounts are still there after a reload, and leaving the page asks first.
    const { leave } = words.ui;
    await app.getByRole('main').getByRole('link', { name: words.cashDay.back, exact: true }).click();
    const question = app.getByRole('dialog', { name: leave.title });
    await question.getByRole('button', { name: leave.stay }).click();
    page.on('dialog', (dialog) => void dialog.accept());
    await tab.open('/cash/day');
    await expect(sum.getByLabel(words.cashDay.part.counted)).toHaveValue('125');
    await expect(sum.getByLabel(words.cashDay.other.label, { exact: true })).toHaveValue('x');
    await expect(difference).toHaveAttribute('data-difference', 'short');
    await expectAccessible(tab, 'cash-day-form');
    await takePicture(page, `cash-day-form-${language}`, { fullPage: true });

    await app.getByRole('button', { name: words.cashDay.form.close }).click();
    await expect(sum.getByText(words.cashDay.form.reasonMissing)).toBeVisible();
    await expect(sum.getByLabel(words.cashDay.form.reason)).toBeFocused();
    await expect(app.locator('[data-closed=true]')).toHaveCount(0);
    await expectAccessible(tab, 'cash-day-reason-missing');
    await takePicture(page, `cash-day-reason-${language}`);
    await sum.getByLabel(words.cashDay.form.reason).fill(reason);
    await app.getByRole('button', { name: words.cashDay.form.close }).click();
    await expect(app.locator('[data-closed=true]')).toBeVisible();
    await expect(difference).toHaveAttribute('data-difference', 'short');
    await expect(sum).toContainText(reason);
    await expectAccessible(tab, 'cash-day-record');
    await takePicture(page, `cash-day-record-${language}`, { fullPage: true });

    const share = app.locator('[data-share-day]');
    const url = new URL((await share.getAttribute('href')) ?? '');
    expect(url.origin + url.pathname).toBe('https://wa.me/');
    const text = url.searchParams.get('text') ?? '';
    expect(text).toContain(words.cashDay.part.counted);
    expect(text).toContain('125');
    // The message to WhatsApp must not contain reasons and labels, because a user can write a person's name in them.
    expect(text).not.toContain(reason);

    // The print page opens in a new tab outside the store admin. The test opens it in a new browser, which has its own
    // session.
    const print = app.locator('[data-print-day]');
    await expect(print).toHaveAttribute('target', '_blank');
    const paper = await openAlone(browser, stack, store, { path: '/cash', viewport: phone });
    await paper.goto(stack.appUrl + ((await print.getAttribute('href')) ?? ''));
    const document = paper.locator('article.paper');
    await expect(document).toContainText(reason);
    await expect(document).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    const wide = await paper.locator('html').evaluate((html) => html.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await takePicture(paper, `cash-day-print-${language}`, { fullPage: true });
    expect(await axeFaults(paper, { top: 'html' })).toEqual([]);
    await paper.context().close();

    expect(await remit(30 * one)).toContain('"code":"posted"');
    await expect(app.locator('[data-changed=remitted]')).toContainText('80');
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.filter((url) => !/[?&]day=20\d\d-/.test(url))).toEqual([]);
    await expect(sum.locator('[data-part=remitted]')).toContainText('50');
    await takePicture(page, `cash-day-changed-${language}`);

    await app.getByRole('button', { name: words.cashDay.correct, exact: true }).click();
    await expect(sum.locator('[data-part=remitted]')).toContainText('80');
    await sum.getByLabel(words.cashDay.part.counted).fill('160');
    await expect(sum.locator('[data-difference]')).toHaveAttribute('data-difference', 'none');
    await app.getByRole('button', { name: words.cashDay.form.correct }).click();
    await expect(app.locator('[data-version="2"]')).toBeVisible();
    await expect(app.locator('[data-corrected="1"]')).toBeVisible();
    await expect(app.locator('[data-changed]')).toHaveCount(0);
    await expect(app.locator('[data-closed-day]')).toHaveCount(1);
    await takePicture(page, `cash-day-corrected-${language}`, { fullPage: true });
    await page.context().close();
  });
