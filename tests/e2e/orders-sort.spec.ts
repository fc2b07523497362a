import { type Browser, expect, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import {
  desktop,
  type InstalledStore,
  openAlone,
  openStore,
  phone,
  sellOne,
  trueOrders,
} from '@/tests/support/e2e/open-store';
import { test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';
import type { Stack } from '@/tests/support/stack/stack';

type Sold = { order_number: string; id: string; total: { amount_minor: number; currency: string } };

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('orders-sort');
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

function openIndex(browser: Browser, store: InstalledStore, { query = '', viewport = desktop } = {}) {
  return openAlone(browser, stack, store, { path: `/orders${query}`, viewport });
}

const rank = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * Returns the numbers of the store's orders from the sandbox's own data, by total within each currency,
 * highest first.
 */
async function byTotal(store: InstalledStore): Promise<string[]> {
  const orders = (await trueOrders(stack, store)) as unknown as Sold[];
  return orders
    .toSorted(
      (one, other) =>
        rank(other.total.currency, one.total.currency) ||
        rank(other.total.amount_minor, one.total.amount_minor) ||
        rank(other.id, one.id),
    )
    .map(({ order_number }) => order_number);
}

const numbersShown = (page: Page) =>
  page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.querySelector('a')?.innerText.trim()));

const expectFirst = (page: Page, numbers: string[]) =>
  expect.poll(async () => (await numbersShown(page)).slice(0, 50)).toEqual(numbers.slice(0, 50));

test('the keyboard sorts by total and by time, keeps the focus, and Back restores the previous sort', async ({
  browser,
}) => {
  const page = await openIndex(browser, english);
  const newest = (await trueOrders(stack, english)).map(({ order_number }) => order_number);
  const highest = await byTotal(english);
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const [created, total] = [head(en.orders.columns.created), head(en.orders.columns.total)];
  await expect(created).toHaveAttribute('aria-sort', 'descending');
  await expect(total).not.toHaveAttribute('aria-sort');

  const button = total.getByRole('button');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?sort=highest$/);
  await expectFirst(page, highest);
  await expect(total).toHaveAttribute('aria-sort', 'descending');
  await expect(created).not.toHaveAttribute('aria-sort');
  await expect(page.getByText('US Dollar USD')).toBeVisible();
  await expect(button).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  await takePicture(page, 'index-sorted-en');

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?sort=lowest$/);
  await expectFirst(page, highest.toReversed());
  await expect(total).toHaveAttribute('aria-sort', 'ascending');
  await expect(button).toBeFocused();

  await created.getByRole('button').press('Enter');
  await expectFirst(page, newest);
  await created.getByRole('button').press('Enter');
  await expect(page).toHaveURL(/\?sort=oldest$/);
  await expectFirst(page, newest.toReversed());
  await page.goBack();
  await page.goBack();
  await expectFirst(page, highest.toReversed());
  await page.reload();
  await expectFirst(page, highest.toReversed());
  await page.context().close();
});

test('on a phone in Arabic the filters have the sort, and a chip shows it and removes it', async ({
  browser,
}) => {
  const page = await openIndex(browser, arabic, { viewport: phone });
  const newest = (await trueOrders(stack, arabic)).map(({ order_number }) => order_number);
  await page.getByRole('button', { name: new RegExp(`^${ar.orders.filters.title}`) }).click();
  const panel = page.getByRole('dialog', { name: ar.orders.filters.title });
  await panel.getByLabel(ar.orders.sort.label).selectOption({ label: ar.orders.sort.highest });
  await takePicture(page, 'index-sort-sheet-ar');
  await panel.getByRole('button', { name: ar.orders.filters.apply }).click();
  await expect(page).toHaveURL(/\?sort=highest$/);
  await expectFirst(page, await byTotal(arabic));
  const chips = page.getByRole('list', { name: ar.orders.filters.active });
  await expect(chips).toContainText(ar.orders.sort.highest);
  // A sort is not a filter, so "all orders" stays the current view.
  await expect(
    page.getByRole('navigation', { name: ar.orders.views.label }).locator('[aria-current=page]'),
  ).toHaveText(ar.orders.views.all);
  await takePicture(page, 'index-sorted-ar');
  await chips.getByRole('button', { name: ar.orders.filters.remove }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await expectFirst(page, newest);
  await page.context().close();
});

test('work that waits is shown oldest first, and another sort in the URL is kept', async ({ browser }) => {
  const page = await openIndex(browser, arabic);
  const toShip = (await trueOrders(stack, arabic))
    .filter(({ status }) => ['approved', 'processing'].includes(status))
    .map(({ order_number }) => order_number);
  const views = page.getByRole('navigation', { name: ar.orders.views.label });
  await views.getByRole('link', { name: ar.orders.views.to_ship }).click();
  await expect(page).toHaveURL(/\?status=approved&status=processing&sort=oldest$/);
  await expectFirst(page, toShip.toReversed());
  await page.goto(`${arabic.url}?status=approved&status=processing`);
  await expectFirst(page, toShip);
  await expect(views.locator('[aria-current=page]')).toContainText(ar.orders.views.to_ship);
  await page.context().close();
});

test('a new order appears on top only in the sort "newest first"; in a sort by total it appears after a press, at its place', async ({
  browser,
}) => {
  const top = await openIndex(browser, english);
  const oldest = await openIndex(browser, english, { query: '?sort=oldest' });
  const highest = await openIndex(browser, english, { query: '?sort=highest' });
  await expect(highest.locator('tbody tr').first()).toBeVisible();
  const [before, beforeByTotal] = [await numbersShown(oldest), await numbersShown(highest)];
  const sold = await sellOne(stack, english);
  await expect.poll(async () => (await numbersShown(top))[0]).toBe(sold.order_number);
  expect(await numbersShown(oldest)).toEqual(before);
  await expect(oldest.getByRole('button', { name: /new order/ })).toHaveCount(0);
  const place = (await byTotal(english)).indexOf(sold.order_number);
  expect(await numbersShown(highest)).toEqual(beforeByTotal);
  if (place < 50) {
    await highest.getByRole('button', { name: '1 new order' }).click();
    await expectFirst(highest, await byTotal(english));
  }
  for (const page of [top, oldest, highest]) await page.context().close();
});

test('selected orders are printed in the order of the list, whatever the order of the presses', async ({
  browser,
}) => {
  const page = await openIndex(browser, english, { query: '?sort=oldest' });
  const ids = (await trueOrders(stack, english)).map(({ id }) => id).toReversed();
  for (const place of [2, 0, 1]) await page.locator('tbody tr').nth(place).getByRole('checkbox').check();
  await page.getByRole('button', { name: en.bulk.bar.actions }).click();
  const [slips] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', { name: en.bulk.bar.print }).click(),
  ]);
  await slips.waitForURL(/ids=/);
  expect(new URL(slips.url()).searchParams.get('ids')).toBe(ids.slice(0, 3).join(','));
  await page.context().close();
});
