import { createHash, randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { asSystem } from '@/tests/support/stack/as-system';
import { installStore } from './install-store';
import { appFrame, blockThirdPartyCookies, storeWith } from './merchant';
import type { Stack } from '@/tests/support/stack/stack';

/** A store with the app installed. The app has already loaded the past orders of the store. */
export type InstalledStore = {
  storeId: string;
  installId: string;
  /** URL of the order list in the app, for a page outside the store admin. */
  url: string;
  /** The app's messages in the language of the store. */
  words: typeof en;
  locale: string;
};

export const desktop = { width: 1280, height: 860 };
export const phone = { width: 390, height: 844 };

/**
 * Installs the app in the store of the given currency, and waits until the mirror (the app's copy) has all data of the
 * store. The stores in Syrian pounds and in Kuwaiti dinars are Arabic, the others are English.
 */
export async function openStore(
  stack: Stack,
  currency: 'SYP' | 'USD' | 'KWD' | 'AED',
): Promise<InstalledStore> {
  const isArabic = currency === 'SYP' || currency === 'KWD';
  const words: typeof en = isArabic ? ar : en;
  const locale = isArabic ? 'ar' : 'en-US';
  const { id: storeId } = await storeWith(stack, currency);
  const installId = await installStore(stack, storeId);
  await untilMirrored(stack, installId);
  return { storeId, installId, url: `${stack.appUrl}/i/${installId}/orders`, words, locale };
}

/**
 * Waits until the worker has read the complete list of each resource of the store once, and no dirty mark is left. Also
 * compares each order of the app with the platform, because an event that is still on its way has no dirty mark yet.
 */
export async function untilMirrored(stack: Stack, installId: string): Promise<void> {
  const [install] = await asSystem<{ storeId: string }>(
    stack,
    'SELECT store_id AS "storeId" FROM installs WHERE install_id = $1',
    [installId],
  );
  const { orders } = await stack.sandbox.control<{ orders: { id: string; updated_at: string }[] }>(
    'GET',
    `/dump?store_id=${install?.storeId}`,
  );
  const unread = `SELECT resource FROM sweeps WHERE install_id = $1 AND kind = 'full' AND ended_at IS NULL
    UNION ALL SELECT entity_id FROM dirty_marks WHERE install_id = $1
    UNION ALL SELECT now.id FROM unnest($2::text[], $3::timestamptz[]) now (id, updated_at)
      LEFT JOIN orders known ON known.install_id = $1 AND known.id = now.id AND known.updated_at >= now.updated_at
      WHERE known.id IS NULL`;
  const values = [installId, orders.map(({ id }) => id), orders.map((order) => order.updated_at)];
  await expect.poll(() => asSystem(stack, unread, values), { timeout: 60_000, intervals: [50] }).toEqual([]);
}

/** Opens the order list in the app's iframe in the store admin, as a staff member. */
export async function openFramed(browser: Browser, stack: Stack, store: InstalledStore, viewport = desktop) {
  const page = await newPage(browser, store.locale, viewport);
  await page.goto(`${stack.sandbox.origin}/admin/stores/${store.storeId}/apps/${store.installId}`);
  const app = appFrame(page);
  await app.getByRole('heading', { level: 1, name: store.words.orders.title }).waitFor();
  await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  return { page, app };
}

/**
 * Opens a page of the app outside the store admin, as a user without a name, because only the store admin
 * sends names. `path` is relative to the install.
 */
export async function openAlone(
  browser: Browser,
  stack: Stack,
  store: InstalledStore,
  { path = '/orders', viewport = desktop } = {},
): Promise<Page> {
  const page = await newPage(browser, store.locale, viewport);
  await startSession(page, stack, store.installId);
  await page.goto(`${stack.appUrl}/i/${store.installId}${path}`);
  // Waits until the page is interactive. What happens before that time is tested only by the specs about early clicks.
  await page.locator('[data-live=live]').waitFor({ state: 'attached' });
  return page;
}

/**
 * Starts a session without a user name in the given browser. The function uses a hand-over (the one-use code that signs
 * in the iframe) and not OAuth. A sign-in by OAuth would be a new grant, which would end the sessions of the store's
 * other open pages.
 */
async function startSession(page: Page, stack: Stack, installId: string): Promise<void> {
  const code = randomUUID();
  await asSystem(
    stack,
    `INSERT INTO handoffs (code_hash, install_id, expires_at) VALUES ($1, $2, now() + interval '1 minute')`,
    [createHash('sha256').update(code).digest('hex'), installId],
  );
  const answer = await page.context().request.post(`${stack.appUrl}/launch/claim`, {
    headers: { origin: stack.appUrl },
    data: { installId, code },
  });
  expect(answer.status()).toBe(200);
}

/** Opens a page in its own browser context, so that it shares no cookies with other pages. */
export async function newPage(browser: Browser, locale: string, viewport: typeof desktop): Promise<Page> {
  const context = await browser.newContext({ viewport, locale });
  const page = await context.newPage();
  await blockThirdPartyCookies(context, page);
  return page;
}

/** An order as the sandbox stores it. */
export type TrueOrder = {
  id: string;
  order_number: string;
  status: string;
  payment_status: string;
  tags: string[];
  created_at: string;
  total: { amount_minor: number; decimals: number };
  fulfillments: { tracking_number: string | null; provider: string | null; status: string }[];
};

/**
 * Returns all orders that the sandbox has for the store, newest first. Tests compare the app's orders with this list.
 */
export async function trueOrders(stack: Stack, { storeId }: InstalledStore): Promise<TrueOrder[]> {
  const { orders } = await stack.sandbox.control<{ orders: TrueOrder[] }>('GET', `/dump?store_id=${storeId}`);
  return orders.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
}

/** Sells one order in the storefront of the sandbox. The new order is newer than all other orders of the store. */
export async function sellOne(
  stack: Stack,
  { storeId }: InstalledStore,
  status = 'placed',
): Promise<TrueOrder> {
  const { products } = await stack.sandbox.control<{
    products: { status: string; variants: { id: string; status: string; stock: number }[] }[];
  }>('GET', `/dump?store_id=${storeId}`);
  const variant = products
    .filter((product) => product.status === 'active')
    .flatMap((product) => product.variants)
    .find(({ status, stock }) => status === 'active' && stock > 0);
  const items = [{ variant_id: variant?.id, quantity: 1 }];
  const { data } = await stack.sandbox.control<{ data: TrueOrder }>('POST', '/orders', {
    store_id: storeId,
    source: 'storefront',
    items,
    status,
    delivery: true,
  });
  return data;
}
