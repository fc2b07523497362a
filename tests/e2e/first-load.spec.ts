import { expect } from 'playwright/test';
import { firstLoadBytes, firstLoadBytesMax } from '@/tests/support/e2e/first-load';
import { signInOverHttp } from '@/tests/support/e2e/install-store';
import { storeWith } from '@/tests/support/e2e/merchant';
import { sendQuote } from '@/tests/support/e2e/sent-quotes';
import type { Stack } from '@/tests/support/stack/stack';
import { test } from '@/tests/support/e2e/fixtures';

let stack: Stack;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('first-load');
});

test('on a first visit no screen fetches more script bytes than its budget allows', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const { id: storeId } = await storeWith(stack, 'USD');
  const installId = await signInOverHttp(context.request, stack, storeId);
  const { orders, products } = await stack.sandbox.control<Record<'orders' | 'products', { id: string }[]>>(
    'GET',
    `/dump?store_id=${storeId}`,
  );
  const { quoteId } = await sendQuote({ page, stack, storeId, installId });
  const sizes: Record<string, number> = {};
  const paths = [
    ...['/orders', `/orders/${orders[0]?.id}`, '/orders/new', '/quotes', `/quotes/${quoteId}`],
    ...['/products', `/products/${products[0]?.id}`],
    ...['/discounts', '/sync', '/activity', '/settings', '/settings/import'],
  ];
  for (const path of paths) {
    const visit = await browser.newContext({ storageState: await context.storageState() });
    sizes[path] = await firstLoadBytes(await visit.newPage(), `${stack.appUrl}/i/${installId}${path}`);
    await visit.close();
  }
  console.log(sizes);
  // If the scripts were not counted, the budget could never be exceeded.
  for (const size of Object.values(sizes)) expect(size).toBeGreaterThan(100_000);
  const over = Object.entries(sizes).filter(([, size]) => size > firstLoadBytesMax);
  expect(over).toEqual([]);
});
