import { type BrowserContext, expect, type FrameLocator, type Page } from 'playwright/test';
import en from '@/messages/en.json' with { type: 'json' };
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { asSystem } from '@/tests/support/stack/as-system';
import { installStore } from '@/tests/support/e2e/install-store';
import { appFrame, blockThirdPartyCookies, storeWith } from '@/tests/support/e2e/merchant';
import { desktop } from '@/tests/support/e2e/open-store';
import type { Stack } from '@/tests/support/stack/stack';

type InstalledIn = { id: string; name: string; installId: string };

let stack: Stack;
let dollars: InstalledIn;
let dirhams: InstalledIn;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('bare-launch', fewPastOrders);
  [dollars, dirhams] = await Promise.all([installIn('USD'), installIn('AED')]);
});

async function installIn(currency: string): Promise<InstalledIn> {
  const store = await storeWith(stack, currency);
  return { ...store, installId: await installStore(stack, store.id) };
}

/**
 * Opens the app in the store admin. `launch` selects which parts the admin leaves out of the app's URL
 * (sandbox/README.md):
 * - `none`: the URL has no launch token.
 * - `token`: the URL has no install id.
 * - `bare`: the URL has neither of the two.
 */
async function openAdmin(context: BrowserContext, store: InstalledIn, launch: 'none' | 'bare' | 'token') {
  const page = await context.newPage();
  await blockThirdPartyCookies(context, page);
  await page.goto(
    `${stack.sandbox.origin}/admin/stores/${store.id}/apps/${store.installId}?launch=${launch}`,
  );
  return { page, app: appFrame(page) };
}

/** Presses the sign-in button. A window opens, in which the function chooses a store. */
async function signInByWindow(context: BrowserContext, app: FrameLocator | Page, storeName: string) {
  const opening = context.waitForEvent('page');
  await app.getByRole('button', { name: en.entry.signIn.action }).click();
  const popup = await opening;
  await blockThirdPartyCookies(context, popup);
  await popup.getByRole('button', { name: storeName }).click();
}

const orders = { name: en.orders.title, level: 1 };

test('S39: a launch without an install id leads to a sign-in in a window, and back into the iframe', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: desktop, locale: 'en-US' });
  const { app } = await openAdmin(context, dollars, 'bare');
  await signInByWindow(context, app, dollars.name);
  await expect(app.getByRole('heading', orders)).toBeVisible();
  // S32: the window signed in the iframe, so the session of the window and the session of the iframe end at the same
  // time.
  const sessions = await asSystem<{ expires_at: Date }>(
    stack,
    'SELECT DISTINCT expires_at FROM sessions WHERE install_id = $1',
    [dollars.installId],
  );
  expect(sessions).toHaveLength(1);
  await context.close();
});

test('S32: a sign-in window of a browser with a session makes no new grant, so no session of the store ends', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: desktop, locale: 'en-US' });
  const { app } = await openAdmin(context, dollars, 'none');
  await signInByWindow(context, app, dollars.name);
  await expect(app.getByRole('heading', orders)).toBeVisible();
  const sessions = () =>
    asSystem(stack, 'SELECT id_hash FROM sessions WHERE install_id = $1 ORDER BY 1', [dollars.installId]);
  const before = await sessions();
  expect(before.length).toBeGreaterThan(1);
  const signInWindow = await context.newPage();
  await signInWindow.goto(`${stack.appUrl}/launch/window?install_id=${dollars.installId}`);
  await expect(signInWindow.getByRole('heading', { name: en.entry.handOver.title })).toBeVisible();
  expect(await sessions()).toEqual(before);
  await context.close();
});

test('A2: a launch token without an install id opens the install that it names', async ({ browser }) => {
  const context = await browser.newContext({ viewport: desktop, locale: 'en-US' });
  const { app } = await openAdmin(context, dollars, 'token');
  await expect(app.locator(`a[href^="/i/${dollars.installId}"]`).first()).toBeVisible();
  await context.close();
});

test('a browser with a session of one store that opens another store without a launch token gets the sign-in', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: desktop, locale: 'en-US' });
  const first = await openAdmin(context, dollars, 'token');
  await expect(first.app.locator(`a[href^="/i/${dollars.installId}"]`).first()).toBeVisible();
  const { app } = await openAdmin(context, dirhams, 'none');
  await signInByWindow(context, app, dirhams.name);
  await expect(app.getByRole('heading', orders)).toBeVisible();
  await context.close();
});

test('S39: a merchant who signs in to another store than the admin opened is asked to confirm before that store opens', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: desktop, locale: 'en-US' });
  const { app } = await openAdmin(context, dirhams, 'none');
  await signInByWindow(context, app, dollars.name);
  await expect(app.getByRole('heading', { name: en.entry.otherStore.title })).toBeVisible();
  await expect(app.getByText(dollars.name)).toBeVisible();
  await app.getByRole('button', { name: en.entry.otherStore.action }).click();
  await expect(app.getByRole('heading', orders)).toBeVisible();
  await context.close();
});

test('S39: a launch with an unknown install id asks for the same confirmation after the sign-in', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: desktop, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${stack.appUrl}/launch?install_id=inst_unknown`);
  await signInByWindow(context, page, dollars.name);
  await page.getByRole('button', { name: en.entry.otherStore.action }).click();
  await expect(page.getByRole('heading', orders)).toBeVisible();
  await context.close();
});
