import { randomUUID } from 'node:crypto';
import { type Browser, expect } from 'playwright/test';
import { installStore } from './install-store';
import type { InstalledStore } from './open-store';
import { openTab } from './quote-tab';
import { callAction, sendQuote } from './sent-quotes';
import type { Stack } from '@/tests/support/stack/stack';

/** Sends a GET request to a URL and returns the status of the response. */
export const statusOf = async (url: string) => (await fetch(url)).status;

/**
 * Creates two quotes and a saved view, uninstalls the app and installs it again. The new install has another install
 * id.
 */
export async function reinstall(browser: Browser, stack: Stack, old: InstalledStore) {
  const tab = await openTab(browser, stack, old, '/quotes');
  const quotes = [
    await sendQuote(tab.store, { name: 'سلمى الخطيب' }),
    await sendQuote(tab.store, { name: 'Omar Haddad', unitPriceMinor: 480_000 }),
  ] as const;
  const view = { viewId: randomUUID(), name: 'Damascus', filters: 'tag=x', columns: null, isShared: true };
  expect(await callAction(tab.store, 'saveViewAction', view)).toContain('"code":"saved"');
  await tab.page.context().close();
  await stack.sandbox.control('DELETE', `/installs/${old.installId}`);
  await expect.poll(() => statusOf(quotes[0].url), { timeout: 30_000 }).toBe(404);
  const installId = await installStore(stack, old.storeId);
  expect(installId).not.toBe(old.installId);
  return { store: { ...old, installId }, quotes };
}
