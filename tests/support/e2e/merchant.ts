import type { BrowserContext, FrameLocator, Page } from 'playwright/test';
import { signInOverHttp } from './install-store';
import type { Stack } from '@/tests/support/stack/stack';

/** What the visitor's browser does in every story: third-party cookies are refused, as browsers do now. */
export async function blockThirdPartyCookies(context: BrowserContext, page: Page): Promise<void> {
  watch(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
}

type Overview = { stores: { id: string; name: string; currency: string }[] };

/** The seeded store with this currency. */
export async function storeWith(stack: Stack, currency: string): Promise<{ id: string; name: string }> {
  const { stores } = await stack.sandbox.control<Overview>('GET', '');
  const store = stores.find((entry) => entry.currency === currency);
  if (!store) throw new Error(`no seeded store sells in ${currency}`);
  return store;
}

/**
 * Presses Install in the store admin and approves what is asked; ends in the admin page that embeds the app. For the
 * stories that are about installing: `installStore` does the same without a page.
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

/** Signs in at the app itself, as somebody whom the admin did not name, in a store whose app is installed. */
export async function signIn(page: Page, stack: Stack, storeId: string): Promise<void> {
  await signInOverHttp(page.context().request, stack, storeId);
}

/** The admin page that embeds the app; it is installed first where it is not. */
export async function openApp(page: Page, stack: Stack, storeId: string): Promise<void> {
  await page.goto(`${stack.sandbox.origin}/admin/stores/${storeId}/apps`);
  const open = page.locator('a[href*="/apps/inst"]').first();
  if (await open.isVisible()) await open.click();
  else await installApp(page, stack, storeId);
}

/** The app inside the admin. */
export function appFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe');
}

const complaints: string[] = [];

/** What the browser complained of since this was last asked. */
export function takeComplaints(): string[] {
  return complaints.splice(0);
}

/** Keeps what the browser complains of in this page, for takeComplaints. */
export function watch(page: Page): void {
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // A hand-over asks until it is let in; the browser logs each 401 of that by itself.
    const isClaiming = message.location().url.endsWith('/launch/claim');
    if (message.type() === 'error' && !isClaiming)
      complaints.push(`${message.text()} ${message.location().url}`);
  });
}
