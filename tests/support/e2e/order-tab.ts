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

/** A store with the app installed, and the app's messages in the language of the store. */
export type LocalizedStore = StoreHandle & { words: typeof en };
export type Tab = { page: Page; app: FrameLocator; close(): Promise<void> };

/**
 * Installs the app in the store with the language of `words`. The Arabic store uses Syrian pounds, the
 * English store US dollars. The function does not wait until the app has loaded the store's past orders.
 */
export async function openLocalizedStore(stack: Stack, words: typeof en): Promise<LocalizedStore> {
  const { id: storeId } = await storeWith(stack, words === ar ? 'SYP' : 'USD');
  return { stack, storeId, installId: await installStore(stack, storeId), words };
}

/** Places an order in the storefront through the sandbox, outside the app. */
export async function placeOrder(store: LocalizedStore): Promise<string> {
  return (await sell(store, { quantities: [1], status: 'placed', delivery: false })).id;
}

/** Opens the order in the app's iframe in the store admin, in a new browser context. */
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

/** Makes each write (PATCH) to the order fail on the platform with the given fault. */
export const faultWrites = ({ stack }: LocalizedStore, orderId: string, fault: Record<string, unknown>) =>
  stack.sandbox.control('POST', '/faults', { on: 'api', match: `PATCH /v1/orders/${orderId}*`, ...fault });

/**
 * Returns the effects (executed changes) of the app's writes to the order, from the sandbox's ledger. Specs use the
 * effects to check that each write was executed at most once.
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

/** The requests of each page that read an order and have no response yet. */
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

/**
 * Delays all reads of the order by the tab, so that the tab shows no later change. Returns a function that sends the
 * delayed reads.
 */
export async function holdReads(page: Page, orderId: string): Promise<() => Promise<void>> {
  const pausedRoutes: Route[] = [];
  const match = new RegExp(`/api/i/[^/]+/orders/${orderId}$`);
  await page.route(match, (route) => void pausedRoutes.push(route));
  // A read of the order that is already in progress could return the change that the test makes next. So the function
  // waits until the tab has no read in progress, apart from the delayed reads.
  const isPaused = (request: Request) => pausedRoutes.some((route) => route.request() === request);
  await expect
    .poll(() => [...(readsUnderWay.get(page) ?? [])].filter((request) => !isPaused(request)).length)
    .toBe(0);
  return async () => {
    await page.unroute(match);
    // The page may have aborted a delayed request in the meantime. Such a request cannot continue, so its error is
    // ignored.
    for (const route of pausedRoutes) await route.continue().catch(() => undefined);
  };
}

/** Expects that the accessibility check of axe finds nothing in the tab, and takes a screenshot. */
export async function expectAccessible({ page }: Tab, name: string): Promise<void> {
  expect(await axeFaults(page, ['iframe', 'html']), name).toEqual([]);
  await takePicture(page, `order-${name}`);
}
