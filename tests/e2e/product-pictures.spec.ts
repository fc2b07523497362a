import { expect, type Locator, type Page } from 'playwright/test';
import { takeBrowserErrors, watch } from '@/tests/support/e2e/merchant';
import {
  desktop,
  type InstalledStore,
  openAlone,
  openStore,
  phone,
  untilMirrored,
} from '@/tests/support/e2e/open-store';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';
import type { Stack } from '@/tests/support/stack/stack';

type Item = { name: string; variant_id: string | null };
type Sold = { id: string; created_at: string; order_number: string; items: Item[] };

let stack: Stack;
let arabic: InstalledStore;
let order: Sold;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('product-pictures', fewPastOrders);
  arabic = await openStore(stack, 'SYP');
  await untilMirrored(stack, arabic.installId);
  const { orders } = await stack.sandbox.control<{ orders: Sold[] }>(
    'GET',
    `/dump?store_id=${arabic.storeId}`,
  );
  const newest = orders
    .toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
    .find(({ items }) => items[0]?.variant_id);
  if (!newest) throw new Error('the store has no order of a product');
  order = newest;
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

/**
 * Expects that the element shows a loaded picture from the platform. The picture must have an empty alternative text
 * (it is decorative), and its request must send no referrer.
 */
async function expectPicture(picture: Locator): Promise<void> {
  await expect(picture).toHaveAttribute('alt', '');
  await expect(picture).toHaveAttribute('loading', 'lazy');
  await expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer');
  await expect(picture).toHaveAttribute('src', new RegExp(`^${stack.sandbox.origin}/images/prod_`));
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}

const rowOf = (page: Page) =>
  page.locator('tbody tr').filter({ has: page.getByRole('link', { name: order.order_number, exact: true }) });

test('the list, the order, the picker and the chosen line show the picture of the product', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, arabic, { viewport: phone });
  // `watch` records the errors of the browser, such as a picture that the content security policy blocks.
  watch(page);
  await page.reload();
  const row = rowOf(page);
  const image = row.locator('img').filter({ visible: true });
  await expectPicture(image);
  await takePicture(page, 'pictures-index-ar');
  await row.getByRole('link').click();
  await expectPicture(
    page
      .locator('main li')
      .filter({ hasText: order.items[0]?.name ?? '-' })
      .locator('img')
      .first(),
  );
  await takePicture(page, 'pictures-order-ar');
  await page.goto(`${stack.appUrl}/i/${arabic.installId}/orders/new`);
  const { picker } = arabic.words.newOrder;
  await page.locator('[data-live=live]').waitFor({ state: 'attached' });
  await page.getByRole('combobox', { name: picker.label }).fill(order.items[0]?.name.split(' - ')[0] ?? '');
  const option = page
    .getByRole('option')
    .filter({ has: page.locator('img') })
    .first();
  await expectPicture(option.locator('img'));
  await takePicture(page, 'pictures-picker-ar');
  await option.click();
  const line = page
    .locator('main li:not([role=option])')
    .filter({ hasText: order.items[0]?.name.split(' - ')[0] ?? '-' });
  await expectPicture(line.locator('img'));
  await takePicture(page, 'pictures-line-ar');
  await page.context().close();
});

test('a picture that does not load is replaced by an icon, and no row changes its height', async ({
  browser,
}) => {
  const withPictures = await openAlone(browser, stack, arabic, { viewport: desktop });
  await expectPicture(rowOf(withPictures).locator('img').filter({ visible: true }));
  const height = await rowOf(withPictures).evaluate((row) => row.getBoundingClientRect().height);
  const page = await openAlone(browser, stack, arabic, { path: '/products', viewport: desktop });
  await page.route(`${stack.sandbox.origin}/images/**`, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(arabic.url);
  const row = rowOf(page);
  await expect(row.locator('svg.lucide-package').filter({ visible: true })).toBeVisible();
  await expect(row.locator('img').filter({ visible: true })).toHaveCount(0);
  expect(await row.evaluate((element) => element.getBoundingClientRect().height)).toBe(height);
  for (const opened of [withPictures, page]) await opened.context().close();
  // The test answers each request for a picture with 404, and the browser logs an error for it.
  expect(takeBrowserErrors().filter((text) => !text.includes('/images/'))).toEqual([]);
});
