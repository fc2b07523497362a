import pg from 'pg';
import { expect, type Frame, type FrameLocator } from 'playwright/test';
import en from '@/messages/en.json' with { type: 'json' };
import { choosePickup } from '@/tests/support/e2e/choose-pickup';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openStore, phone } from '@/tests/support/e2e/open-store';
import { expectAccessible, openTab, type Tab } from '@/tests/support/e2e/quote-tab';
import { callAction, sendQuote } from '@/tests/support/e2e/sent-quotes';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { pickCustomLine } from '@/tests/support/e2e/pick-custom-line';

let stack: Stack;
let english: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('quote-drafts', fewPastOrders);
  english = await openStore(stack, 'USD');
});
test.afterEach(async () => {
  await stack.sandbox.control('DELETE', '/faults');
  expect(takeBrowserErrors()).toEqual([]);
});

const { newOrder, quotes } = en;
const nameIn = (app: FrameLocator) => app.getByRole('textbox', { name: newOrder.customer.name, exact: true });
const isSaved = (app: FrameLocator) => expect(app.getByText(/^Saved /)).toBeVisible();
/**
 * Types a customer name and waits until the server has stored this name. The text "Saved" on the screen is not enough,
 * because it may belong to an earlier save.
 */
async function saveName({ page, app }: Pick<Tab, 'page' | 'app'>, name: string): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.request().postData()?.includes(name) ?? false);
  await nameIn(app).fill(name);
  await answered;
  await isSaved(app);
}

const createButton = (app: FrameLocator) => app.getByRole('button', { name: newOrder.create }).first();
/** Waits for the page of an order. Its heading has the number of the order. */
const expectOrderPage = (app: FrameLocator) =>
  expect(app.getByRole('heading', { level: 1 })).toContainText(/\d/, { timeout: 60_000 });

/** Returns the frame of the app. Its URL contains the id of the draft. */
function frameOf({ page }: Tab): Frame {
  const frame = page.frames().find((each) => each.url().startsWith(stack.appUrl));
  if (!frame) throw new Error('the tab has no frame of the app');
  return frame;
}

/** Returns the path of the new order form with the draft that is open in the tab. */
function draftPath(tab: Tab): string {
  const draftId = new URL(frameOf(tab).url()).searchParams.get('draft');
  if (!draftId) throw new Error('the form has no saved draft');
  return `/orders/new?draft=${draftId}`;
}

/** The platform answers each request that creates an order with 503, until the faults are deleted. */
const stopCreating = () =>
  stack.sandbox.control('POST', '/faults', {
    on: 'api',
    match: 'POST /v1/orders',
    effect: 'status',
    status: 503,
    count: 1_000,
  });

/** Returns the number of orders of a customer in the sandbox's own data. */
async function countOrders(customer: string): Promise<number> {
  type Name = { first_name: string | null; last_name: string | null };
  const path = `/dump?store_id=${english.storeId}`;
  const { orders } = await stack.sandbox.control<{ orders: { customer: Name }[] }>('GET', path);
  const names = orders.map(({ customer: name }) =>
    [name.first_name, name.last_name].filter(Boolean).join(' '),
  );
  return names.filter((name) => name === customer).length;
}

test('a draft typed on a phone can be opened on a desktop; a conflicting change asks the user, and either text can be kept', async ({
  browser,
}) => {
  const mobile = await openTab(browser, stack, english, '/orders/new', phone);
  await saveName(mobile, 'Layla Darwish');

  const desktopTab = await openTab(browser, stack, english, '/quotes?state=draft');
  const row = desktopTab.app.locator('[data-quote]').filter({ hasText: 'Layla Darwish' });
  await row.getByRole('link').first().click();
  await expect(nameIn(desktopTab.app)).toHaveValue('Layla Darwish');
  await saveName(desktopTab, 'Layla of the desk');

  // The desktop has changed the draft. The phone has not received this change, and the user of the phone continues to
  // type.
  await nameIn(mobile.app).fill('Layla of the phone');
  const takeTheirs = (app: FrameLocator) => app.getByRole('button', { name: newOrder.draft.takeTheirs });
  await expect(takeTheirs(mobile.app)).toBeVisible();
  await expectAccessible(mobile, 'overtaken');
  await takeTheirs(mobile.app).click();
  await expect(nameIn(mobile.app)).toHaveValue('Layla of the desk');

  await saveName(mobile, 'Layla once more');
  await nameIn(desktopTab.app).fill('Layla of the desk again');
  await expect(takeTheirs(desktopTab.app)).toBeVisible();
  await desktopTab.app.getByRole('button', { name: newOrder.draft.keepMine }).click();
  await isSaved(desktopTab.app);
  await mobile.open('/quotes?state=draft');
  await expect(mobile.app.getByText('Layla of the desk again')).toBeVisible();
  for (const { page } of [mobile, desktopTab]) await page.context().close();
});

test('a new order offers the last drafts; a deleted draft disappears from there, from the list and from this tab', async ({
  browser,
}) => {
  const first = await openTab(browser, stack, english, '/orders/new', phone);
  await saveName(first, 'Maya Haddad');
  await first.page.context().close();

  const tab = await openTab(browser, stack, english, '/orders/new', phone);
  const { app } = tab;
  const offer = app.getByRole('list', { name: quotes.drafts.offer });
  const offered = offer.getByRole('listitem').filter({ hasText: 'Maya Haddad' });
  await expectAccessible(tab, 'drafts offered');
  await takePicture(tab.page, 'drafts-offered-en');
  await offered.getByRole('link').click();
  await expect(nameIn(app)).toHaveValue('Maya Haddad');
  await saveName(tab, 'Maya of Homs');

  await tab.open('/quotes');
  await expect(app.getByText('Maya of Homs')).toHaveCount(0);
  await app.getByRole('link', { name: quotes.tabs.of.draft }).click();
  const row = app.locator('[data-quote]').filter({ hasText: 'Maya of Homs' });
  await expect(row).toBeVisible();
  await expectAccessible(tab, 'drafts');
  await takePicture(tab.page, 'drafts-list-en');
  await row.getByRole('button', { name: quotes.drafts.delete }).click();
  await app.getByRole('dialog').getByRole('button', { name: quotes.drafts.confirm.delete }).click();
  await expect(row).toHaveCount(0);
  await tab.open('/orders/new');
  await expect(nameIn(app)).toHaveValue('');
  await expect(offered).toHaveCount(0);
  await tab.page.context().close();
});

test('two tabs with the same duplicated draft create one order; the second press says so and offers a new draft', async ({
  browser,
}) => {
  const first = await openTab(browser, stack, english, '/quotes');
  const sent = await sendQuote(first.store, { name: 'Rima Haddad' });
  await first.open(`/quotes/${sent.quoteId}`);
  await first.app.getByRole('button', { name: quotes.actions.more }).click();
  await first.app.getByRole('menuitem', { name: quotes.actions.duplicate }).click();
  await expect(nameIn(first.app)).toHaveValue('Rima Haddad');
  // A duplicated draft has no operation id until a form has saved it. So the two forms send different ids.
  const second = await openTab(browser, stack, english, draftPath(first));
  await expect(nameIn(second.app)).toHaveValue('Rima Haddad');
  const createNow = ({ app }: Tab) =>
    app.getByRole('radio', { name: newOrder.payment.mode.create }).check({ force: true });
  await createNow(second);
  await isSaved(second.app);
  await stopCreating();
  await createNow(first);
  await createButton(first.app).click();
  await expect(first.app.getByText(newOrder.outcome.unconfirmed.title)).toBeVisible();
  await createButton(second.app).click();
  await expect(second.app.getByText(newOrder.outcome.draft_over.title)).toBeVisible();
  await expectAccessible(second, 'draft over');
  await takePicture(second.page, 'draft-over-en');

  await stack.sandbox.control('DELETE', '/faults');
  await expectOrderPage(first.app);
  expect(await countOrders('Rima Haddad')).toBe(1);
  await second.app.getByRole('button', { name: newOrder.draft.keepAsNew }).click();
  await isSaved(second.app);
  await createButton(second.app).click();
  await expectOrderPage(second.app);
  expect(await countOrders('Rima Haddad')).toBe(2);
  for (const { page } of [first, second]) await page.context().close();
});

test('the warning that an earlier press may have created an order returns after a reload and in another tab', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '/orders/new');
  const { app, page } = tab;
  await pickCustomLine(app, en, 'Gift wrapping');
  await app.getByRole('textbox', { name: new RegExp(`^${newOrder.line.price}`) }).fill('25');
  await choosePickup(app, en);
  await app.getByRole('textbox', { name: newOrder.customer.phone }).fill('+963955000222');
  await saveName(tab, 'Dana Khoury');
  await stopCreating();
  await createButton(app).click();
  await expect(app.getByText(newOrder.outcome.unconfirmed.title)).toBeVisible();
  // The outcome of the first press is unknown, and the user changes the form. The next press therefore warns.
  const stored = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('operation_reused') ?? false,
  );
  await nameIn(app).fill('Dana of Homs');
  await createButton(app).click();
  const warning = newOrder.outcome.operation_reused.title;
  await expect(app.getByText(warning)).toBeVisible();
  await stored;
  await isSaved(app);
  await stack.sandbox.control('DELETE', '/faults');
  await expect.poll(() => countOrders('Dana Khoury'), { timeout: 60_000 }).toBe(1);

  const other = await openTab(browser, stack, english, draftPath(tab), phone);
  await expect(other.app.getByText(warning)).toBeVisible();
  await expectAccessible(other, 'warned');
  await other.page.context().close();
  const frame = frameOf(tab);
  await frame.goto(frame.url());
  await expect(app.getByText(warning)).toBeVisible();
  // The user was warned, so this press creates another order.
  await createButton(app).click();
  await expectOrderPage(app);
  expect(await countOrders('Dana of Homs')).toBe(1);
  expect(await countOrders('Dana Khoury')).toBe(1);
  await page.context().close();
});

test('a new order that was opened and not touched leaves no draft', async ({ browser }) => {
  const tab = await openTab(browser, stack, english, '/quotes?state=draft');
  const { app } = tab;
  const before = await app.locator('[data-quote]').count();
  await tab.open('/orders/new');
  await nameIn(app).focus();
  // The test waits longer than the delay after which the form saves. Nothing must be saved in this time.
  await tab.page.waitForTimeout(1_500);
  await tab.open('/quotes?state=draft');
  await expect(app.locator('[data-quote]')).toHaveCount(before);
  await tab.page.context().close();
});

test('before sending, a warning names another open quote for the same phone; it blocks nothing', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '/orders/new?mode=quote');
  const { app, store } = tab;
  const first = await sendQuote(store, { name: 'Hala Sabbagh', phone: '+963955000111' });
  await pickCustomLine(app, en, 'Gift wrapping');
  await app.getByRole('textbox', { name: new RegExp(`^${newOrder.line.price}`) }).fill('25');
  await choosePickup(app, en);
  await nameIn(app).fill('Hala Sabbagh');
  await app.getByRole('textbox', { name: newOrder.customer.phone }).fill('+963955000111');
  await app.getByRole('button', { name: newOrder.sendQuote }).first().click();
  const dialog = app.getByRole('dialog');
  const warning = dialog.getByRole('status').filter({ hasText: first.number });
  await expect(warning).toContainText('Another quote is open for this phone');
  await expect(warning.getByRole('link')).toHaveAttribute('href', new RegExp(`/quotes/${first.quoteId}$`));
  await expectAccessible(tab, 'open quote');
  await dialog.getByRole('button', { name: quotes.send.send }).click();
  await expect(dialog.getByRole('link', { name: quotes.share.whatsapp })).toBeVisible();
  await tab.page.context().close();
});

test("the retention of customer data accepts the user's digits, shows its error beside the field, and is stored", async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '/quotes', phone);
  const { app } = tab;
  const openSettings = async () => {
    await app.getByRole('button', { name: quotes.menu.label }).click();
    await app.getByRole('menuitem', { name: quotes.menu.settings }).click();
  };
  const dialog = app.getByRole('dialog');
  const days = dialog.getByRole('textbox', { name: quotes.settings.days.label });
  const save = dialog.getByRole('button', { name: quotes.settings.save });
  await openSettings();
  await days.fill('731');
  await save.click();
  await expect(days).toHaveAccessibleDescription(/from 1 to 730/);
  await expectAccessible(tab, 'settings');
  await days.fill('٤٥');
  await save.click();
  await expect(dialog).toBeHidden();
  await tab.open('/quotes');
  await openSettings();
  await expect(days).toHaveValue('45');
  // Another user changes the same value while the form is open. The form shows that value before it replaces it.
  await callAction(tab.store, 'saveSettingsAction', { settings: { quoteDataDays: 60 } });
  await days.fill('30');
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText(en.ui.settings.stale);
  await expect(dialog.getByRole('alert')).toContainText('60 days');
  await expectAccessible(tab, 'stale settings');
  await save.click();
  await expect(dialog).toBeHidden();
  await tab.page.context().close();
});

test('an expired quote says so on its page, its link answers 404, and the quote can be sent again', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, english, '/quotes');
  const { app, store } = tab;
  const sent = await sendQuote(store, { name: 'Ziad Khoury' });
  await tab.open(`/quotes/${sent.quoteId}`);
  const sql = new pg.Client({ connectionString: stack.databaseUrl });
  await sql.connect();
  await sql.query('SET ROLE daftar_system');
  await sql.query(`UPDATE quotes SET expires_at = now() - interval '1 second' WHERE id = $1`, [sent.quoteId]);
  await sql.end();
  expect((await fetch(sent.url)).status).toBe(404);
  await tab.open(`/quotes/${sent.quoteId}`);
  await expect(app.locator('p[data-state=expired]')).toBeVisible();
  await expectAccessible(tab, 'expired');
  await app.getByRole('link', { name: quotes.actions.editAndSend }).first().click();
  await expect(nameIn(app)).toHaveValue('Ziad Khoury');
  await app.getByRole('button', { name: newOrder.sendQuote }).first().click();
  await app.getByRole('dialog').getByRole('button', { name: quotes.send.send }).click();
  await app.getByRole('dialog').getByRole('button', { name: quotes.send.toQuote }).click();
  await expect(app.locator('p[data-state=sent]')).toBeVisible();
  expect((await fetch(sent.url)).status).toBe(200);
  await tab.page.context().close();
});
