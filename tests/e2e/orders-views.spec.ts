import { expect, type FrameLocator, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { closeAfterAborts, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openAlone, openFramed, openStore, phone } from '@/tests/support/e2e/open-store';
import type { Stack } from '@/tests/support/stack/stack';
import { test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('orders-views');
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

type App = Page | FrameLocator;

const tabsOf = (app: App, { words }: InstalledStore) =>
  app.getByRole('navigation', { name: words.orders.views.label });

/** Selects one order status in the filter panel and applies it. */
async function filterBy(
  app: App,
  { words }: InstalledStore,
  status: keyof typeof en.orderStatus,
): Promise<void> {
  await app.getByRole('button', { name: new RegExp(`^${words.orders.filters.title}`) }).click();
  const statuses = app.getByRole('group', { name: words.orders.filters.status, exact: true });
  await statuses.getByRole('checkbox', { name: words.orderStatus[status], exact: true }).check();
  await app.getByRole('button', { name: words.orders.filters.apply }).click();
}

async function save(
  app: App,
  { words }: InstalledStore,
  name: string,
  who?: 'own' | 'shared',
): Promise<void> {
  await app.getByRole('button', { name: words.savedViews.save }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('textbox', { name: words.savedViews.name }).fill(name);
  if (who) await dialog.getByRole('radio', { name: words.savedViews[who] }).check();
  await dialog.getByRole('button', { name: words.savedViews.confirm }).click();
}

test('a private view is a tab only for its owner, a shared view is a tab for all users; neither can be saved twice', async ({
  browser,
}) => {
  const { page, app } = await openFramed(browser, stack, english);
  const tabs = tabsOf(app, english);
  // The current filters are the same as those of a saved view, so the button that saves a view is hidden.
  await expect(app.getByRole('button', { name: en.savedViews.save })).toBeHidden();
  await filterBy(app, english, 'completed');
  await app.getByRole('button', { name: en.savedViews.save }).click();
  await app.getByRole('dialog').getByRole('button', { name: en.savedViews.confirm }).click();
  await expect(app.getByText(en.savedViews.noName)).toBeVisible();
  await takePicture(page, 'views-save-en');
  await page.keyboard.press('Escape');
  await save(app, english, 'Mine', 'own');
  await expect(tabs.locator('[aria-current=page]')).toHaveText('Mine');
  await expect(app.getByRole('button', { name: en.savedViews.save })).toBeHidden();

  await tabs.getByRole('link', { name: en.orders.views.all, exact: true }).click();
  await filterBy(app, english, 'cancelled');
  await save(app, english, 'Called off', 'shared');
  await expect(tabs.locator('[aria-current=page]')).toHaveText('Called off');
  await tabs.getByRole('link', { name: en.orders.views.all, exact: true }).click();
  await filterBy(app, english, 'refunded');
  await save(app, english, '  CALLED  off ', 'shared');
  await expect(app.getByRole('dialog').getByText(en.savedViews.problem.name_taken)).toBeVisible();
  await page.keyboard.press('Escape');
  await takePicture(page, 'views-tabs-en');

  // The app has a user's name only if the store admin sent it. A user without a name sees only shared views, and the
  // dialog for saving a view explains this.
  const other = await openAlone(browser, stack, english);
  await expect(tabsOf(other, english).getByRole('link')).toHaveCount(6);
  await tabsOf(other, english).getByRole('link', { name: 'Called off' }).click();
  await expect(other).toHaveURL(/\?status=cancelled$/);
  await filterBy(other, english, 'returned');
  await other.getByRole('button', { name: en.savedViews.save }).click();
  await expect(other.getByRole('dialog').getByText(en.savedViews.sharedOnly)).toBeVisible();
  await expect(other.getByRole('dialog').getByRole('radio')).toHaveCount(0);
  await other.context().close();
  await page.context().close();
});

test('a view can be renamed, and deleted with an undo, by keyboard alone; the filters on the screen stay', async ({
  browser,
}) => {
  const { page, app } = await openFramed(browser, stack, arabic);
  const tabs = tabsOf(app, arabic);
  await filterBy(app, arabic, 'returned');
  await save(app, arabic, 'المرتجعات', 'shared');
  const menu = app.getByRole('button', { name: 'القائمة المرتجعات' });
  await menu.press('Enter');
  await expect(app.getByRole('menuitem', { name: ar.savedViews.rename })).toBeFocused();
  await page.keyboard.press('Enter');
  const name = app.getByRole('dialog').getByRole('textbox');
  await expect(name).toBeFocused();
  await name.fill('عادت إلينا');
  await page.keyboard.press('Enter');
  await expect(tabs.getByRole('link', { name: 'عادت إلينا' })).toBeVisible();

  await app.getByRole('button', { name: 'القائمة عادت إلينا' }).press('Enter');
  // Playwright presses keys faster than a user, so the test waits for the focus after each key.
  await expect(app.getByRole('menuitem', { name: ar.savedViews.rename })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(app.getByRole('menuitem', { name: ar.savedViews.delete })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tabs.getByRole('link', { name: 'عادت إلينا' })).toBeHidden();
  await expect(app.getByRole('button', { name: ar.savedViews.save })).toBeVisible();
  await takePicture(page, 'views-deleted-ar');
  await app.getByRole('button', { name: ar.savedViews.undo }).press('Enter');
  await expect(tabs.locator('[aria-current=page]')).toHaveText('عادت إلينا');
  await page.context().close();
});

test('a view that could not be saved because of a lost connection stays in its form and is saved once when the connection is back', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, arabic, { viewport: phone });
  await filterBy(page, arabic, 'completed');
  await page.route('**/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await save(page, arabic, 'تمّت');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(ar.savedViews.problem.no_answer)).toBeVisible();
  await takePicture(page, 'views-offline-phone-ar');
  await page.unroute('**/*');
  await dialog.getByRole('button', { name: ar.savedViews.confirm }).click();
  await expect(tabsOf(page, arabic).locator('[aria-current=page]')).toHaveText('تمّت');
  await expect(tabsOf(page, arabic).getByRole('link', { name: 'تمّت' })).toHaveCount(1);
  await closeAfterAborts(page);
});

test('columns are stored in this browser, or with a saved view for all users; cards on a phone always show every field', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, english);
  const headers = () => page.getByRole('columnheader').allInnerTexts();
  const pick = async (...off: (keyof typeof en.columns.name)[]) => {
    await page.getByRole('button', { name: en.bulk.menu.label, exact: true }).click();
    await page.getByRole('menuitem', { name: en.columns.entry }).click();
    for (const column of off) await page.getByRole('checkbox', { name: en.columns.name[column] }).uncheck();
    await takePicture(page, 'columns-en');
    await page.getByRole('dialog').getByRole('button', { name: en.columns.show }).click();
  };
  await pick('payment', 'source');
  const few = ['Order', 'Created', 'Status', 'Total'];
  await expect.poll(async () => (await headers()).filter((text) => few.includes(text))).toEqual(few);
  expect((await headers()).join()).not.toMatch(/Payment|Source/);
  const cells = page.getByRole('row').nth(1).getByRole('cell');
  await expect(cells).toHaveCount((await headers()).length);
  await page.reload();
  await expect.poll(async () => (await headers()).join()).not.toMatch(/Payment|Source/);
  await takePicture(page, 'columns-few-en');

  // Saves a view with its own columns and opens it in another browser.
  await page.goto(`${english.url}?status=delivered`);
  await save(page, english, 'Delivered ones');
  await expect(tabsOf(page, english).locator('[aria-current=page]')).toHaveText('Delivered ones');
  await pick('created');
  await expect.poll(async () => (await headers()).join()).not.toMatch(/Created|Payment|Source/);
  const other = await openAlone(browser, stack, english, { path: '/orders?status=delivered' });
  await expect(other.getByRole('columnheader', { name: en.orders.columns.created })).toHaveCount(0);
  await tabsOf(other, english).getByRole('link', { name: en.orders.views.all, exact: true }).click();
  await expect(other.getByRole('columnheader', { name: en.orders.columns.created })).toBeVisible();
  await other.setViewportSize(phone);
  await other.goto(`${english.url}?status=delivered`);
  await expect(other.getByRole('row').nth(1).locator('time')).toBeVisible();
  await other.context().close();
  await page.context().close();
});

test('a browser that refuses storage still shows the chosen columns until the page is left', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, english);
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
  });
  await page.reload();
  await page.getByRole('button', { name: en.bulk.menu.label, exact: true }).click();
  await page.getByRole('menuitem', { name: en.columns.entry }).click();
  await page.getByRole('checkbox', { name: en.columns.name.total }).uncheck();
  await page.getByRole('dialog').getByRole('button', { name: en.columns.show }).click();
  await expect(page.getByRole('columnheader', { name: en.orders.columns.total })).toHaveCount(0);
  await page.context().close();
});

for (const [language, colorScheme, viewport] of [
  ['ar', 'light', phone],
  ['en', 'dark', undefined],
] as const)
  test(`axe finds nothing on saved views and their dialogs: ${language}, ${colorScheme}`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { words } = store;
    const page = await openAlone(browser, stack, store, { viewport, path: '/orders?status=shipped' });
    await page.emulateMedia({ colorScheme });
    const look = async (name: string) => {
      expect(await axeFaults(page), name).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, name).toBeLessThanOrEqual(0);
      await takePicture(page, `axe-${name}-${language}-${colorScheme}`);
    };
    await look('unsaved');
    await page.getByRole('button', { name: words.savedViews.save }).click();
    await page.getByRole('dialog').waitFor();
    await look('save');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.bulk.menu.label, exact: true }).click();
    await page.getByRole('menuitem', { name: words.columns.entry }).click();
    await page.getByRole('dialog').waitFor();
    await look('columns');
    await page.context().close();
  });
