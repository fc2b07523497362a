import { readFileSync } from 'node:fs';
import { type BrowserContext, expect, type Page } from 'playwright/test';
import { choosePickup } from '@/tests/support/e2e/choose-pickup';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, openAlone, openStore, trueOrders } from '@/tests/support/e2e/open-store';
import { openAppSocket, startOtherApp } from '@/tests/support/e2e/other-app';
import { pickCustomLine } from '@/tests/support/e2e/pick-custom-line';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;
let stores: InstalledStore[];

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('upgrade', fewPastOrders);
  stores = await Promise.all([openStore(stack, 'SYP'), openStore(stack, 'USD')]);
});

const startApp = (change: Record<string, string>) => startOtherApp(stack, change, 'upgrade.log');

test('D12: during the drain readiness is 503 and pages are served; then the app exits with code 0', async () => {
  const { url, app } = await startApp({ DRAIN_SECONDS: '3' });
  expect((await fetch(`${url}/api/health/ready`)).status).toBe(200);
  const idle = await openAppSocket(url);
  process.kill(app.pid, 'SIGTERM');
  await expect
    .poll(async () => (await fetch(`${url}/api/health/ready`)).status, { intervals: [20] })
    .toBe(503);
  const page = await fetch(url);
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
  expect(await app.exited).toEqual({ code: 0, signal: null });
  await idle.closedAfterMs;
});

test('D12: a second signal ends the app at once', async () => {
  const { app } = await startApp({ DRAIN_SECONDS: '300' });
  // The app treats signals in quick succession as one signal, so the test sends signals until the app has
  // ended.
  const kill = setInterval(() => process.kill(app.pid, 'SIGTERM'), 200);
  try {
    expect(await app.exited).toEqual({ code: 1, signal: null });
  } finally {
    clearInterval(kill);
  }
});

/**
 * Replaces the id of each server action that the page calls, so that the server does not find the action. The same
 * happens after an upgrade to a build without the action. Returns a function that ends the replacement.
 */
async function useUnknownActions(page: Page): Promise<() => Promise<void>> {
  await page.route('**/*', (route, request) => {
    if (!request.headers()['next-action']) return route.continue();
    return route.continue({ headers: { ...request.headers(), 'next-action': '0'.repeat(42) } });
  });
  return () => page.unroute('**/*');
}

for (const index of [0, 1])
  test(`D12: a page whose action does not exist on the server says so, keeps what was typed, and creates the order after the reload (${index === 0 ? 'Arabic' : 'English'})`, async ({
    browser,
  }) => {
    const store = stores[index];
    if (!store) throw new Error('the stores were not opened');
    const { words } = store;
    const page = await openAlone(browser, stack, store, { path: '/orders/new' });
    await pickCustomLine(page, words, 'Gift box');
    await page.getByRole('textbox', { name: new RegExp(`^${words.newOrder.line.price}`) }).fill('12');
    await choosePickup(page, words);
    await page.getByRole('textbox', { name: words.newOrder.customer.name, exact: true }).fill('Salma');
    await page.getByRole('textbox', { name: words.newOrder.customer.phone }).fill('+963944123456');
    const before = (await trueOrders(stack, store)).length;

    const end = await useUnknownActions(page);
    const create = page.getByRole('button', { name: words.newOrder.create }).filter({ visible: true });
    await create.click();
    const banner = page.getByRole('alert').filter({ hasText: words.problem.new_version.required });
    await expect(banner).toBeVisible();
    await takePicture(page, `new-version-required-${index}`);
    await expect(page.getByText(words.newOrder.outcome.no_answer.title)).toBeHidden();
    expect(await trueOrders(stack, store)).toHaveLength(before);

    await end();
    // The browser must not open a dialog that asks whether the user wants to leave the page.
    page.on('dialog', (dialog) => expect.soft(dialog.message(), 'no question').toBe(''));
    await banner.getByRole('button', { name: words.problem.reopen }).click();
    await expect(page.getByRole('textbox', { name: new RegExp(`^${words.newOrder.line.name}`) })).toHaveValue(
      'Gift box',
    );
    await create.click();
    await page.waitForURL(/\/orders\/(?!new)/);
    expect(await trueOrders(stack, store)).toHaveLength(before + 1);
    takeBrowserErrors();
  });

/** Makes each page look as if an earlier build had rendered it: replaces the id of the build in the page. */
async function useEarlierPages(context: BrowserContext): Promise<void> {
  const build = readFileSync('.next/BUILD_ID', 'utf8').trim();
  await context.route('**/orders', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(build, '20000101T000000Z') });
  });
}

test('D12: a page of an earlier build offers to open it again, and a page of this build does not', async ({
  browser,
}) => {
  const [, store] = stores;
  if (!store) throw new Error('the stores were not opened');
  const { problem } = store.words;
  const page = await openAlone(browser, stack, store);
  const notice = page.getByRole('status').filter({ hasText: problem.new_version.available });
  await expect(notice).toBeHidden();

  await useEarlierPages(page.context());
  await page.reload();
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: problem.new_version.later }).click();
  await expect(notice).toBeHidden();

  await page.reload();
  await page.context().unroute('**/orders');
  await notice.getByRole('button', { name: problem.reopen }).click();
  await page.locator('[data-live=live]').waitFor({ state: 'attached' });
  await expect(notice).toBeHidden();
});
