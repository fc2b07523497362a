import { expect, type FrameLocator } from 'playwright/test';
import { dailySections, moreSections, type Section } from '@/components/frame/sections';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, desktop, openStore, phone } from '@/tests/support/e2e/open-store';
import { expectAccessible, openTab } from '@/tests/support/e2e/quote-tab';
import type { Stack } from '@/tests/support/stack/stack';
import { test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('frame');
  arabic = await openStore(stack, 'SYP');
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

/**
 * Waits until the screen of this section is shown. The section's link in the navigation then has aria-current="page".
 */
async function isOpen(app: FrameLocator, { path }: Section): Promise<void> {
  const link = app.locator(`nav a[href$="/i/${arabic.installId}${path}"][aria-current="page"]`).first();
  await expect(link).toBeAttached();
  await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
}

test('U17: on a phone every screen is reachable from the bottom bar and accessible, and the menu closes after it opens a screen', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, arabic, '/orders', phone);
  const { app } = tab;
  const menu = app.getByRole('button', { name: arabic.words.frame.menu }).filter({ visible: true });
  const linkTo = ({ name }: Section) =>
    app.getByRole('link', { name: arabic.words.frame[name], exact: true }).filter({ visible: true });
  for (const section of moreSections) {
    await menu.click();
    await linkTo(section).click();
    await isOpen(app, section);
    await expect(linkTo(section)).toBeHidden();
    await expectAccessible(tab, section.name);
    await takePicture(tab.page, `frame-${section.name}`);
  }
  await menu.click();
  await expectAccessible(tab, 'menu');
  await tab.page.keyboard.press('Escape');
  await expect(linkTo(moreSections[0] as Section)).toBeHidden();
  for (const section of dailySections) {
    await linkTo(section).click();
    await isOpen(app, section);
    // The new-order form hides the bottom navigation bar and uses the bar's space for its own buttons.
    if (section.name === 'newOrder') break;
    await expectAccessible(tab, section.name);
  }
  await tab.page.context().close();
});

test('U13: a sequence of two keys opens every screen', async ({ browser }) => {
  const tab = await openTab(browser, stack, arabic, '/orders', desktop);
  for (const section of [...moreSections, ...dailySections]) {
    await tab.app.locator('#screen').focus();
    for (const code of section.shortcut.split(' ')) await tab.page.keyboard.press(code);
    await isOpen(tab.app, section);
  }
  await tab.page.context().close();
});

test('U13: the palette lists orders with the typed number before orders found by product, and opens one with the keyboard alone', async ({
  browser,
}) => {
  const tab = await openTab(browser, stack, arabic, '/orders', desktop);
  const options = tab.app.getByRole('option');
  await tab.app.locator('#screen').focus();
  await tab.page.keyboard.press('Control+k');
  // The test types immediately, before the code of the command palette is loaded. The text "100" matches order numbers,
  // and also products that weigh 100 g. Orders of those products are newer, but the palette must list them after the
  // matching order numbers.
  await tab.page.keyboard.type('10');
  await expect(tab.app.getByRole('combobox')).toBeFocused();
  await tab.page.keyboard.type('0');
  await expect(tab.app.getByRole('combobox')).toHaveValue('100');
  const number = options.first().locator('bdi').first();
  await expect(number).toHaveText(/100\d*$/);
  await expect(options.first()).toContainText('ل.س');
  const wanted = (await number.textContent()) ?? '';
  await expectAccessible(tab, 'palette');
  await tab.page.keyboard.press('ArrowDown');
  await tab.page.keyboard.press('Enter');
  await expect(tab.app.getByRole('heading', { level: 1 })).toContainText(wanted);
  await tab.page.context().close();
});
