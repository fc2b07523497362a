import { type Browser, expect, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults, rulesIn } from '@/tests/support/e2e/axe-faults';
import { takeComplaints } from '@/tests/support/e2e/merchant';
import { type InstalledStore, desktop, openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { readInstallationNow } from '@/tests/support/e2e/store-orders';
import type { Stack } from '@/tests/support/stack/stack';
import { test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

type Dumped = {
  id: string;
  order_number: string;
  status: string;
  payment_status: string;
  created_at: string;
};

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('orders-index');
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeComplaints()).toEqual([]));

/** A browser that is signed in, at a page of the index. */
function openIndex(
  browser: Browser,
  store: InstalledStore,
  { query = '', viewport = desktop } = {},
): Promise<Page> {
  return openAlone(browser, stack, store, { path: `/orders${query}`, viewport });
}

/** What the platform has, newest first: the oracle. */
async function ordersOf({ storeId }: InstalledStore): Promise<Dumped[]> {
  const { orders } = await stack.sandbox.control<{ orders: Dumped[] }>('GET', `/dump?store_id=${storeId}`);
  return orders.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
}

/** Sells one in the storefront; its number. */
async function sellElsewhere({ storeId }: InstalledStore): Promise<{ id: string; order_number: string }> {
  const { products } = await stack.sandbox.control<{
    products: { status: string; variants: { id: string; status: string; stock: number }[] }[];
  }>('GET', `/dump?store_id=${storeId}`);
  const variant = products
    .filter((product) => product.status === 'active')
    .flatMap((product) => product.variants)
    .find(({ status, stock }) => status === 'active' && stock > 0);
  const { data } = await stack.sandbox.control<{ data: { id: string; order_number: string } }>(
    'POST',
    '/orders',
    { store_id: storeId, source: 'storefront', items: [{ variant_id: variant?.id, quantity: 1 }] },
  );
  return data;
}

const numbersShown = (page: Page) =>
  page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.querySelector('a')?.innerText.trim()));

async function expectNumbers(page: Page, orders: Dumped[]): Promise<void> {
  const numbers = orders.slice(0, 50).map(({ order_number }) => order_number);
  await expect.poll(() => numbersShown(page)).toEqual(numbers);
}

const openFilters = (page: Page, words: typeof en) =>
  page.getByRole('button', { name: new RegExp(`^${words.orders.filters.title}`) }).click();

test('a view, a filter on top of it, and Back: each step is an address of its own and comes back as it was', async ({
  browser,
}) => {
  const page = await openIndex(browser, arabic);
  const orders = await ordersOf(arabic);
  const toShip = orders.filter(({ status }) => ['approved', 'processing'].includes(status));
  const unpaid = toShip.filter(({ payment_status }) => payment_status === 'unpaid');
  expect(unpaid.length).toBeGreaterThan(0);
  const views = page.getByRole('navigation', { name: ar.orders.views.label });
  const active = views.locator('[aria-current=page]');
  await expect(active).toHaveText(ar.orders.views.all);

  await views.getByRole('link', { name: ar.orders.views.to_ship }).click();
  await expect(page).toHaveURL(/\?status=approved&status=processing$/);
  await expect(active).toHaveText(ar.orders.views.to_ship);
  await expectNumbers(page, toShip);

  await openFilters(page, ar);
  const panel = page.getByRole('dialog', { name: ar.orders.filters.title });
  await expect(panel.getByRole('checkbox', { name: ar.orderStatus.approved })).toBeChecked();
  await panel.getByRole('checkbox', { name: ar.paymentStatus.unpaid }).check();
  await panel.getByRole('button', { name: ar.orders.filters.apply }).click();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/&payment=unpaid$/);
  await expectNumbers(page, unpaid);
  await expect(page.getByRole('status').filter({ hasText: /^(?:ي|ت)ُعرض/ })).toBeVisible();
  await expect(active).toHaveCount(0);
  await takePicture(page, 'index-filtered-ar');

  // Opened anew, the server reads the same from the address.
  await page.reload();
  await expectNumbers(page, unpaid);
  await page.goBack();
  await expect(active).toHaveText(ar.orders.views.to_ship);
  await expectNumbers(page, toShip);
  await page.goBack();
  await expect(active).toHaveText(ar.orders.views.all);
  await expectNumbers(page, orders);
  await page.context().close();
});

test('Back from an order leads to the place it was opened from, down in the second page of a view', async ({
  browser,
}) => {
  const page = await openIndex(browser, arabic, { viewport: phone, query: '?payment=unpaid&payment=paid' });
  await page.getByRole('button', { name: ar.orders.more }).click();
  const far = page.locator('tbody tr a').nth(70);
  await far.scrollIntoViewIfNeeded();
  const [number, place] = [await far.innerText(), await page.evaluate(() => window.scrollY)];
  expect(place).toBeGreaterThan(1_000);
  await far.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number);
  await page.goBack();
  await expect(page).toHaveURL(/\?payment=unpaid&payment=paid$/);
  await expect(page.getByRole('link', { name: number, exact: true })).toBeInViewport();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(place, -2);
  await page.context().close();
});

test('"/" leads to the search from anywhere, by the place of its key; a number is found at once and cleared again', async ({
  browser,
}) => {
  const page = await openIndex(browser, english);
  const orders = await ordersOf(english);
  const wanted = orders[20];
  const field = page.getByRole('textbox', { name: en.orders.search.label });
  // As a keyboard in Arabic sends it.
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { code: 'Slash', key: 'ظ', bubbles: true, cancelable: true }),
    ),
  );
  await expect(field).toBeFocused();
  await page.keyboard.press('Slash');
  await expect(field).toHaveValue('/');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');

  const length = await page.evaluate(() => history.length);
  await field.pressSequentially(String(wanted?.order_number), { delay: 30 });
  await expect(page).toHaveURL(new RegExp(`\\?q=${encodeURIComponent(String(wanted?.order_number))}$`));
  await expect.poll(async () => (await numbersShown(page))[0]).toBe(wanted?.order_number);
  await expect(page.getByRole('status').filter({ hasText: /^Showing \d+ order/ })).toBeVisible();
  // By replacing the address: Back is not led through half-typed words.
  expect(await page.evaluate(() => history.length)).toBe(length);
  await page.getByRole('button', { name: en.orders.search.clear }).click();
  await expect(field).toBeFocused();
  await expectNumbers(page, orders);
  await expect(page).toHaveURL(english.url);

  await field.fill('no such thing');
  await page.keyboard.press('Enter');
  // Sooner than the pause in typing that is waited for.
  expect(await page.evaluate(() => location.search)).toBe('?q=no+such+thing');
  await expect(page.getByText(en.orders.noMatch.title)).toBeVisible();
  await takePicture(page, 'index-nomatch-en');
  await page.getByRole('button', { name: en.orders.noMatch.clear }).click();
  await expectNumbers(page, orders);
  await expect(field).toHaveValue('');
  await page.context().close();
});

test('each filter is a chip that can be taken away by keyboard, and all of them at once', async ({
  browser,
}) => {
  const page = await openIndex(browser, english, { query: '?status=placed&status=delivered&payment=paid' });
  const orders = await ordersOf(english);
  const chips = page.getByRole('list', { name: en.orders.filters.active });
  const remove = (value: string) => chips.getByRole('button', { name: new RegExp(`^Remove .*: ?${value}$`) });
  await expectNumbers(
    page,
    orders.filter(
      (order) => ['placed', 'delivered'].includes(order.status) && order.payment_status === 'paid',
    ),
  );
  await remove(en.orderStatus.placed).press('Enter');
  await expect(page).toHaveURL(/\?status=delivered&payment=paid$/);
  await expect(remove(en.paymentStatus.paid)).toBeFocused();
  await expectNumbers(
    page,
    orders.filter((order) => order.status === 'delivered' && order.payment_status === 'paid'),
  );
  await remove(en.paymentStatus.paid).press('Enter');
  await expectNumbers(
    page,
    orders.filter((order) => order.status === 'delivered'),
  );
  await chips.getByRole('button', { name: en.orders.filters.clearAll }).click();
  await expect(page).toHaveURL(english.url);
  await expectNumbers(page, orders);
  await page.context().close();
});

test('on a phone, in Arabic: days of the store, from a sheet as high as the screen, all of it within reach of a thumb', async ({
  browser,
}) => {
  const page = await openIndex(browser, arabic, { viewport: phone });
  const orders = await ordersOf(arabic);
  await takePicture(page, 'index-ar-phone');
  await openFilters(page, ar);
  const sheet = page.getByRole('dialog', { name: ar.orders.filters.title });
  await expect(sheet).toBeVisible();
  expect(await sheet.boundingBox()).toEqual({ x: 0, y: 0, ...phone });
  await takePicture(page, 'index-sheet-ar-phone');
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[role=dialog] :is(button, label:has(input), input[type=date]), nav a, form[role=search] button',
      ),
    ]
      .map((element) => ({ text: element.textContent, height: element.getBoundingClientRect().height }))
      // The row of links on top is not drawn on a phone.
      .filter(({ height }) => height > 0 && height < 44),
  );
  expect(small).toEqual([]);
  // The day of an order where the store is; nearest to midnight, where the days of other zones differ.
  const dayOf = (order: Dumped) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Damascus' }).format(new Date(order.created_at));
  const day = dayOf(orders[60] as Dumped);
  await sheet.getByLabel(ar.ui.dateRange.from, { exact: true }).fill(day);
  await sheet.getByLabel(ar.ui.dateRange.to, { exact: true }).fill(day);
  await sheet.getByRole('button', { name: ar.orders.filters.apply }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/from=[^&]+21%3A00%3A00\.000Z&to=[^&]+21%3A00%3A00\.000Z$/);
  await expectNumbers(
    page,
    orders.filter((order) => dayOf(order) === day),
  );
  await takePicture(page, 'index-days-ar-phone');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);

  // The panel remembers, refuses days in the wrong order in words, and Escape leaves all as it was.
  await openFilters(page, ar);
  await expect(sheet.getByLabel(ar.ui.dateRange.to, { exact: true })).toHaveValue(day);
  await sheet.getByLabel(ar.ui.dateRange.to, { exact: true }).fill('2020-01-01');
  await sheet.getByRole('button', { name: ar.orders.filters.apply }).click();
  await expect(sheet.getByText(ar.ui.dateRange.reversed)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: new RegExp(`^${ar.orders.filters.title}`) })).toBeFocused();
  await page.context().close();
});

test('while the merchant reads further down, new orders wait behind a pill and nothing moves; at the top they come', async ({
  browser,
}) => {
  const page = await openIndex(browser, arabic, { viewport: phone });
  await expect(page.locator('[data-live=live]')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 900));
  const read = page.locator('tbody tr').nth(6);
  const [number, place] = [await read.locator('a').innerText(), await read.boundingBox()];
  const sold = [await sellElsewhere(arabic), await sellElsewhere(arabic)];
  const pill = page.getByRole('button', { name: 'وصل طلبان جديدان' });
  await expect(pill).toBeVisible();
  await takePicture(page, 'index-pill-ar-phone');
  await expect(read.locator('a')).toHaveText(number);
  expect(await read.boundingBox()).toEqual(place);
  await pill.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  const newest = sold.map(({ order_number }) => order_number).reverse();
  await expect.poll(async () => (await numbersShown(page)).slice(0, 2)).toEqual(newest);
  await expect(pill).toBeHidden();

  const third = await sellElsewhere(arabic);
  await expect.poll(async () => (await numbersShown(page))[0]).toBe(third.order_number);
  await page.context().close();
});

test('while a filter holds, an order that comes to it waits, and one that leaves it stays in its place, marked', async ({
  browser,
}) => {
  const page = await openIndex(browser, arabic, { query: '?status=placed' });
  await expect(page.locator('[data-live=live]')).toBeVisible();
  const [first, second] = await numbersShown(page);
  const { id, order_number } = await sellElsewhere(arabic);
  const pill = page.getByRole('button', { name: 'وصل طلب جديد' });
  await expect(pill).toBeVisible();
  expect(await numbersShown(page)).not.toContain(order_number);
  await pill.click();
  await expect
    .poll(async () => (await numbersShown(page)).slice(0, 3))
    .toEqual([order_number, first, second]);

  await stack.sandbox.control('PATCH', `/orders/${id}`, { status: 'approved' });
  const row = page.locator('tbody tr').first();
  await expect(row).toContainText(ar.orders.gone);
  await expect(row).toContainText(order_number);
  await takePicture(page, 'index-gone-ar');
  await page.getByRole('button', { name: ar.orders.pill.update }).click();
  await expect.poll(async () => (await numbersShown(page)).slice(0, 2)).toEqual([first, second]);
  await page.context().close();
});

test('pages without a row are gone through by themselves, down to one', async ({ browser }) => {
  const page = await openIndex(browser, english);
  const completed = (await ordersOf(english)).filter(({ status }) => status === 'completed');
  expect(completed.length).toBeGreaterThan(0);
  // Each empty page leads to the next one; the last to the beginning of the list.
  const cursors = [2093, 2092, 2091].map((year) =>
    Buffer.from(JSON.stringify([`${year}-01-01T00:00:00.000Z`, 'x'])).toString('base64url'),
  );
  const freshness = { syncedAt: null, backfill: { state: 'done', fetched: 0, reachedBack: null } };
  await page.route(/\/api\/i\/[^/]+\/orders\?status=completed/, (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor');
    const nextCursor = cursors[cursor === null ? 0 : cursors.indexOf(cursor) + 1];
    return nextCursor ? route.fulfill({ json: { rows: [], nextCursor, freshness } }) : route.continue();
  });
  await openFilters(page, en);
  await page.getByRole('checkbox', { name: en.orderStatus.completed, exact: true }).check();
  await page.getByRole('button', { name: en.orders.filters.apply }).click();
  await expectNumbers(page, completed);
  await page.context().close();
});

test('A16: what no one has heard of in the address breaks nothing, and can be taken away', async ({
  browser,
}) => {
  const page = await openIndex(browser, english, {
    query: '?status=held_at_customs&status=placed&payment=%00&from=yesterday&source=carrier_pigeon&x=1',
  });
  await expect(page.getByText(en.orders.noMatch.title)).toBeVisible();
  await expect(page.getByText('held_at_customs')).toBeVisible();
  await openFilters(page, en);
  await expect(page.getByRole('checkbox', { name: 'held_at_customs' })).toBeChecked();
  await expect(page.getByRole('dialog').getByLabel(en.orders.filters.source)).toHaveValue('carrier_pigeon');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'carrier_pigeon' }).click();
  await expect(page).toHaveURL(/\?status=held_at_customs&status=placed$/);
  await expectNumbers(
    page,
    (await ordersOf(english)).filter(({ status }) => status === 'placed'),
  );
  await page.context().close();
});

test('what cannot be read says so, keeps what was there, and is read again by hand', async ({ browser }) => {
  const page = await openIndex(browser, arabic, { viewport: phone });
  let isPressed = false;
  await page.route(/\/api\/i\/[^/]+\/orders\?/, (route) => (isPressed ? route.continue() : route.abort()));
  await page.exposeFunction('pressed', () => {
    isPressed = true;
  });
  await page.getByRole('link', { name: ar.orders.views.problems }).click();
  await expect(page.getByText(ar.problem.unavailable.title)).toBeVisible({ timeout: 20_000 });
  await takePicture(page, 'index-error-ar-phone');
  // Well again from the press on, or a live update might read it before.
  await page.evaluate(() =>
    document.addEventListener('click', () => void Reflect.get(window, 'pressed')(), { capture: true }),
  );
  await page.getByRole('button', { name: ar.problem.retry }).click();
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await page.context().close();
  // The browser itself logs each read that we cut off.
  expect(takeComplaints().every((complaint) => complaint.includes('ERR_FAILED'))).toBe(true);
});

for (const [language, words] of [
  ['ar', ar],
  ['en', en],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds nothing on the index with its filters open: ${language}, ${colorScheme}`, async ({
      browser,
    }) => {
      const store = language === 'ar' ? arabic : english;
      const viewport = language === 'ar' ? phone : desktop;
      const page = await openIndex(browser, store, { viewport, query: '?status=placed&tag=vip&q=x' });
      await page.emulateMedia({ colorScheme });
      const look = async (name: string) => {
        expect(await axeFaults(page, undefined, rulesIn(colorScheme)), name).toEqual([]);
        await takePicture(page, `index-${name}-${language}-${colorScheme}`);
      };
      await look('empty');
      await page.goto(`${store.url}?status=delivered&payment=unpaid`);
      await look('list');
      await openFilters(page, words);
      await page.getByRole('dialog').waitFor();
      await look('filters');
      await page.context().close();
    });

test('AUT-2: without the permission to read orders the index says so, and never that there are none', async ({
  browser,
}) => {
  const page = await openIndex(browser, english);
  const setScopes = async (effective: string[], title: string) => {
    await stack.sandbox.control('PATCH', `/installs/${english.installId}`, { effective_scopes: effective });
    // Due until it is read: a reading that was under way before puts it off for an hour.
    await expect(async () => {
      await readInstallationNow(stack, english.installId);
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  };
  // Told to the open screen: nobody reloads it.
  await setScopes(['products:read'], en.orders.forbidden.title);
  await takePicture(page, 'index-forbidden-en');
  await setScopes(['orders:read', 'products:read'], en.orders.title);
  await page.context().close();
  // The browser itself logs a read that was under way as the scope went.
  expect(takeComplaints().every((complaint) => complaint.includes('403 (Forbidden)'))).toBe(true);
});
