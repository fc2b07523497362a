import { expect, type Locator, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takeBrowserErrors, watch } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { platformOrder, sell } from '@/tests/support/e2e/store-orders';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { digits, quoteCommand } from '@/tests/support/integration/quote-command';
import { startProgram } from '@/tests/support/stack/program';
import type { Stack } from '@/tests/support/stack/stack';
import { shipButton } from '@/tests/support/e2e/order-sections';

/* Tests what a screen reader announces to a person who uses only the keyboard. Elements are found only by role and
   name. Each step expects an announcement: the focused control with its description, a live region, a dialog or a
   heading. */

let stack: Stack;
let stores: Record<'ar' | 'en', InstalledStore>;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('screen-reader', fewPastOrders);
  const [arabic, english] = await Promise.all([openStore(stack, 'SYP'), openStore(stack, 'USD')]);
  stores = { ar: arabic, en: english };
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

const startOf = (text: string) => text.split('<')[0]?.trim() ?? '';

/** Presses Tab until the given control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 90; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${control}`);
}

/** Moves the focus to the given control with Tab and presses Enter. */
async function enter(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** Moves the focus to the given field with Tab and types. */
async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Expects that the focus is in the given part of the page. */
async function expectFocusIn(part: Locator): Promise<void> {
  await expect.poll(() => part.evaluate((element) => element.contains(document.activeElement))).toBe(true);
}

for (const language of ['ar', 'en'] as const) {
  const words: typeof en = language === 'ar' ? ar : en;

  test(`create an order: the results, the line, and the error of a field are announced, and the focus follows: ${language}`, async ({
    browser,
  }) => {
    const { newOrder } = words;
    const page = await openAlone(browser, stack, stores[language], { path: '/orders/new' });
    watch(page);
    await expect(page.getByRole('heading', { level: 1, name: newOrder.title })).toBeVisible();
    await expect(page.getByRole('main')).toHaveCount(1);

    const picker = page.getByRole('combobox', { name: newOrder.picker.label });
    await typeInto(page, picker, 'Engraving');
    await expect(picker).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('option', { name: 'Engraving' })).toHaveCount(1);
    // In the list of options, ArrowUp moves to the last option, which is the custom item.
    await page.keyboard.press('ArrowUp');
    await expect(page.locator('[role=option][aria-selected=true]')).toContainText('Engraving');
    await page.keyboard.press('Enter');
    // Each line of the order is a group with the name of its item. So a screen reader can distinguish the
    // equal fields of several lines.
    const line = page.getByRole('group', { name: 'Engraving' });
    const price = line.getByRole('textbox', { name: newOrder.line.price });
    await expect(price).toBeFocused();

    await page.keyboard.press('Control+Enter');
    await expect(price).toBeFocused();
    await expect(price).toHaveAccessibleDescription(newOrder.problem.no_price);
    await page.keyboard.type('1250');
    // No delivery method is chosen in advance. The focus moves to the choice, which reads its error.
    await page.keyboard.press('Control+Enter');
    const { title, delivery, pickup } = newOrder.delivery;
    await expect(page.getByRole('radio', { name: delivery, exact: true })).toBeFocused();
    const method = page.getByRole('radiogroup', { name: title });
    await expect(method).toHaveAccessibleDescription(newOrder.problem.no_method);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: pickup, exact: true })).toBeChecked();
    await expect(method).toHaveAccessibleDescription('');
    await page.keyboard.press('Control+Enter');
    const name = page.getByRole('textbox', { name: newOrder.customer.name, exact: true });
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(newOrder.problem.no_customer_name);
    await page.keyboard.type('Salma');
    await expect(name).toHaveAccessibleDescription('');
    await typeInto(page, page.getByRole('textbox', { name: newOrder.customer.phone }), '+963944123456');
    await enter(page, page.getByRole('button', { name: newOrder.create }).filter({ visible: true }));

    await page.waitForURL(/\/orders\/ord_/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d/);
    await page.context().close();
  });

  test(`ship an order: the dialog, an error, the effect and the result are announced, and the focus returns: ${language}`, async ({
    browser,
  }) => {
    const { fulfill } = words;
    const { sheet: sheetWords } = fulfill;
    const store = { stack, ...stores[language] };
    const { id, items } = await sell(store, { quantities: [2], status: 'processing' });
    const page = await openAlone(browser, stack, stores[language], { path: `/orders/${id}` });
    const open = shipButton(page, words);
    await enter(page, open);
    const sheet = page.getByRole('dialog', { name: sheetWords.title });
    await expectFocusIn(sheet);
    const quantity = sheet.getByRole('textbox', { name: items[0]?.name ?? '' });
    await tabTo(page, quantity);
    await expect(quantity).toHaveAccessibleDescription(/2/);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('5');
    const send = sheet.getByRole('button', { name: sheetWords.send.shipped });
    await enter(page, send);
    await expect(quantity).toBeFocused();
    await expect(quantity).toHaveAccessibleDescription(
      new RegExp(escaped(sheetWords.problem.quantity_range.replace('{max, number}', '2'))),
    );
    await page.keyboard.press('Control+A');
    await page.keyboard.type('0');
    await enter(page, send);
    await expect(sheet.getByRole('alert').filter({ hasText: sheetWords.problem.nothing })).toBeVisible();
    await tabTo(page, quantity);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1');
    await expect(
      sheet.getByRole('status').filter({ hasText: sheetWords.effect.waits_for_rest }),
    ).toBeVisible();
    // The radio buttons of a group are one Tab stop. The arrow keys select one of them.
    await tabTo(page, sheet.getByRole('radio', { name: new RegExp(`^${sheetWords.shipped}`) }));
    await page.keyboard.press('ArrowDown');
    await expect(sheet.getByRole('status').filter({ hasText: sheetWords.effect.booked })).toBeVisible();
    await enter(page, sheet.getByRole('button', { name: sheetWords.send.pending }));
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: fulfill.done.pending })).toBeAttached();
    await expect(open).toBeFocused();
    expect((await platformOrder(store, id)).fulfillments).toHaveLength(1);

    // The press ships the last pieces of the order. The screen reader must announce the result of this press too.
    await page.keyboard.press('Enter');
    await expectFocusIn(sheet);
    await enter(page, sheet.getByRole('button', { name: sheetWords.send.shipped }));
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: fulfill.done.shipped })).toBeAttached();
    await expect(page.getByText(fulfill.nothingLeft)).toBeVisible();
    // The text of the pressed button is now the next action of the order. The focus must stay on the button, so that
    // the keyboard user continues there.
    await expectFocusIn(page.getByRole('group', { name: words.orderPage.status.label, exact: true }));
    await page.context().close();
  });

  test(`U12: a navigation announces the heading of the new screen: ${language}`, async ({ browser }) => {
    const { order_number } = await sell({ stack, ...stores[language] }, { quantities: [1] });
    const page = await openAlone(browser, stack, stores[language], { path: '/orders' });
    watch(page);
    await expect(page).toHaveTitle(words.orders.title);
    const announced = page.locator('next-route-announcer [role=alert]');
    for (const [link, heading] of [
      [page.getByRole('link', { name: order_number }).first(), new RegExp(order_number)],
      [page.getByRole('link', { name: words.frame.quotes, exact: true }).first(), words.quotes.title],
      [page.getByRole('link', { name: words.frame.newOrder, exact: true }).first(), words.newOrder.title],
    ] as const) {
      await enter(page, link);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(announced).toHaveText(heading);
      await expect(page).toHaveTitle(heading);
    }
    await page.context().close();
  });

  test(`refund an order: each line has its name, the confirmation question is announced, and the focus returns: ${language}`, async ({
    browser,
  }) => {
    const { refund } = words;
    const store = { stack, ...stores[language] };
    const { id, items, order_number } = await sell(store, {
      quantities: [2, 1],
      status: 'delivered',
      paid: 'all',
    });
    const page = await openAlone(browser, stack, stores[language], { path: `/orders/${id}` });
    const open = page.getByRole('button', { name: refund.action, exact: true });
    await enter(page, open);
    const sheet = page.getByRole('dialog');
    await expect(sheet).toHaveAccessibleName(refund.sheet.title.replace('<number></number>', order_number));
    await expectFocusIn(sheet);
    await enter(page, sheet.getByRole('button', { name: refund.sheet.continue }));
    await expect(sheet.getByRole('alert').filter({ hasText: refund.problem.nothing })).toBeVisible();
    const line = sheet.getByRole('group', { name: items[1]?.name ?? '', exact: true });
    const pieces = line.getByRole('textbox', { name: refund.sheet.quantity });
    await tabTo(page, pieces);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('3');
    await enter(page, sheet.getByRole('button', { name: refund.sheet.continue }));
    await expect(pieces).toBeFocused();
    await expect(pieces).toHaveAccessibleDescription(
      new RegExp(escaped(refund.sheet.quantityRange.replace('{max, number}', '1'))),
    );
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1');
    await enter(page, sheet.getByRole('button', { name: refund.sheet.continue }));
    const question = sheet.getByText(startOf(refund.check.question));
    await expect(question).toBeFocused();
    await expect(question).toContainText(order_number);
    await enter(page, sheet.getByRole('button', { name: startOf(refund.sheet.send) }));
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: refund.done })).toBeAttached();
    await expect(open).toBeFocused();
    expect((await platformOrder(store, id)).refunds).toHaveLength(1);
    await page.context().close();
  });

  test(`accept a quote: the fields, a wrong answer and the result are announced: ${language}`, async ({
    browser,
  }) => {
    const { acceptance } = words;
    const currency = language === 'ar' ? 'SYP' : 'USD';
    const { installId } = stores[language];
    const merchant = await startProgram(stack.env);
    const command = JSON.stringify(quoteCommand(InstallId.parse(installId), { order: { currency } }));
    const sent = await merchant.run('send-quote', installId, command);
    await merchant.stop();
    const token = /"token":"([\w-]+)"/.exec(JSON.stringify(sent))?.[1];
    const context = await browser.newContext({ viewport: phone, locale: language });
    const page = await context.newPage();
    await page.goto(`${stack.appUrl}/q/${token}?lang=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Q-');
    await enter(page, page.getByRole('link', { name: acceptance.page.goToAnswer }));
    const answer = page.getByRole('region', { name: acceptance.answer.title });
    await typeInto(page, answer.getByRole('textbox', { name: acceptance.answer.name }), 'Salma');
    const field = answer.getByRole('textbox', { name: acceptance.answer.digits }).first();
    await typeInto(page, field, '0000');
    await enter(page, answer.getByRole('button', { name: acceptance.answer.accept }));
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(acceptance.problem.notSent);
    const problem = await alert.getByRole('link').innerText();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(problem);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(digits);
    await enter(page, answer.getByRole('button', { name: acceptance.answer.accept }));
    const { accepted, converted } = acceptance.state;
    await expect(
      page.getByRole('status').filter({ hasText: new RegExp(`${accepted.title}|${converted.title}`) }),
    ).toBeVisible();
    await context.close();
  });
}

test('the tables of the lists have column headers and a name', async ({ browser }) => {
  for (const path of ['/orders', '/products', '/discounts']) {
    const page = await openAlone(browser, stack, stores.en, { path });
    const table = page.getByRole('table');
    await expect(table, path).toHaveCount(1);
    const headers = await table.getByRole('columnheader').allInnerTexts();
    expect(headers.filter((text) => text.trim() !== '').length, path).toBeGreaterThan(3);
    await expect(table, path).toHaveAccessibleName(/\S/);
    await page.context().close();
  }
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
