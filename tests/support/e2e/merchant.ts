import type { BrowserContext, FrameLocator, Page } from 'playwright/test';
import { signInOverHttp } from './install-store';
import type { Stack } from '@/tests/support/stack/stack';

/**
 * Blocks third-party cookies on the given page, as current browsers do by default, and starts to record the browser
 * errors of the page. Every spec calls this function.
 */
export async function blockThirdPartyCookies(context: BrowserContext, page: Page): Promise<void> {
  watch(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
}

type Overview = { stores: { id: string; name: string; currency: string }[] };

/** Returns the store of the sandbox that has the given currency. */
export async function storeWith(stack: Stack, currency: string): Promise<{ id: string; name: string }> {
  const { stores } = await stack.sandbox.control<Overview>('GET', '');
  const store = stores.find((entry) => entry.currency === currency);
  if (!store) throw new Error(`no seeded store sells in ${currency}`);
  return store;
}

/**
 * Clicks Install in the store admin and approves the requested access. Afterwards the browser shows the page of the
 * store admin that embeds the app. Only the specs about installing use this function. All others use `installStore`,
 * which opens no page.
 */
export async function installApp(page: Page, stack: Stack, storeId: string): Promise<string> {
  await page.goto(`${stack.sandbox.origin}/admin/stores/${storeId}/apps`);
  await page.locator('a[href*="/install?store="]').click();
  await page.waitForURL(/\/oauth\/authorize/);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.locator('button[value="accept"]').click();
  await page.waitForURL(/\/admin\/stores\/[^/]+\/apps\/[^/?]+/);
  const installId = /\/apps\/([^/?]+)/.exec(page.url())?.[1];
  if (!installId) throw new Error(`not on the app's page: ${page.url()}`);
  return installId;
}

/**
 * Signs the page's browser in directly at the app, outside the iframe of the store admin. The user has no
 * name, because only the store admin sends names. The store must have the app installed.
 */
export async function signIn(page: Page, stack: Stack, storeId: string): Promise<void> {
  await signInOverHttp(page.context().request, stack, storeId);
}

/** Opens the page of the store admin that embeds the app. If the app is not installed, installs it first. */
export async function openApp(page: Page, stack: Stack, storeId: string): Promise<void> {
  await page.goto(`${stack.sandbox.origin}/admin/stores/${storeId}/apps`);
  const open = page.locator('a[href*="/apps/inst"]').first();
  if (await open.isVisible()) await open.click();
  else await installApp(page, stack, storeId);
}

/** Returns the iframe of the app inside the store admin. */
export function appFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe');
}

const browserErrors: string[] = [];

/** Returns the errors that the pages watched by the test have logged since the last call, and clears the list. */
export function takeBrowserErrors(): string[] {
  return browserErrors.splice(0);
}

/**
 * Closes a page whose requests a test aborted, and clears the errors that the browser logged for them. Throws if the
 * browser logged another error.
 */
export const closeAfterAborts = (page: Page) => closeDespite(page, 'ERR_FAILED');

/**
 * Closes a page that was open while a test took rights from its user, and clears the errors of the reads that the app
 * refused since then (403). An open page reads again after each change of its data. Throws if the browser logged another
 * error.
 */
export const closeAfterRefusals = (page: Page) => closeDespite(page, '403 (Forbidden)');

/** Closes the page first, because the browser may report the result of a request late. */
async function closeDespite(page: Page, expected: string): Promise<void> {
  await page.context().close();
  const unexpected = takeBrowserErrors().filter((error) => !error.includes(expected));
  if (unexpected.length > 0) throw new Error(`the browser logged: ${unexpected.join('; ')}`);
}

/** Starts to record the browser errors of a page. A later call of takeBrowserErrors returns these errors. */
export function watch(page: Page): void {
  page.on('pageerror', (error) => browserErrors.push(String(error)));
  page.on('console', (message) => {
    // While the sign-in window is open, the iframe requests /launch/claim repeatedly. Each request gets a 401 until the
    // user has signed in, and the browser logs an error for each 401. These errors are ignored.
    const isClaiming = message.location().url.endsWith('/launch/claim');
    if (message.type() === 'error' && !isClaiming)
      browserErrors.push(`${message.text()} ${message.location().url}`);
  });
}
