import { type Browser, expect, type FrameLocator, type Page } from 'playwright/test';
import { axeFaults } from './axe-faults';
import { appFrame, blockThirdPartyCookies } from './merchant';
import { type InstalledStore, desktop } from './open-store';
import type { QuoteStore } from './sent-quotes';
import type { Stack } from '@/tests/support/stack/stack';

/**
 * A browser tab of a signed-in staff member, and the staff member's store. A spec passes `store` to functions that
 * create quotes without the screens.
 */
export type Tab = { page: Page; app: FrameLocator; store: QuoteStore; open: (path: string) => Promise<void> };

/** Opens a screen of the app in the app's iframe in the store admin, as a staff member. */
export async function openTab(
  browser: Browser,
  stack: Stack,
  store: InstalledStore,
  path: string,
  viewport = desktop,
): Promise<Tab> {
  const context = await browser.newContext({ viewport, locale: store.locale });
  const page = await context.newPage();
  await blockThirdPartyCookies(context, page);
  const app = appFrame(page);
  const open = async (to: string) => {
    const query = new URLSearchParams({ returnTo: `/i/${store.installId}${to}` });
    await page.goto(`${stack.sandbox.origin}/admin/stores/${store.storeId}/apps/${store.installId}?${query}`);
    await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  };
  await open(path);
  return { page, app, open, store: { page, stack, storeId: store.storeId, installId: store.installId } };
}

/** Expects that the accessibility check of axe finds nothing and that no content is wider than the screen. */
export async function expectAccessible({ page, app }: Tab, name: string): Promise<void> {
  expect(await axeFaults(page, ['iframe', 'html']), name).toEqual([]);
  const wide = await app.locator('html').evaluate((html) => html.scrollWidth - window.innerWidth);
  expect(wide, name).toBeLessThanOrEqual(0);
}
