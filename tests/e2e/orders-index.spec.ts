import { type Browser, expect, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults, rulesIn } from '@/tests/support/e2e/axe-faults';
import { closeAfterAborts, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, desktop, openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { readInstallationNow } from '@/tests/support/e2e/store-orders';
import type { Stack } from '@/tests/support/stack/stack';
import { test } from '@/tests/support/e2e/fixtures';
import { sumOf, takeShifts, watchShifts } from '@/tests/support/e2e/layout';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { untilRow } from '@/tests/support/e2e/until-row';

type Dumped = {
  id: string;
  order_number: string;
  status: string;
  payment_status: string;
  created_at: string;
  total: { amount_minor: number; currency: string };
  tags: string[];
  items: { name: string; quantity: number }[];
};

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('orders-index');
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(() => expect(takeBrowserErrors()).toEqual([]));

/** Opens the orders list with the given query in a signed-in browser. */
function openIndex(
  browser: Browser,
  store: InstalledStore,
  { query = '', viewport = desktop } = {},
): Promise<Page> {
  return openAlone(browser, stack, store, { path: `/orders${query}`, viewport });
}

/** Returns the store's orders from the sandbox's own data, newest first. The tests compare the app's list with them. */
async function ordersOf({ storeId }: InstalledStore): Promise<Dumped[]> {
  const { orders } = await stack.sandbox.control<{ orders: Dumped[] }>('GET', `/dump?store_id=${storeId}`);
  return orders.toSorted((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
}

/** Sells one product in the storefront, outside the app. Returns the id and the number of the new order. */
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

/** Returns the texts of the cells whose content is wider than their column. */
const cutCells = (page: Page) =>
  page
    .locator('tbody td')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
    );

const openFilters = (page: Page, words: typeof en) =>
  page.getByRole('button', { name: new RegExp(`^${words.orders.filters.title}`) }).click();

test('a view, a filter on top of it, and Back: each step has its own address, and Back restores it', async ({
  browser,
}) => {
  const page = await openIndex(browser, arabic);
  const orders = await ordersOf(arabic);
  // The view "To ship" lists its orders by age, the oldest first.
  const toShip = orders.filter(({ status }) => ['approved', 'processing'].includes(status)).toReversed();
  const unpaid = toShip.filter(({ payment_status }) => payment_status === 'unpaid');
  expect(unpaid.length).toBeGreaterThan(0);
  const views = page.getByRole('navigation', { name: ar.orders.views.label });
  const active = views.locator('[aria-current=page]');
  await expect(active).toHaveText(ar.orders.views.all);

  await views.getByRole('link', { name: ar.orders.views.to_ship }).click();
  await expect(page).toHaveURL(/\?status=approved&status=processing&sort=oldest$/);
  await expect(active).toContainText(ar.orders.views.to_ship);
  // The name of the view already names the active filters, so the page shows no chips for these filters.
  await expect(page.getByRole('list', { name: ar.orders.filters.active })).toHaveCount(0);
  await expectNumbers(page, toShip);

  await openFilters(page, ar);
  const panel = page.getByRole('dialog', { name: ar.orders.filters.title });
  await expect(panel.getByRole('checkbox', { name: ar.orderStatus.approved })).toBeChecked();
  await panel.getByRole('checkbox', { name: ar.paymentStatus.unpaid }).check();
  await panel.getByRole('button', { name: ar.orders.filters.apply }).click();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/&payment=unpaid&sort=oldest$/);
  await expectNumbers(page, unpaid);
  await expect(page.getByRole('status').filter({ hasText: /^(?:ي|ت)ُعرض/ })).toBeVisible();
  await expect(active).toHaveCount(0);
  await takePicture(page, 'index-filtered-ar');

  await page.goBack();
  await expect(active).toContainText(ar.orders.views.to_ship);
  await expectNumbers(page, toShip);
  await page.goBack();
  await expect(active).toHaveText(ar.orders.views.all);
  await expectNumbers(page, orders);
  await page.goForward();
  await page.goForward();
  await expectNumbers(page, unpaid);

  // The URL contains the filter, so the server reads the same list after a reload.
  await page.reload();
  await expectNumbers(page, unpaid);
  await expect(page.getByText(ar.freshness.live, { exact: true }).first()).toBeVisible();
  // The test goes back only one step. Next could ignore a second step while it still loads the page for the first one.
  await page.goBack();
  await expect(active).toContainText(ar.orders.views.to_ship);
  await expectNumbers(page, toShip);
  await page.context().close();
});

test('U17: Back from an order returns to the scroll position it was opened from, down in the second page of a view', async ({
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

/** Returns a row when the app has read the details of the 50 newest orders. */
const newestDetailsRead = `SELECT FROM installs WHERE install_id = $1 AND NOT EXISTS (
  SELECT FROM (SELECT * FROM orders WHERE install_id = $1 ORDER BY created_at DESC LIMIT 50) o
  WHERE o.detail_updated_at IS NULL OR o.detail_updated_at < o.updated_at)`;

test('the HTML of the list has its first 20 orders; the browser adds the others without a shift, and a reload keeps the scroll position', async ({
  browser,
}) => {
  // A row is higher when its items are known, so the test waits for the details of all rows.
  await untilRow(stack, newestDetailsRead, [english.installId]);
  for (const viewport of [desktop, phone]) {
    const page = await openIndex(browser, english, { viewport });
    const html = await (await page.request.get(page.url())).text();
    expect(html.match(/<tr data-order=/g)).toHaveLength(20);
    await expect(page.locator('[data-order]')).toHaveCount(50);
    await watchShifts(page);
    await page.locator('[data-order]').nth(45).scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => window.scrollY);
    await page.reload();
    await expect(page.locator('[data-order]')).toHaveCount(50);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(place, -2);
    await expect(page.locator('[data-order]').nth(45)).toBeInViewport();
    expect(sumOf(await takeShifts(page))).toBeLessThanOrEqual(0.02);
    await page.context().close();
  }
});

test('each row names the items of its order, the views of waiting work show counts, and a selection shows its total', async ({
  browser,
}) => {
  const page = await openIndex(browser, english);
  const orders = await ordersOf(english);
  const failed = orders.filter(({ status }) => ['delivered_failed', 'returned'].includes(status)).length;
  await expect(
    page
      .getByRole('navigation', { name: en.orders.views.label })
      .getByRole('link', { name: `${en.orders.views.problems} ${failed}`, exact: true }),
  ).toBeVisible();
  const [first] = orders;
  const row = page.locator('tbody tr').first();
  // A read of the list of orders does not return the names of the items. After the list, the worker reads each order
  // with its details, which contain the names.
  await expect(row.getByText(itemsOf(first)).filter({ visible: true })).toBeVisible();
  const dollars = orders.filter(({ total }) => total.currency === 'USD').slice(0, 2);
  const euro = orders.find(({ total }) => total.currency === 'EUR');
  const rowOf = (order: Dumped | undefined) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: order?.order_number ?? '-', exact: true }) });
  for (const order of dollars) await rowOf(order).getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: en.bulk.bar.label });
  const sum = dollars.reduce((minor, { total }) => minor + total.amount_minor, 0) / 100;
  await expect(bar).toContainText(`Total $${sum.toFixed(2)}`);
  await rowOf(euro).getByRole('checkbox').check();
  await expect(bar).toContainText(`€${((euro?.total.amount_minor ?? 0) / 100).toFixed(2)}`);
  await expect(bar).toContainText(`$${sum.toFixed(2)}`);
  // The column of items is wide enough for the usual item, and no other column is too narrow for its text.
  const widthOfItems = (await page.getByRole('columnheader', { name: en.orders.columns.items }).boundingBox())
    ?.width;
  expect(widthOfItems).toBeGreaterThanOrEqual(256);
  expect(await cutCells(page)).toEqual([]);
  await page.mouse.wheel(0, 900);
  await expect(page.getByRole('columnheader', { name: en.orders.columns.items })).toBeInViewport();
  await takePicture(page, 'index-items-en');
  await page.context().close();
  const onPhone = await openIndex(browser, arabic, { viewport: phone });
  const [newest] = await ordersOf(arabic);
  const card = onPhone.locator('tbody tr').first();
  await expect(card.getByText(newest?.items[0]?.name ?? '-').filter({ visible: true })).toBeVisible();
  // The app does not have the customer of the order, so the row shows the items in bold.
  const items = card.getByText(newest?.items[0]?.name ?? '-').filter({ visible: true });
  expect(await items.evaluate((text) => getComputedStyle(text).fontWeight)).toBe('600');
  await takePicture(onPhone, 'index-items-phone-ar');
  await onPhone.setViewportSize({ width: 320, height: 740 });
  // What waits is never alone on a line: it starts the line of the time.
  const lines = await onPhone.locator('tbody tr:has([data-order-work])').evaluateAll((cards) =>
    cards.map((one) => {
      const [waiting, time] = ['[data-order-work]', 'time'].map((part) =>
        one.querySelector(part)?.getBoundingClientRect(),
      );
      if (!waiting || !time) throw new Error('the card has no time');
      const padding = Number.parseFloat(getComputedStyle(one).paddingInlineStart);
      return {
        fromStart: Math.round(one.getBoundingClientRect().right - padding - waiting.right),
        isBesideTime: waiting.top < time.bottom && time.top < waiting.bottom && time.right < waiting.left,
      };
    }),
  );
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).toEqual({ fromStart: 1, isBesideTime: true });
  await takePicture(onPhone, 'index-items-320-ar');
  await onPhone.context().close();
});

test('at 200 % zoom of a laptop, each row shows the whole name of its first item with the variant, and nothing scrolls sideways', async ({
  browser,
}) => {
  for (const store of [english, arabic]) {
    await untilRow(stack, newestDetailsRead, [store.installId]);
    const page = await openIndex(browser, store, { viewport: { width: 640, height: 430 } });
    await expect(page.locator('[data-order]')).toHaveCount(50);
    const names = page.locator('[data-order] bdi:visible').filter({ hasText: ' - ' });
    expect(await names.count()).toBeGreaterThan(40);
    const cut = await names.evaluateAll((all) =>
      all.flatMap((name) => {
        // The lines of a text that is cut off continue below or beside its visible box.
        const visible = (name.parentElement as HTMLElement).getBoundingClientRect();
        const isCut = [...name.getClientRects()].some(
          (line) =>
            (line.top + line.bottom) / 2 > visible.bottom ||
            line.right > visible.right + 1 ||
            line.left < visible.left - 1,
        );
        return isCut ? [name.textContent] : [];
      }),
    );
    expect(cut).toEqual([]);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(tooWide).toBeLessThanOrEqual(0);
    await takePicture(page, `index-items-zoomed-${store.locale}`);
    await page.context().close();
  }
});

/** Returns the items of an order in the same format as a row of the English orders list. */
function itemsOf(order: Dumped | undefined): string {
  const [line, ...more] = order?.items ?? [];
  return `${line?.quantity} × ${line?.name}${more.length > 0 ? ` +${more.length}` : ''}`;
}

test('"/" focuses the search from anywhere, by the key\'s position; a number is found immediately and can be cleared', async ({
  browser,
}) => {
  const page = await openIndex(browser, english);
  const orders = await ordersOf(english);
  const wanted = orders[20];
  const field = page.getByRole('textbox', { name: en.orders.search.label });
  // Dispatches the key event of the slash key with an Arabic keyboard layout.
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
  // While the user types a search, the app replaces the URL and adds no history entry. So the Back button does not stop
  // at incomplete words.
  expect(await page.evaluate(() => history.length)).toBe(length);
  await page.getByRole('button', { name: en.orders.search.clear }).click();
  await expect(field).toBeFocused();
  await expectNumbers(page, orders);
  await expect(page).toHaveURL(english.url);

  await field.fill('no such thing');
  await page.keyboard.press('Enter');
  // Enter starts the search at once, without the delay after typing. The URL contains only a key of the search words,
  // because the words could be a customer's name (S8).
  expect(await page.evaluate(() => location.search)).toMatch(/^\?search=[0-9a-f]{8}$/);
  await expect(page.getByText(en.orders.noMatch.searched.replace('{words}', 'no such thing'))).toBeVisible();
  await takePicture(page, 'index-nomatch-en');
  await page.getByRole('button', { name: en.orders.noMatch.clear }).click();
  await expectNumbers(page, orders);
  await expect(field).toHaveValue('');
  await page.context().close();
});

test('a tab of work is no filter: its button counts none, and without orders it says what comes here', async ({
  browser,
}) => {
  const page = await openIndex(browser, arabic, { viewport: phone });
  const { emptyView, views, filters, noMatch } = ar.orders;
  await page.route(/\/api\/i\/[^/]+\/orders\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), rows: [], nextCursor: null } });
  });
  for (const view of ['to_review', 'to_ship', 'cash_to_collect', 'problems'] as const) {
    const tabs = page.getByRole('navigation', { name: views.label });
    // The edge behind which more tabs follow fades out.
    if (view === 'to_review') await expect(tabs).toHaveAttribute('data-cut', 'end');
    await tabs.getByRole('link', { name: views[view] }).click();
    await expect(page.getByText(emptyView[view].title, { exact: true })).toBeVisible();
    await expect(page.getByText(emptyView[view].body)).toBeVisible();
    await expect(page.getByText(noMatch.title)).toHaveCount(0);
    await expect(page.getByRole('list', { name: filters.active })).toHaveCount(0);
    const button = page.locator('button[aria-haspopup=dialog]').filter({ hasText: filters.title });
    await expect(button).not.toContainText(/[0-9]/);
    if (view === 'problems') await expect(tabs).toHaveAttribute('data-cut', 'start');
  }
  expect(await axeFaults(page)).toEqual([]);
  await takePicture(page, 'index-empty-view-ar-phone');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
});

test('the list asks once about the names of customers, above all orders only, and keeps the answer', async ({
  browser,
}) => {
  const { namesQuestion, views } = en.orders;
  const page = await openIndex(browser, english);
  const card = page.locator('section', { has: page.locator('[data-names-question]') });
  await expect(card).toContainText(namesQuestion.title);
  expect(await axeFaults(page)).toEqual([]);
  await takePicture(page, 'index-names-en');
  const tabs = page.getByRole('navigation', { name: views.label });
  await tabs.getByRole('link', { name: views.to_ship }).click();
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(card).toHaveCount(0);
  await page.goBack();
  await card.getByRole('button', { name: namesQuestion.later }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect(page.locator('[data-order]')).not.toHaveCount(0);
  await expect(card).toHaveCount(0);
  await page.context().close();
  const onPhone = await openIndex(browser, arabic, { viewport: { width: 320, height: 740 } });
  await takePicture(onPhone, 'index-names-320-ar');
  await onPhone.getByRole('link', { name: ar.orders.namesQuestion.show }).click();
  await expect(onPhone).toHaveURL(/\/settings#customers$/);
  await expect(onPhone.getByRole('checkbox', { name: ar.settings.customers.label })).toBeInViewport();
  await onPhone.context().close();
});

test('a search says how much of what it found is unpaid, until it is paid', async ({ browser }) => {
  const { id, order_number } = await sellElsewhere(english);
  const page = await openIndex(browser, english);
  await page.getByRole('textbox', { name: en.orders.search.label }).fill(order_number);
  const found = page.getByRole('status').filter({ hasText: /^Showing 1 order/ });
  await expect(found).toContainText(en.orders.owed.split(' <')[0] ?? '');
  const order = (await ordersOf(english)).find((one) => one.id === id);
  const total = order?.total.amount_minor ?? 0;
  await expect(found).toContainText((total / 100).toFixed(2));
  await takePicture(page, 'index-owed-en');
  await stack.sandbox.control('POST', `/orders/${id}/payments`, { amount_minor: total });
  await expect(found).toHaveText('Showing 1 order');
  await page.context().close();
});

test('S8: a search finds tags, and its words, which can be a name, are in no address; Back restores it', async ({
  browser,
}) => {
  const page = await openIndex(browser, english);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  const tagged = (await ordersOf(english)).filter(({ tags, items }) =>
    ['gift', 'urgent'].some((word) => tags.includes(word) && !items.some(({ name }) => name.includes(word))),
  );
  const [wanted] = tagged;
  const word = wanted?.tags.includes('gift') ? 'gift' : 'urgent';
  const field = page.getByRole('textbox', { name: en.orders.search.label });
  await field.fill(word);
  await expect.poll(() => numbersShown(page)).toContain(wanted?.order_number);
  await takePicture(page, 'index-search-tag-en');
  await field.fill('Rima Haddad');
  await expect(page.getByText(en.orders.noMatch.searched.replace('{words}', 'Rima Haddad'))).toBeVisible();
  await field.fill(word);
  await expect.poll(() => numbersShown(page)).toContain(wanted?.order_number);
  await page.getByRole('link', { name: wanted?.order_number ?? '-', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(wanted?.order_number ?? '-');
  await page.goBack();
  await expect(field).toHaveValue(word);
  await expect.poll(() => numbersShown(page)).toContain(wanted?.order_number);
  await page.reload();
  await expect(field).toHaveValue(word);
  expect(addresses.some((address) => /\/orders\?search=[0-9a-f]{8}$/.test(address))).toBe(true);
  expect(addresses.filter((address) => /Rima|Haddad|gift|urgent/.test(address))).toEqual([]);
  await page.context().close();
});

test('S8: a search that can be a name is removed from the address of the page, and a read refuses it; a number stays', async ({
  browser,
}) => {
  const page = await openIndex(browser, english, { query: '?status=delivered&q=Rima+Haddad' });
  await expect(page).toHaveURL(/\/orders\?status=delivered$/);
  await expect(page.getByRole('textbox', { name: en.orders.search.label })).toHaveValue('');
  expect(await page.content()).not.toContain('Haddad');
  // The address is replaced, so that Back does not lead to the name.
  await page.goto(`${english.url}?q=%231042`);
  await expect(page.getByRole('textbox', { name: en.orders.search.label })).toHaveValue('#1042');
  await page.goBack();
  await expect(page).toHaveURL(/\/orders\?status=delivered$/);
  for (const path of ['orders', 'orders/export'])
    for (const [q, status] of [
      ['Rima', 400],
      ['0944123456', 400],
      ['%231042', 200],
    ] as const) {
      const address = `${stack.appUrl}/api/i/${english.installId}/${path}?q=${q}`;
      expect((await page.request.get(address)).status(), `${path} ${q}`).toBe(status);
    }
  await page.context().close();
});

test('each filter is a chip that can be removed with the keyboard, and one button removes all filters', async ({
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

test("on a phone, in Arabic: days in the store's time zone are chosen in a full-height sheet, and every target is large enough for a thumb", async ({
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
      // Links without a height are skipped. The row of links at the top is not visible on a phone, so its links have no
      // height.
      .filter(({ height }) => height > 0 && height < 44),
  );
  expect(small).toEqual([]);
  // Returns the day of an order in the store's time zone. Near midnight, the same moment can be another day in other
  // time zones.
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

  // The filter panel restores the chosen days. It explains why the end must not be before the start. Escape closes the
  // panel and changes nothing.
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

test('while the merchant reads further down, a button at the top counts the new orders and nothing moves; at the top they appear', async ({
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

test('in a filtered list a newly matching order waits, and an order that no longer matches stays in its place, marked', async ({
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

test('pages without a row are skipped automatically until a page has a row', async ({ browser }) => {
  const page = await openIndex(browser, english);
  const completed = (await ordersOf(english)).filter(({ status }) => status === 'completed');
  expect(completed.length).toBeGreaterThan(0);
  // The test replaces the first three pages of the list with empty pages. Each empty page has a cursor to the next
  // page. The cursor of the third empty page leads to the first page of the real list.
  const cursors = [2093, 2092, 2091].map((year) =>
    Buffer.from(JSON.stringify(['newest', `${year}-01-01T00:00:00.000Z`, 'x'])).toString('base64url'),
  );
  const freshness = { syncedAt: null, backfill: { state: 'done', fetched: 0, reachedBack: null } };
  await page.route(/\/api\/i\/[^/]+\/orders\?status=completed/, (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor');
    const nextCursor = cursors[cursor === null ? 0 : cursors.indexOf(cursor) + 1];
    return nextCursor
      ? route.fulfill({ json: { rows: [], nextCursor, freshness, currencies: [] } })
      : route.continue();
  });
  await openFilters(page, en);
  await page.getByRole('checkbox', { name: en.orderStatus.completed, exact: true }).check();
  await page.getByRole('button', { name: en.orders.filters.apply }).click();
  await expectNumbers(page, completed);
  await page.context().close();
});

test('A16: unknown values in the address break nothing and can be removed', async ({ browser }) => {
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

test('U18: a list that cannot be read says so, and the user can retry the read', async ({ browser }) => {
  const page = await openIndex(browser, arabic, { viewport: phone });
  let isPressed = false;
  await page.route(/\/api\/i\/[^/]+\/orders\?/, (route) => (isPressed ? route.continue() : route.abort()));
  await page.exposeFunction('pressed', () => {
    isPressed = true;
  });
  await page.getByRole('link', { name: ar.orders.views.problems }).click();
  await expect(page.getByText(ar.problem.unavailable.title)).toBeVisible({ timeout: 20_000 });
  await takePicture(page, 'index-error-ar-phone');
  // Reads of the list fail until the retry button is pressed. If they succeeded earlier, a live update could read the
  // list before the press.
  await page.evaluate(() =>
    document.addEventListener('click', () => void Reflect.get(window, 'pressed')(), { capture: true }),
  );
  await page.getByRole('button', { name: ar.problem.retry }).click();
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await closeAfterAborts(page);
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
      const page = await openIndex(browser, store, { viewport, query: '?status=placed&tag=vip&q=999999' });
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

test('U18 AUT-2: without orders:read the index says so, and never says that there are no orders', async ({
  browser,
}) => {
  const page = await openIndex(browser, english);
  const setScopes = async (effective: string[], title: string) => {
    await stack.sandbox.control('PATCH', `/installs/${english.installId}`, { effective_scopes: effective });
    // Makes the worker repeat GET /installation until the app shows the changed scopes. One read may not be enough,
    // because a read that started before the change returns the old scopes. Such a read also postpones the next read by
    // an hour.
    await expect(async () => {
      await readInstallationNow(stack, english.installId);
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  };
  // The server must notify the open screen of the changed scopes. The test does not reload the screen.
  await setScopes(['products:read'], en.orders.forbidden.title);
  await expect(page.getByRole('link', { name: en.ui.permission.show })).toBeVisible();
  await takePicture(page, 'index-forbidden-en');
  await setScopes(['orders:read', 'products:read'], en.orders.title);
  // Without clients:read, no row shows a customer, and the list explains this.
  const hidden = page.locator('[data-hidden-part="clients:read"]');
  await expect(hidden).toContainText(en.orders.customersHidden);
  await expect(hidden.getByRole('link', { name: en.ui.permission.show })).toBeVisible();
  await page.context().close();
  // A read may have been in progress when the scope was removed. The browser logs the 403 of such a read, so the test
  // allows this error.
  expect(takeBrowserErrors().every((complaint) => complaint.includes('403 (Forbidden)'))).toBe(true);
});
