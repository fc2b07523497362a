import { expect, test } from 'playwright/test';
import { composerBytesMax, firstLoadBytes, firstLoadBytesMax } from '@/tests/support/first-load';
import { installApp, storeWith } from '@/tests/support/merchant';
import { type Stack, startStack } from '@/tests/support/stack';

let stack: Stack;

test.beforeAll(async () => {
  stack = await startStack('test-results/first-load');
});
test.afterAll(() => stack.stop());

test('no screen fetches more scripts on a first visit than its bar allows', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { id: storeId } = await storeWith(stack, 'USD');
  const installId = await installApp(page, stack, storeId);
  await page.goto(`${stack.appUrl}/install?store=${storeId}`);
  await page.waitForURL(/\/admin\/stores\/[^/]+\/apps\/[^/?]+/);
  const { orders } = await stack.sandbox.control<{ orders: { id: string }[] }>(
    'GET',
    `/dump?store_id=${storeId}`,
  );
  const sizes: Record<string, number> = {};
  for (const path of ['/orders', `/orders/${orders[0]?.id}`, '/orders/new']) {
    const visit = await browser.newContext({ storageState: await context.storageState() });
    sizes[path] = await firstLoadBytes(await visit.newPage(), `${stack.appUrl}/i/${installId}${path}`);
    await visit.close();
  }
  console.log(sizes);
  // A script that was not counted would be a bar that nothing can miss.
  for (const size of Object.values(sizes)) expect(size).toBeGreaterThan(100_000);
  const over = Object.entries(sizes).filter(
    ([path, size]) => size > (path === '/orders/new' ? composerBytesMax : firstLoadBytesMax),
  );
  expect(over).toEqual([]);
});
