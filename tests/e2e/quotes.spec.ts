import pg from 'pg';
import { expect, type FrameLocator } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { choosePickup } from '@/tests/support/e2e/choose-pickup';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, desktop, openStore, phone } from '@/tests/support/e2e/open-store';
import { expectAccessible, openTab, type Tab } from '@/tests/support/e2e/quote-tab';
import { answerQuote, callAction, sendQuote, variantInStock } from '@/tests/support/e2e/sent-quotes';
import { openSection } from '@/tests/support/e2e/order-sections';
import { openTechnicalDetails } from '@/tests/support/e2e/technical-details';
import { readInstallationNow } from '@/tests/support/e2e/store-orders';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { pickCustomLine } from '@/tests/support/e2e/pick-custom-line';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('quotes', fewPastOrders);
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(async () => {
  await stack.sandbox.control('DELETE', '/faults');
  expect(takeBrowserErrors()).toEqual([]);
});

/**
 * Returns the orders that refer to a quote by its number, from the sandbox's own data. The tests compare the app's data
 * with them.
 */
async function ordersOf(
  number: string,
  { storeId }: InstalledStore,
): Promise<{ id: string; status: string }[]> {
  type Order = { id: string; status: string; attributes: { reference?: { number: string } } };
  const { orders } = await stack.sandbox.control<{ orders: Order[] }>('GET', `/dump?store_id=${storeId}`);
  return orders.filter(({ attributes }) => attributes.reference?.number === number);
}

/**
 * Removes a scope of the install on the platform. Waits until `isSeen` finds the change in the app and no longer
 * throws. Returns a function that restores the scope.
 */
async function takeScope({ installId }: InstalledStore, scope: string, isSeen: () => Promise<void>) {
  const path = `/installs/${installId}`;
  type Scopes = { effective_scopes: string[] };
  const { effective_scopes: all } = await stack.sandbox.control<Scopes>('GET', path);
  const remaining = all.filter((one) => one !== scope);
  await stack.sandbox.control('PATCH', path, { effective_scopes: remaining });
  // Makes the worker repeat GET /installation until the app shows the changed scopes. One read may not be enough,
  // because a read that started before the change returns the old scopes. Such a read also postpones the next read by
  // an hour.
  await expect(async () => {
    await readInstallationNow(stack, installId);
    await isSeen();
  }).toPass({ timeout: 60_000 });
  return () => stack.sandbox.control('PATCH', path, { effective_scopes: all });
}

const stateOf = (app: FrameLocator, state: string) => app.locator(`p[data-state=${state}]`);

/**
 * Sets in the database how many wrong phone digits were entered on the acceptance page of a quote of the
 * Arabic store.
 */
const enteredWrongDigits = (quoteId: string, count: number) =>
  inDatabase('UPDATE quotes SET wrong_tries = $2 WHERE id = $1', [quoteId, count]);

/** Runs SQL on the test database as the app's database role. Row security restricts the SQL to the Arabic store. */
async function inDatabase(text: string, values: unknown[]): Promise<void> {
  const sql = new pg.Client({ connectionString: stack.databaseUrl });
  await sql.connect();
  try {
    await sql.query('SET ROLE daftar_app');
    await sql.query(`SELECT set_config('daftar.install_id', $1, false)`, [arabic.installId]);
    await sql.query(text, values);
  } finally {
    await sql.end();
  }
}

/** Fills an empty new-order form, sends it as a quote and returns the link of the quote. */
async function composeAndSend({ app }: Tab, words: typeof en, phoneNumber: string): Promise<string> {
  const { newOrder, quotes } = words;
  await pickCustomLine(app, words, 'Gift wrapping');
  await app.getByRole('textbox', { name: new RegExp(`^${newOrder.line.price}`) }).fill('25');
  await choosePickup(app, words);
  await app.getByRole('textbox', { name: newOrder.customer.name, exact: true }).fill('Salma Khatib');
  await app.getByRole('textbox', { name: newOrder.customer.phone }).fill(phoneNumber);
  await app.getByRole('button', { name: newOrder.sendQuote }).first().click();
  const dialog = app.getByRole('dialog');
  const validUntil = dialog.getByLabel(quotes.send.validUntil);
  await expect(validUntil).not.toHaveValue('');
  // The day is also written in words: a date input shows it as the browser writes dates.
  const [before = '', after = ''] = quotes.send.validUntilDay.split('<day></day>');
  await expect(validUntil).toHaveAccessibleDescription(
    new RegExp(`^${before}\\p{L}+[,،] .*20\\d\\d${after}$`, 'u'),
  );
  await dialog.getByRole('button', { name: quotes.send.send }).click();
  const link = dialog.getByRole('link', { name: quotes.share.whatsapp });
  const address = new URL((await link.getAttribute('href')) ?? '');
  expect(address.origin + address.pathname).toBe(`https://wa.me/${phoneNumber.replace(/\D/g, '')}`);
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  return address.searchParams.get('text') ?? '';
}

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`a quote is composed, sent, accepted by the customer, and found from its order: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const words: typeof en = language === 'ar' ? ar : en;
    const tab = await openTab(browser, stack, store, '/quotes', viewport);
    const { app, page } = tab;
    await expect(app.getByText(words.quotes.empty.title)).toBeVisible();
    await expectAccessible(tab, 'empty');
    await app.getByRole('link', { name: words.quotes.newQuote }).click();
    const message = await composeAndSend(tab, words, '+963944123456');
    await expectAccessible(tab, 'share');
    const url = /http\S+\/q\/[\w-]{43}/.exec(message)?.[0] ?? '';
    expect(message).toContain('Salma Khatib');
    await app.getByRole('button', { name: words.quotes.send.toQuote }).click();
    await expect(stateOf(app, 'sent')).toBeVisible();
    const number = (await app.getByRole('heading', { level: 1 }).innerText()).match(/Q-\d+/)?.[0] ?? '';
    expect(message).toContain(number);

    // Each action of the customer on the acceptance page must appear on the merchant's screen without a reload.
    const customer = { quoteId: '', number, version: 1, token: '', url };
    await answerQuote(tab.store, customer, { intent: 'open' });
    await expect(stateOf(app, 'opened')).toBeVisible();
    await answerQuote(tab.store, customer, { intent: 'accept', name: 'Salma' });
    await expect(stateOf(app, 'converted')).toBeVisible();
    await expect(app.getByText('Salma', { exact: true }).first()).toBeVisible();
    await expectAccessible(tab, 'converted');
    expect(await ordersOf(number, store)).toEqual([expect.objectContaining({ status: 'approved' })]);

    await app.getByRole('link', { name: words.quotes.openOrder.split(' <')[0] ?? '' }).click();
    const byCustomer = words.orderPage.timeline.byCustomer.replace('<number></number>', number);
    await openSection(app, 'timeline');
    await expect(app.getByText(byCustomer)).toBeVisible();
    // The customer picks up the order. So the page must not use the name "cash on delivery" for the payment method.
    await expect(app.getByText(words.paymentMethod.codPickup)).toBeVisible();
    // The reference chip of the order opens the quote in the app, in the same tab.
    await openTechnicalDetails(app);
    await app.getByRole('link', { name: number }).click();
    await expect(stateOf(app, 'converted')).toBeVisible();
    await app.getByRole('link', { name: words.quotes.title, exact: true }).first().click();
    // The store has sent fewer than five quotes, so the summary shows counts and no percentages.
    await expect(app.locator('[data-step=accepted]')).toHaveText('1');
    await expectAccessible(tab, 'list');
    await app.getByRole('link', { name: words.quotes.tabs.of.agreed }).click();
    await expect(app.locator('[data-quote]')).toHaveCount(1);
    await expect(app.locator('[data-quote]')).toContainText(number);
    if (language === 'ar') {
      await page.setViewportSize({ width: 320, height: 700 });
      await expectAccessible(tab, '320 px');
      const bar = app.locator('[data-bottom-bar] nav');
      expect(await bar.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });

test("a customer's change request appears live; the version sent after it replaces the old one", async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '/quotes');
  const { app, store } = tab;
  const { quotes } = en;
  const first = await sendQuote(store, { name: 'Nour Haddad' });
  await tab.open(`/quotes/${first.quoteId}`);
  await answerQuote(store, first, { intent: 'request_change', message: '<b>three</b> of them' });
  const changeRequest = app.getByRole('region', { name: quotes.change.title });
  await expect(changeRequest).toContainText('<b>three</b> of them');
  // The text must match the title exactly. So the title cannot contain anything else, such as the time of the request.
  await expect(changeRequest.getByText(quotes.change.title, { exact: true })).toBeVisible();
  await expectAccessible(tab, 'change requested');
  // The customer can still accept the quote, so the merchant cannot create an order from it. The form can only send
  // another version of the quote.
  await app.getByRole('link', { name: quotes.actions.editAndSend }).first().click();
  await expect(app.getByRole('button', { name: en.newOrder.sendQuote }).first()).toBeVisible();
  await expect(app.getByRole('radio', { name: en.newOrder.payment.mode.create })).toHaveCount(0);
  const heading = app.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(en.newOrder.changeQuote.replace('<number></number>', first.number));
  await expect(changeRequest).toContainText('<b>three</b> of them');
  const navigation = app.getByRole('navigation', { name: en.frame.navigation });
  await expect(navigation.locator('[aria-current=page]')).toHaveText(en.frame.quotes);
  await expectAccessible(tab, 'change a quote');
  await takePicture(tab.page, 'quote-change-en', { fullPage: true });
  await app
    .getByRole('link', { name: en.newOrder.backToQuote.replace('<number></number>', first.number) })
    .click();
  await expect(heading).toHaveText(quotes.one.replace('<number></number>', first.number));

  // Another staff member sends a new version of the quote while this merchant's dialog is open.
  await app.getByRole('button', { name: quotes.actions.accept }).click();
  await app.getByRole('dialog').getByRole('textbox').fill('on the phone');
  const second = await sendQuote(store, { ...first, name: 'Nour Haddad', unitPriceMinor: 100_000 });
  expect(second.url).toBe(first.url);
  expect(await answerQuote(store, first, { intent: 'accept', name: 'Nour' })).toBe(409);
  expect(await ordersOf(first.number, english)).toEqual([]);
  await expect(
    app.getByText(quotes.version.replace('{version, number}', '2'), { exact: true }).first(),
  ).toBeVisible();
  // The merchant accepts the version that the dialog shows. A newer version exists by now, so the app refuses.
  await app.getByRole('dialog').getByRole('button', { name: quotes.accept.confirm }).click();
  await expect(app.getByRole('dialog')).toContainText(quotes.write.refused.stale);
  await app.getByRole('dialog').getByRole('button', { name: quotes.accept.cancel }).click();
  await expect(changeRequest).toBeHidden();
  await app.getByRole('button', { name: quotes.actions.accept }).click();
  await app.getByRole('dialog').getByRole('textbox').fill('on the phone');
  await app.getByRole('dialog').getByRole('button', { name: quotes.accept.confirm }).click();
  await expect(stateOf(app, 'converted')).toBeVisible();
  await expect(app.getByText('on the phone').first()).toBeVisible();
  expect(await ordersOf(first.number, english)).toHaveLength(1);
  await tab.page.context().close();
});

test('the list says how fast quotes are accepted only after five acceptances', async ({ browser }) => {
  const store = await openStore(stack, 'AED');
  const tab = await openTab(browser, stack, store, '/quotes');
  const { app } = tab;
  const { funnel } = en.quotes;
  const accept = async () => {
    const sent = await sendQuote(tab.store);
    expect(await answerQuote(tab.store, sent, { intent: 'accept', name: 'Salma' })).toBe(303);
  };
  for (let count = 1; count <= 4; count += 1) await accept();
  await tab.open('/quotes');
  await expect(app.locator('[data-step=accepted]')).toHaveText('4');
  await expect(app.getByText(funnel.title, { exact: true })).toBeVisible();
  await accept();
  await expect(app.locator('[data-step=accepted]')).toContainText('5');
  await expect(app.getByText(/half were accepted within \d+ minute/)).toBeVisible();
  await tab.page.context().close();
});

test('the form that changes a sent quote shows the stock and warns of a price far from the store price', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '/quotes');
  const { app, store } = tab;
  const variant = { ...(await variantInStock(store)), quantity: 1 };
  const sent = await sendQuote(store, { variant, unitPriceMinor: 10_000 });
  await tab.open(`/orders/new?draft=${sent.quoteId}`);
  await expect(app.getByRole('heading', { level: 1 })).toContainText(sent.number);
  const { line } = en.newOrder;
  await expect(app.getByText(`${variant.stock} in stock`, { exact: true })).toBeVisible();
  await expect(app.getByText(line.stockHidden)).toHaveCount(0);
  await app.getByRole('textbox', { name: new RegExp(`^${line.price}`) }).fill('9999999');
  await expect(app.getByText(line.far)).toBeVisible();
  await tab.page.context().close();
});

test('a quote that is unanswered for a day offers a reminder by WhatsApp with the same link', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, arabic, '/quotes', phone);
  const { app, store } = tab;
  const { quotes } = ar;
  const sent = await sendQuote(store);
  await tab.open(`/quotes/${sent.quoteId}`);
  await expect(app.getByRole('button', { name: quotes.actions.share })).toBeVisible();
  await inDatabase(`UPDATE quote_events SET at = at - interval '25 hours' WHERE quote_id = $1`, [
    sent.quoteId,
  ]);
  await tab.open(`/quotes/${sent.quoteId}`);
  await app.getByRole('button', { name: quotes.actions.remind }).click();
  const dialog = app.getByRole('dialog');
  await expect(dialog).toContainText(quotes.share.reminderTitle.split(' <')[0] ?? '');
  const address = await dialog.getByRole('link', { name: quotes.share.whatsapp }).getAttribute('href');
  expect(new URL(address ?? '').searchParams.get('text')).toContain(sent.url);
  await takePicture(tab.page, 'quote-remind-ar');
  await tab.page.context().close();
});

test('a quote is withdrawn after a confirmation, and can be duplicated into a new form', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, arabic, '/quotes', phone);
  const { app, store } = tab;
  const { quotes } = ar;
  const sent = await sendQuote(store);
  await tab.open(`/quotes/${sent.quoteId}`);
  const more = app.getByRole('button', { name: quotes.actions.more });
  await more.click();
  await app.getByRole('menuitem', { name: quotes.actions.withdraw }).click();
  await expectAccessible(tab, 'withdraw');
  await app.getByRole('dialog').getByRole('button', { name: quotes.actions.withdraw }).click();
  await expect(stateOf(app, 'withdrawn')).toBeVisible();
  expect((await fetch(sent.url)).status).toBe(404);
  await more.click();
  await app.getByRole('menuitem', { name: quotes.actions.duplicate }).click();
  await expect(app.getByRole('textbox', { name: ar.newOrder.customer.phone })).toHaveValue('+963944123456');
  await expect(app.getByRole('button', { name: ar.newOrder.sendQuote }).first()).toBeVisible();
  await tab.page.context().close();
});

test('a quote link that was closed by too many wrong digits is opened again with one press; the link is withdrawn after the order exists', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, arabic, '/quotes', phone);
  const { app, store } = tab;
  const { quotes } = ar;
  const sent = await sendQuote(store);
  await tab.open(`/quotes/${sent.quoteId}`);
  await enteredWrongDigits(sent.quoteId, 19);
  expect(await answerQuote(store, sent, { intent: 'open', digits: '0000' })).toBe(403);
  expect(await (await fetch(sent.url)).text()).toContain(ar.acceptance.problem.closed.body);
  // Too many wrong phone digits were entered, so the acceptance page no longer accepts digits. The server must send
  // this state to the merchant's open page.
  const closed = app.getByRole('region', { name: quotes.digitsClosed.title });
  await expect(closed).toBeVisible();
  await expectAccessible(tab, 'digits closed');
  await tab.open('/quotes?state=needs_attention');
  await expectAccessible(tab, 'digits closed in the list');
  const row = app.locator('[data-quote]').filter({ hasText: sent.number });
  await expect(row).toContainText(quotes.digitsClosed.badge);
  await row.getByRole('link').first().click();
  await closed.getByRole('button', { name: quotes.digitsClosed.reopen }).click();
  await expect(closed).toHaveCount(0);
  const history = app.getByRole('list', { name: quotes.history.title });
  await expect(history).toContainText(quotes.history.kind.digits_reopened);
  expect(await answerQuote(store, sent, { intent: 'accept', name: 'سلمى' })).toBe(303);
  await expect(stateOf(app, 'converted')).toBeVisible();
  await app.getByRole('button', { name: quotes.actions.more }).click();
  await app.getByRole('menuitem', { name: quotes.actions.withdrawLink }).click();
  const dialog = app.getByRole('dialog');
  await expect(dialog).toContainText(quotes.actions.confirmWithdrawLink.body);
  await dialog.getByRole('button', { name: quotes.actions.withdrawLink }).click();
  await expect(history.locator('[data-event=link_withdrawn]')).toBeVisible();
  await expect(stateOf(app, 'converted')).toBeVisible();
  expect((await fetch(sent.url)).status).toBe(404);
  expect(await ordersOf(sent.number, arabic)).toHaveLength(1);
  await tab.page.context().close();
});

test('an accepted quote that lacks stock says so for each line, and can become an order without taking stock', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '/quotes');
  const { app, store } = tab;
  const { quotes } = en;
  const { id, stock } = await variantInStock(store);
  const sent = await sendQuote(store, { variant: { id, quantity: stock + 1 } });
  await answerQuote(store, sent, { intent: 'accept', name: 'Salma' });
  await tab.open('/quotes?state=needs_attention');
  await expect(
    app.getByRole('link', { name: new RegExp(`^${quotes.tabs.of.needs_attention}\\s*[1-9]`) }),
  ).toBeVisible();
  await app.getByRole('link', { name: sent.number }).click();
  const problem = app.getByRole('region', { name: quotes.problem.title });
  await expect(problem).toContainText(quotes.problem.reason.insufficient_stock);
  // The reference for support is folded away, below the reason.
  await expect(problem.getByText(/req_/)).toBeHidden();
  await problem.getByText(en.ui.technicalDetails).click();
  await expect(problem.getByText(/req_/).last()).toBeVisible();
  await expect(problem.getByRole('listitem')).toContainText(String(stock));
  await expectAccessible(tab, 'stock gone');
  await takePicture(tab.page, 'quote-stock-gone-en');
  // The platform would refuse the same order again. So the first button opens the form with the quantity that is in
  // stock, and the second button opens the form to change the quote.
  const change = problem.getByRole('link', { name: quotes.actions.editAndSend });
  await expect(app.getByRole('link', { name: quotes.actions.editAndSend })).toHaveCount(1);
  await expect(problem).toContainText(quotes.problem.editHint.stock);
  const paintOf = (button: typeof change) => button.evaluate((one) => getComputedStyle(one).backgroundColor);
  const offer = problem.getByRole('link', {
    name: quotes.problem.fix.one
      .replace('{to, number}', stock.toLocaleString('en'))
      .replace('{from, number}', (stock + 1).toLocaleString('en')),
  });
  const first = await paintOf(offer);
  for (const other of [
    change,
    ...[quotes.problem.retry, quotes.problem.retryWithoutStock].map((name) =>
      problem.getByRole('button', { name }),
    ),
  ])
    expect(await paintOf(other)).not.toBe(first);
  await change.click();
  await expect(app.getByText(`${stock} in stock`, { exact: true })).toBeVisible();
  const quantity = app.getByRole('textbox', { name: en.newOrder.line.quantity });
  await expect(quantity).toHaveValue(String(stock + 1));
  // A press on the first button opens the form with the quantity that is in stock.
  await tab.open(`/quotes/${sent.quoteId}`);
  await offer.click();
  await expect(quantity).toHaveValue(String(stock));
  await tab.open(`/quotes/${sent.quoteId}`);
  await problem.getByRole('button', { name: quotes.problem.retry }).click();
  await expect(app.getByRole('list', { name: quotes.history.title })).toContainText(
    quotes.history.kind.retried.replace('{version, number}', '1'),
  );
  await problem.getByRole('button', { name: quotes.problem.retryWithoutStock }).click();
  await expect(stateOf(app, 'converted')).toBeVisible();
  expect(await ordersOf(sent.number, english)).toHaveLength(1);
  await tab.page.context().close();
});

test('a quote accepted during an outage says so, and its order exists once when the platform is back', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, arabic, '/quotes', phone);
  const { app, store } = tab;
  const sent = await sendQuote(store);
  await tab.open(`/quotes/${sent.quoteId}`);
  await stack.sandbox.control('POST', '/faults', {
    on: 'api',
    match: 'POST /v1/orders',
    effect: 'status',
    status: 503,
    count: 1_000,
  });
  expect(await answerQuote(store, sent, { intent: 'accept', name: 'سلمى' })).toBe(303);
  await expect(stateOf(app, 'accepted')).toBeVisible();
  await expectAccessible(tab, 'accepted');
  expect(await ordersOf(sent.number, arabic)).toEqual([]);
  await stack.sandbox.control('DELETE', '/faults');
  await expect(stateOf(app, 'converted')).toBeVisible({ timeout: 60_000 });
  expect(await ordersOf(sent.number, arabic)).toEqual([expect.objectContaining({ status: 'approved' })]);
  await tab.page.context().close();
});

test('the list is searched by number, phone and whole words; the message is stored as a template', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '/quotes');
  const { app, store } = tab;
  const { quotes } = en;
  const sent = await sendQuote(store, { name: 'Rima Yousef', phone: '+963944777888' });
  const rows = app.locator('[data-quote]');
  const search = app.getByRole('textbox', { name: quotes.search.label });
  // The URLs that the browser requests or shows. No URL may contain the text of a search for a customer (S8).
  const addresses: string[] = [];
  tab.page.on('request', (request) => addresses.push(request.url()));
  tab.page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await expect(rows.filter({ hasText: sent.number })).toBeVisible();
  for (const words of [sent.number, '00963 944 777 888', 'yousef']) {
    await search.fill(words);
    await expect(rows).toHaveText([new RegExp(sent.number)]);
  }
  await search.fill('you');
  await expect(app.getByText(quotes.noMatch.searched.replace('{words}', 'you'))).toBeVisible();
  await search.fill('Rima');
  await expect(rows).toHaveText([new RegExp(sent.number)]);
  await rows.getByRole('link').first().click();
  await expect(app.getByRole('button', { name: quotes.actions.share })).toBeVisible();
  // The browser's Back button must return to the search results.
  await tab.page.evaluate(() => window.history.back());
  await expect(search).toHaveValue('Rima');
  await expect(rows).toHaveText([new RegExp(sent.number)]);
  expect(addresses.some((address) => /\/quotes\?search=[0-9a-f]{8}$/.test(address))).toBe(true);
  const decoded = addresses.map((address) => decodeURIComponent(address.replaceAll('+', ' ')));
  expect(decoded.filter((address) => /944.?777.?888|rima|yousef/i.test(address))).toEqual([]);
  await rows.getByRole('link').first().click();
  await app.getByRole('button', { name: quotes.actions.share }).click();
  const message = app.getByRole('dialog').getByLabel(quotes.share.message, { exact: true });
  await message.fill((await message.inputValue()).replace('Hello', 'Dear'));
  await app.getByRole('dialog').getByRole('button', { name: quotes.share.keep }).click();
  await expect(app.getByText(quotes.share.stored).first()).toBeVisible();
  // The stored message template is used for every quote. So the message of another quote must contain the customer name
  // and the number of that other quote.
  const other = await sendQuote(store, { name: 'Omar' });
  await tab.open(`/quotes/${other.quoteId}`);
  await app.getByRole('button', { name: quotes.actions.share }).click();
  await expect(message).toHaveValue(new RegExp(`^Dear Omar,[^]*${other.number}`));
  await tab.page.context().close();
});

test('without orders:create a quote can be read, and actions that create an order are disabled and say why', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '/quotes');
  const { app, store } = tab;
  const sent = await sendQuote(store);
  await tab.open(`/quotes/${sent.quoteId}`);
  const putBack = await takeScope(english, 'orders:create', () =>
    expect(app.getByText(en.quotes.actions.noScope)).toBeVisible({ timeout: 5_000 }),
  );
  await expect(app.getByRole('button', { name: en.quotes.actions.accept })).toBeDisabled();
  const answer = await callAction(store, 'acceptForCustomerAction', {
    quoteId: sent.quoteId,
    operationId: crypto.randomUUID(),
    version: 1,
    agreedHow: 'x',
  });
  expect(answer).toContain('"code":"missing_scope","status":403');
  await expectAccessible(tab, 'missing scope');
  await putBack();
  await tab.page.context().close();
});
