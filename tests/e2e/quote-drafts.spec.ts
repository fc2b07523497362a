import pg from 'pg';
import { expect, type FrameLocator } from 'playwright/test';
import en from '@/messages/en.json' with { type: 'json' };
import { choosePickup } from '@/tests/support/e2e/choose-pickup';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openStore, phone } from '@/tests/support/e2e/open-store';
import { expectAccessible, openTab, type Tab } from '@/tests/support/e2e/quote-tab';
import { callAction, sendQuote } from '@/tests/support/e2e/sent-quotes';
import type { Stack } from '@/tests/support/stack/stack';
import { test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { pickCustomLine } from '@/tests/support/e2e/pick-custom-line';

let stack: Stack;
let english: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('quote-drafts');
  english = await openStore(stack, 'USD');
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

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
