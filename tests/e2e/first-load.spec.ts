import { expect } from 'playwright/test';
import { firstLoadBytes, firstLoadBytesMax, firstLoadViewport } from '@/tests/support/e2e/first-load';
import { firstLoadScreens } from '@/tests/support/e2e/first-load-screens';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import type { Stack } from '@/tests/support/stack/stack';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('first-load', fewPastOrders);
});

test('on a first visit on a phone no page fetches more script bytes than its budget allows', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const screens = await firstLoadScreens(await context.newPage(), stack);
  const storageState = await context.storageState();
  const sizes: { name: string; isAdmin: boolean; bytes: number }[] = [];
  for (const { name, url, isAdmin } of screens) {
    const visit = await browser.newContext({ storageState, viewport: firstLoadViewport });
    sizes.push({ name, isAdmin, bytes: await firstLoadBytes(await visit.newPage(), url) });
    await visit.close();
  }
  console.log(Object.fromEntries(sizes.map(({ name, bytes }) => [name, bytes])));
  expect(sizes.filter(({ isAdmin }) => isAdmin)).toHaveLength(23);
  // Checks that the scripts of a page are counted. If no script were counted, every page would be within the
  // performance budget.
  for (const { isAdmin, bytes } of sizes) if (isAdmin) expect(bytes).toBeGreaterThan(100_000);
  expect(sizes.filter(({ bytes }) => bytes > firstLoadBytesMax)).toEqual([]);
});
