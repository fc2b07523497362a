import {
  type Browser,
  expect,
  type FrameLocator,
  type Page,
  type Request,
  type Route,
} from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults } from './axe-faults';
import { installStore } from './install-store';
import { appFrame, storeWith } from './merchant';
import { desktop, newPage } from './open-store';
import { addressOf, type StoreHandle, sell } from './store-orders';
import type { Stack } from '@/tests/support/stack/stack';
import { takePicture } from './take-picture';

/** A store with the app installed, and the messages of its screens. */
export type LocalizedStore = StoreHandle & { words: typeof en };
export type Tab = { page: Page; app: FrameLocator; close(): Promise<void> };

/**
 * Opens the store for these messages: the Arabic store uses Syrian pounds, the English store US dollars. Its past
 * orders may still be loading.
 */
export async function openLocalizedStore(stack: Stack, words: typeof en): Promise<LocalizedStore> {
  const { id: storeId } = await storeWith(stack, words === ar ? 'SYP' : 'USD');
  return { stack, storeId, installId: await installStore(stack, storeId), words };
}

/** Places an order in the storefront through the sandbox, outside the app. */
export async function placeOrder(store: LocalizedStore): Promise<string> {
  return (await sell(store, { quantities: [1], status: 'placed', delivery: false })).id;
}

/** Opens the order in the store admin's iframe, in its own browser context. */
export async function openTab(
  browser: Browser,
  store: LocalizedStore,
  orderId: string,
  viewport = desktop,
): Promise<Tab> {
  const page = await newPage(browser, localeOf(store.words), viewport);
  noteReads(page);
  const app = appFrame(page);
  await page.goto(addressOf(store, orderId));
  await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  return { page, app, close: () => page.context().close() };
}

const localeOf = (words: typeof en) => (words === ar ? 'ar' : 'en-US');

/** Sets a fault for the writes to an order. */
export const faultWrites = ({ stack }: LocalizedStore, orderId: string, fault: Record<string, unknown>) =>
  stack.sandbox.control('POST', '/faults', { on: 'api', match: `PATCH /v1/orders/${orderId}*`, ...fault });

/**
 * Returns the effects of the app's writes to the order, from the platform's own ledger. Specs use it to prove "at most
 * once".
 */
export async function effectsOf({ stack, installId }: LocalizedStore, orderId: string): Promise<string[]> {
  type Sent = { method: string; path: string; idempotency_key: string | null };
  const { data } = await stack.sandbox.control<{ data: Sent[] }>('GET', `/requests?install_id=${installId}`);
  const ours = data.filter(({ method, path }) => method === 'PATCH' && path.includes(orderId));
  const keys = [...new Set(ours.map((sent) => sent.idempotency_key))];
  const effects = await Promise.all(
    keys.map((key) =>
      stack.sandbox.control<{ data: { kind: string }[] }>('GET', `/effects?idempotency_key=${key}`),
    ),
  );
  return effects.flatMap(({ data: found }) => found.map(({ kind }) => kind));
}

/** For each page, its requests for an order that have no answer yet. */
const readsUnderWay = new WeakMap<Page, Set<Request>>();

function noteReads(page: Page): void {
  const underWay = new Set<Request>();
  readsUnderWay.set(page, underWay);
  page.on('request', (request) => {
    if (/\/api\/i\/[^/]+\/orders\/[^/]+$/.test(request.url())) underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
}

/** Blocks this tab from reading its order again. Returns a function that releases the blocked reads. */
export async function holdReads(page: Page, orderId: string): Promise<() => Promise<void>> {
  const pausedRoutes: Route[] = [];
  const match = new RegExp(`/api/i/[^/]+/orders/${orderId}$`);
  await page.route(match, (route) => void pausedRoutes.push(route));
  // A read that started earlier could return the next change, so this waits until none is running.
  await expect.poll(() => readsUnderWay.get(page)?.size ?? 0).toBe(0);
  return async () => {
    await page.unroute(match);
    // A request that the page has aborted in the meantime cannot continue.
    for (const route of pausedRoutes) await route.continue().catch(() => undefined);
  };
}

/** Expects that axe finds nothing, and takes a screenshot. */
export async function expectAccessible({ page }: Tab, name: string): Promise<void> {
  expect(await axeFaults(page, ['iframe', 'html']), name).toEqual([]);
  await takePicture(page, `order-${name}`);
}
