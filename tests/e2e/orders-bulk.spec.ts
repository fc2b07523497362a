import pg from 'pg';
import { expect, type FrameLocator, type Locator, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { takeBrowserErrors } from '@/tests/support/e2e/merchant';
import {
  type InstalledStore,
  openAlone,
  openFramed,
  openStore,
  phone,
  sellOne,
  type TrueOrder,
  trueOrders,
} from '@/tests/support/e2e/open-store';
import { readInstallationNow } from '@/tests/support/e2e/store-orders';
import type { Stack } from '@/tests/support/stack/stack';
import { test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('orders-bulk');
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(async () => {
  await stack.sandbox.control('DELETE', '/faults');
  expect(takeBrowserErrors()).toEqual([]);
});

type App = Page | FrameLocator;

const rowOf = (app: App, number: string): Locator =>
  app.getByRole('row').filter({ has: app.getByRole('link', { name: number, exact: true }) });
const boxOf = (app: App, number: string): Locator => rowOf(app, number).getByRole('checkbox');
const barOf = (app: App, { words }: InstalledStore): Locator =>
  app.getByRole('region', { name: words.bulk.bar.label });

/** Opens the view "To review" and waits for its rows, because the checkboxes react only when the rows are shown. */
async function openToReview(app: App): Promise<void> {
  const view = app.getByRole('link', { name: en.orders.views.to_review });
  await view.click();
  await expect(view).toHaveAttribute('aria-current', 'page');
  await expect(app.locator('[aria-busy=true]')).toHaveCount(0);
}

async function choose(app: App, orders: readonly TrueOrder[]): Promise<void> {
  // Waits until all orders are visible before one is selected. The list does not insert new orders while an order is
  // selected.
  for (const { order_number } of orders) await expect(rowOf(app, order_number)).toBeVisible();
  for (const { order_number } of orders) await boxOf(app, order_number).check();
}

async function act(app: App, store: InstalledStore, entry: string): Promise<void> {
  await barOf(app, store).getByRole('button', { name: store.words.bulk.bar.actions }).click();
  await app.getByRole('menuitem', { name: entry }).click();
}

/**
 * In the open dialog of a bulk run (one action on many orders), presses the check button and waits for the result of
 * the check. Returns the dialog.
 */
async function check(app: App, { words }: InstalledStore): Promise<Locator> {
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('button', { name: words.bulk.dialog.check }).click();
  await expect(dialog.getByRole('button', { name: words.bulk.dialog.back })).toBeVisible();
  return dialog;
}

const startButton = (dialog: Locator) =>
  dialog.getByRole('button').filter({
    hasText:
      /^(Start|Add tags? to|Remove tags? from|Set \d|Ship \d|Save \d|ابدأ|أضف ال|أزل ال|غيّر حالة|اشحن|احفظ)/,
  });

const now = async (store: InstalledStore, { id }: TrueOrder): Promise<TrueOrder> => {
  const found = (await trueOrders(stack, store)).find((order) => order.id === id);
  if (!found) throw new Error(`no order ${id}`);
  return found;
};

/** Runs SQL in the app's own database as daftar_system, a role that can read the rows of all installs. */
async function asSystem(text: string, values: unknown[]): Promise<void> {
  const sql = new pg.Client({ connectionString: stack.databaseUrl });
  await sql.connect();
  try {
    await sql.query('SET ROLE daftar_system');
    await sql.query(text, values);
  } finally {
    await sql.end();
  }
}

/** Returns how many PATCH requests for the given order the sandbox recorded. */
async function countRequests({ installId }: InstalledStore, { id }: TrueOrder): Promise<number> {
  const { data } = await stack.sandbox.control<{ data: { method: string; path: string }[] }>(
    'GET',
    `/requests?install_id=${installId}`,
  );
  return data.filter(({ method, path }) => method === 'PATCH' && path.includes(id)).length;
}

test('a selection made with keys alone survives new orders and further pages; a change of filters clears it', async ({
  browser,
}) => {
  const { page, app } = await openFramed(browser, stack, english);
  const [first, second] = await trueOrders(stack, english);
  await expect(app.locator('[data-live=live]')).toBeVisible();
  await app.getByRole('heading', { level: 1 }).click();
  // The keyboard shortcuts of the list depend on the physical position of the key. J moves the focus down from the
  // first row, K moves it up, and X selects the row.
  for (const key of ['KeyJ', 'KeyX', 'KeyJ', 'KeyX', 'KeyJ', 'KeyK']) await page.keyboard.press(key);
  await expect(app.getByRole('link', { name: String(second?.order_number), exact: true })).toBeFocused();
  await expect(boxOf(app, String(first?.order_number))).toBeChecked();
  await expect(barOf(app, english)).toContainText('2 orders selected');

  const sold = await sellOne(stack, english);
  await expect(app.getByRole('button', { name: '1 new order' })).toBeVisible();
  await expect(app.getByRole('row').nth(1)).toContainText(String(first?.order_number));
  await app.getByRole('button', { name: en.orders.more }).click();
  await expect(app.getByRole('row')).toHaveCount(61);
  await expect(barOf(app, english)).toContainText('2 orders selected');
  // On a wide screen, the main button is "Ship", and not the menu with all actions.
  const isMain = /(^| )bg-brand( |$)/;
  const buttonOf = (name: string) => barOf(app, english).getByRole('button', { name, exact: true });
  await expect(buttonOf(en.bulk.bar.fulfill_orders)).toHaveClass(isMain);
  await expect(buttonOf(en.bulk.bar.actions)).not.toHaveClass(isMain);
  await takePicture(page, 'bulk-selection-en');

  const all = app.getByRole('checkbox', { name: en.bulk.select.all });
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await all.check();
  await expect(barOf(app, english)).toContainText('60 orders selected');
  await expect(all).toBeChecked();
  await openToReview(app);
  await expect(barOf(app, english)).toBeHidden();
  await expect(app.getByRole('link', { name: sold.order_number, exact: true })).toBeVisible();

  // While the search field has the focus, letter keys type text and are not shortcuts.
  await boxOf(app, sold.order_number).check();
  await app.getByRole('textbox', { name: en.orders.search.label }).fill('');
  await page.keyboard.press('KeyX');
  await expect(app.getByRole('textbox', { name: en.orders.search.label })).toHaveValue('x');
  await page.keyboard.press('Escape');
  await expect(barOf(app, english)).toContainText('1 order selected');
  await app.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Escape');
  await expect(barOf(app, english)).toBeHidden();
  await page.context().close();
});

test('PAT-2: a double click tags each selected order once, in one run that can be followed to its end, also after a reload', async ({
  browser,
}) => {
  const { page, app } = await openFramed(browser, stack, english);
  const orders = await trueOrders(stack, english);
  const tagged = orders.find(({ tags }) => tags.includes('gift'));
  if (!tagged) throw new Error('no order carries the tag');
  const chosen = [tagged, ...orders.filter(({ id }) => id !== tagged.id).slice(0, 5)];
  await choose(app, chosen);
  await act(app, english, en.bulk.bar.add_tags);
  const dialog = app.getByRole('dialog');
  // While the tag field is empty, the check button must not request a preview.
  await dialog.getByRole('button', { name: en.bulk.dialog.check }).click();
  await expect(dialog.getByText(en.bulk.input.noTags)).toBeVisible();
  await dialog.getByRole('textbox', { name: en.bulk.input.tags }).fill('GIFT');
  await check(app, english);
  await expect(dialog.getByText('5 orders ready')).toBeVisible();
  await expect(dialog.getByText('1 is skipped: it already has these tags')).toBeVisible();
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Add tag "GIFT" to 5 orders');
  await expect(startButton(dialog)).toHaveText('Add tag to 5 orders');
  await takePicture(page, 'bulk-preflight-en');
  await startButton(dialog).dblclick();
  await expect(app.getByRole('heading', { level: 1 })).toHaveText('Add tags: GIFT');
  await expect(app.getByText('6 of 6 finished')).toBeVisible({ timeout: 30_000 });
  const back = app.getByRole('link', { name: en.bulk.run.toOrders });
  await expect(back).toHaveAttribute('href', `/i/${english.installId}/orders`);
  await takePicture(page, 'bulk-run-en');
  for (const order of chosen)
    expect(
      (await now(english, order)).tags.map((tag) => tag.toLowerCase()),
      order.order_number,
    ).toContain('gift');

  const frame = page.frames().find((each) => each.url().startsWith(stack.appUrl));
  await frame?.goto(frame.url());
  await expect(app.getByText('6 of 6 finished')).toBeVisible();
  const rows = app.getByRole('region', { name: en.bulk.rows.label }).getByRole('listitem');
  await expect(rows).toHaveCount(6);
  const skipped = rows.filter({ hasText: tagged.order_number });
  await expect(skipped).toContainText(en.bulk.reason.already_there);
  await app.getByRole('link', { name: en.bulk.run.all }).click();
  await expect(app.getByRole('heading', { level: 2 })).toHaveCount(1);
  await takePicture(page, 'bulk-runs-en');
  await page.context().close();
});

test('FUL-1: an order that needs no shipment is skipped, and the result gives the same reason as the check', async ({
  browser,
}) => {
  const { page, app } = await openFramed(browser, stack, arabic, phone);
  const cancelled = await sellOne(stack, arabic, 'cancelled');
  const toShip = await sellOne(stack, arabic, 'approved');
  const { order_number: number } = cancelled;
  await expect(rowOf(app, number)).toBeVisible();
  await app.getByRole('button', { name: ar.bulk.select.choose }).click();
  // The bar has the button "Ship" only while every selected order waits for its shipment.
  const ship = barOf(app, arabic).getByRole('button', { name: ar.bulk.bar.fulfill_orders, exact: true });
  await choose(app, [toShip]);
  await expect(ship).toBeInViewport({ ratio: 1 });
  await takePicture(page, 'bulk-ship-phone-ar');
  await choose(app, [cancelled]);
  await expect(ship).toHaveCount(0);
  await act(app, arabic, ar.bulk.bar.fulfill_orders);
  const dialog = await check(app, arabic);
  const reason = ar.noShipment.reason.order_cancelled;
  await expect(dialog.getByText(reason)).toContainText('سيُتجاوز طلب واحد');
  await takePicture(page, 'bulk-no-shipment-phone-ar');
  await startButton(dialog).click();
  await expect(app.getByText('انتهى 2 من 2')).toBeVisible({ timeout: 30_000 });
  const rows = app.getByRole('region', { name: ar.bulk.rows.label }).getByRole('listitem');
  await expect(rows.filter({ hasText: number })).toContainText(reason);
  // After the bulk run, one link prints the packing slips of all shipped orders. The user does not have to select the
  // orders again.
  const slips = app.getByRole('link', { name: ar.bulk.bar.print });
  await expect(slips).toHaveAttribute('href', new RegExp(`[?&]ids=${toShip.id}$`));
  await takePicture(page, 'bulk-no-shipment-run-phone-ar');
  expect((await now(arabic, cancelled)).fulfillments).toEqual([]);
  expect((await now(arabic, toShip)).fulfillments).toHaveLength(1);
  await page.context().close();
});

test('a run can be paused, left, resumed from another tab and stopped; items not sent by then are never sent', async ({
  browser,
}) => {
  // The sandbox delays each write. So the test can pause and stop the bulk run while writes are in progress.
  await stack.sandbox.control('POST', '/faults', {
    on: 'api',
    match: 'PATCH /v1/orders/*',
    effect: 'delay',
    delay_ms: 1_500,
    count: 1_000,
  });
  const { page, app } = await openFramed(browser, stack, arabic, phone);
  const chosen = (await trueOrders(stack, arabic)).slice(0, 20);
  await app.getByRole('button', { name: ar.bulk.select.choose }).click();
  // After a press on "choose", a press anywhere on the card of an order selects the order.
  await rowOf(app, String(chosen[0]?.order_number)).click({ position: { x: 40, y: 20 } });
  await expect(barOf(app, arabic)).toContainText('طلب واحد محدد');
  await takePicture(page, 'bulk-phone-ar');
  await choose(app, chosen.slice(1));
  await act(app, arabic, ar.bulk.bar.add_tags);
  await app.getByRole('dialog').getByRole('textbox', { name: ar.bulk.input.tags }).fill('عيد');
  await takePicture(page, 'bulk-dialog-phone-ar');
  const dialog = await check(app, arabic);
  await takePicture(page, 'bulk-preflight-phone-ar');
  await startButton(dialog).click();
  await app.getByRole('button', { name: ar.bulk.controls.pause }).click();
  await expect(app.getByText(ar.bulk.state.paused, { exact: true })).toBeVisible();
  await takePicture(page, 'bulk-paused-phone-ar');
  await page.context().close();

  const other = await openFramed(browser, stack, arabic);
  await other.app.getByRole('link', { name: 'إضافة وسوم: عيد' }).click();
  await expect(other.app.getByText(ar.bulk.run.paused)).toBeVisible();
  const bar = other.app.getByRole('progressbar');
  const done = Number(await bar.getAttribute('aria-valuenow'));
  expect(done).toBeLessThan(20);
  await other.app.getByRole('button', { name: ar.bulk.controls.resume }).click();
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(done);
  await takePicture(other.page, 'bulk-running-ar');
  await other.app.getByRole('button', { name: ar.bulk.controls.cancel }).click();
  await other.app.getByRole('dialog').getByRole('button', { name: ar.bulk.controls.cancelNow }).click();
  await expect(other.app.getByText('انتهى 20 من 20')).toBeVisible({ timeout: 20_000 });
  const stopped = other.app.getByRole('listitem').and(other.app.locator('[data-state=cancelled]'));
  await expect(stopped.first()).toContainText(ar.bulk.reason.cancelled);
  const untouched = await stopped.count();
  const tagged = (await trueOrders(stack, arabic)).filter(({ tags }) => tags.includes('عيد'));
  expect(tagged.length).toBe(20 - untouched);
  await other.page.context().close();
});

test('STA-2: each order that the platform refuses shows the reason in words, and can be retried by hand when it is allowed', async ({
  browser,
}) => {
  const { page, app } = await openFramed(browser, stack, english);
  const moved = await sellOne(stack, english);
  const others = [await sellOne(stack, english)];
  // The test waits for the orders before it sets a filter. A filtered list does not insert new orders: it only shows
  // their number on a button.
  for (const { order_number } of [moved, ...others])
    await expect(rowOf(app, order_number)).toBeVisible({ timeout: 30_000 });
  await openToReview(app);
  await choose(app, [moved, ...others]);
  await act(app, english, en.bulk.bar.set_order_status);
  await app.getByRole('dialog').getByLabel(en.bulk.input.status).selectOption('approved');
  const dialog = await check(app, english);
  await expect(dialog.getByText('2 orders ready')).toBeVisible();
  // Another user cancels one of the orders after the preview was shown and before the bulk run starts.
  await stack.sandbox.control('PATCH', `/orders/${moved.id}`, { status: 'cancelled' });
  await startButton(dialog).click();
  await expect(app.getByText('2 of 2 finished')).toBeVisible({ timeout: 30_000 });
  const refused = app.locator('[data-state=refused]');
  await expect(refused).toContainText(en.bulk.reason.conflict);
  await expect(refused).toContainText(moved.order_number);
  expect((await now(english, moved)).status).toBe('cancelled');
  await app.getByRole('button', { name: /^Failed/ }).click();
  await expect(app.getByRole('region', { name: en.bulk.rows.label }).getByRole('listitem')).toHaveCount(1);
  await takePicture(page, 'bulk-refused-en');

  await stack.sandbox.control('PATCH', `/orders/${moved.id}`, { status: 'placed' });
  await app.getByRole('button', { name: 'Retry 1 failed order' }).click();
  await expect(app.locator('[data-state=refused]')).toHaveCount(0, { timeout: 30_000 });
  await expect(app.getByText(en.bulk.state.ended, { exact: true }).first()).toBeVisible();
  expect((await now(english, moved)).status).toBe('approved');
  await page.context().close();
});

test('while the platform is down a run keeps waiting, and it ends without a press when the platform is back; nothing happens twice', async ({
  browser,
}) => {
  const { page, app } = await openFramed(browser, stack, english);
  const chosen = (await trueOrders(stack, english)).slice(10, 13);
  await stack.sandbox.control('POST', '/faults', {
    on: 'api',
    match: 'PATCH /v1/orders/*',
    effect: 'status',
    status: 503,
    count: 1_000,
  });
  await choose(app, chosen);
  await act(app, english, en.bulk.bar.remove_tags);
  await app.getByRole('dialog').getByRole('textbox', { name: en.bulk.input.tags }).fill('none-has-it');
  const dialog = await check(app, english);
  await expect(dialog.getByText(en.bulk.preflight.nothing)).toBeVisible();
  await expect(startButton(dialog)).toBeDisabled();
  await dialog
    .getByRole('button', { name: en.bulk.dialog.cancel })
    .or(dialog.getByRole('button', { name: en.ui.close }))
    .first()
    .click();
  await act(app, english, en.bulk.bar.add_tags);
  await app.getByRole('dialog').getByRole('textbox', { name: en.bulk.input.tags }).fill('outage');
  await startButton(await check(app, english)).click();
  await expect(app.locator('[data-state=sent]').first()).toContainText(en.bulk.rows.state.sent, {
    timeout: 20_000,
  });
  await takePicture(page, 'bulk-down-en');
  await stack.sandbox.control('DELETE', '/faults');
  await expect(app.getByText('3 of 3 finished')).toBeVisible({ timeout: 60_000 });
  for (const order of chosen) expect((await now(english, order)).tags).toContain('outage');
  await page.context().close();
});

test('a retry leaves out items whose outcome is unknown and says so; the platform receives no further request for them', async ({
  browser,
}) => {
  const { page, app } = await openFramed(browser, stack, english);
  const [moved, lost, good] = [
    await sellOne(stack, english),
    await sellOne(stack, english),
    await sellOne(stack, english),
  ];
  await choose(app, [moved, lost, good]);
  await act(app, english, en.bulk.bar.set_order_status);
  await app.getByRole('dialog').getByLabel(en.bulk.input.status).selectOption('approved');
  const dialog = await check(app, english);
  // After the check and before the bulk run starts, another user cancels one of the orders. A fault of the sandbox
  // drops the responses to the writes of a second order, so the app gets no response about that order for two days.
  await stack.sandbox.control('PATCH', `/orders/${moved.id}`, { status: 'cancelled' });
  await stack.sandbox.control('POST', '/faults', {
    on: 'api',
    match: `PATCH /v1/orders/${lost.id}*`,
    effect: 'drop_response',
    count: 1_000,
  });
  await startButton(dialog).click();
  const rowIn = (state: string) => app.locator(`[data-state=${state}]`);
  await expect(rowIn('refused')).toContainText(moved.order_number, { timeout: 30_000 });
  await expect(rowIn('succeeded')).toContainText(good.order_number);
  await expect(rowIn('sent')).toContainText(lost.order_number);
  await asSystem(
    `UPDATE operations SET created_at = now() - interval '49 hours', next_attempt_at = now()
     WHERE install_id = $1 AND ended_at IS NULL`,
    [english.installId],
  );
  await expect(app.getByText('3 of 3 finished')).toBeVisible({ timeout: 30_000 });
  await expect(rowIn('needs_review')).toContainText(lost.order_number);
  await expect(app.getByText(/^1 order is not retried because it may have gone through/)).toBeVisible();
  expect(await axeFaults(page, ['iframe', 'main'])).toEqual([]);
  await takePicture(page, 'bulk-outcome-unknown-en');

  await stack.sandbox.control('DELETE', '/faults');
  const requestCount = await countRequests(english, lost);
  await stack.sandbox.control('PATCH', `/orders/${moved.id}`, { status: 'placed' });
  await app.getByRole('button', { name: 'Retry 1 failed order' }).click();
  await expect(rowIn('refused')).toHaveCount(0, { timeout: 30_000 });
  await expect(rowIn('succeeded')).toHaveCount(2);
  await expect(rowIn('needs_review')).toContainText(lost.order_number);
  expect((await now(english, moved)).status).toBe('approved');
  expect(await countRequests(english, lost)).toBe(requestCount);
  await page.context().close();
});

test('AUT-9: while the store is disconnected a run says that it waits, and it continues when the store is connected again', async ({
  browser,
}) => {
  const { page, app } = await openFramed(browser, stack, arabic, phone);
  await app.getByRole('button', { name: ar.bulk.select.choose }).click();
  const chosen = (await trueOrders(stack, arabic)).slice(0, 5);
  for (const { order_number } of chosen) await boxOf(app, order_number).check();
  await act(app, arabic, ar.bulk.bar.add_tags);
  await app.getByRole('dialog').getByRole('textbox', { name: ar.bulk.input.tags }).fill('عاد الاتصال');
  // The bulk run has started, and its page is open. Every write still fails with 503.
  await stack.sandbox.control('POST', '/faults', {
    on: 'api',
    match: 'PATCH /v1/orders/*',
    effect: 'status',
    status: 503,
    count: 1_000,
  });
  await startButton(await check(app, arabic)).click();
  await expect(app.locator('[data-state=sent]').first()).toBeVisible({ timeout: 20_000 });
  // The user who installed the app loses access to the store. So the platform refuses the tokens of the install.
  await stack.sandbox.control('PATCH', `/installs/${arabic.installId}`, { member_active: false });
  await stack.sandbox.control('DELETE', '/faults');
  await expect(app.locator('#screen').getByText(ar.bulk.run.waits.title)).toBeVisible({ timeout: 30_000 });
  expect(await axeFaults(page, ['iframe', 'html'])).toEqual([]);
  await takePicture(page, 'bulk-waits-phone-ar');
  const tagged = async () =>
    (await trueOrders(stack, arabic)).filter(({ tags }) => tags.includes('عاد الاتصال'));
  expect(await tagged()).toEqual([]);

  const run = await app.locator('html').evaluate(() => window.location.pathname);
  await app.getByRole('button', { name: ar.bulk.run.waits.reconnect }).click();
  await expect(app.getByText(ar.entry.reconnect.title)).toBeVisible();
  await stack.sandbox.control('PATCH', `/installs/${arabic.installId}`, { member_active: true });
  await app.getByRole('link', { name: ar.entry.reconnect.action }).click();
  await page.waitForURL(new RegExp(`/admin/stores/${arabic.storeId}/apps/${arabic.installId}`));
  await app.getByRole('heading', { level: 1, name: ar.orders.title }).waitFor();
  await page.goto(
    `${stack.sandbox.origin}/admin/stores/${arabic.storeId}/apps/${arabic.installId}?returnTo=${encodeURIComponent(run)}`,
  );
  await expect(app.getByText('انتهى 5 من 5')).toBeVisible({ timeout: 60_000 });
  await expect(app.locator('#screen').getByText(ar.bulk.run.waits.title)).toBeHidden();
  expect((await tagged()).map(({ id }) => id).toSorted()).toEqual(chosen.map(({ id }) => id).toSorted());
  await page.context().close();
  // The browser logs an error for each read that the app refused with 401.
  expect(takeBrowserErrors().every((complaint) => complaint.includes('401 (Unauthorized)'))).toBe(true);
});

test('FUL-1: a courier sheet in Arabic digits, on a phone: matching lines are sent with their numbers, each other line says why not', async ({
  browser,
}) => {
  const { page, app } = await openFramed(browser, stack, arabic, phone);
  const first = await sellOne(stack, arabic, 'approved');
  const second = await sellOne(stack, arabic, 'approved');
  for (const { order_number } of [first, second]) await expect(rowOf(app, order_number)).toBeVisible();
  const arabicDigits = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '');
  await app.getByRole('button', { name: ar.bulk.menu.label, exact: true }).click();
  await app.getByRole('menuitem', { name: ar.courier.entry }).click();
  const dialog = app.getByRole('dialog', { name: ar.courier.title });
  await dialog.getByRole('button', { name: ar.courier.match }).click();
  await expect(dialog.getByText(ar.courier.nothing)).toBeVisible();
  await dialog
    .getByRole('textbox', { name: ar.courier.sheet })
    .fill(
      [
        'رقم الطلب\tرقم التتبع',
        `${arabicDigits(first.order_number)}\tSY-٨٨١`,
        `${second.order_number}\tSY-882`,
        `${second.order_number}\tSY-882`,
        '99999999\tSY-883',
        'شكرًا لكم',
      ].join('\n'),
    );
  await takePicture(page, 'courier-paste-phone-ar');
  // The Escape key closes the dialog. The pasted sheet is still there when the dialog is opened again.
  const sheet = await dialog.getByRole('textbox', { name: ar.courier.sheet }).inputValue();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await app.getByRole('button', { name: ar.bulk.menu.label, exact: true }).click();
  await app.getByRole('menuitem', { name: ar.courier.entry }).click();
  await expect(dialog.getByRole('textbox', { name: ar.courier.sheet })).toHaveValue(sheet);
  await dialog.getByRole('button', { name: ar.courier.match }).click();
  await expect(dialog.getByText('طلبان يأخذان رقمي تتبعهما')).toBeVisible();
  await expect(dialog.getByText(ar.courier.verdict.repeated)).toBeVisible();
  await expect(dialog.getByText(ar.courier.verdict.unknown)).toBeVisible();
  await expect(dialog.getByText(ar.courier.unread)).toBeVisible();
  await takePicture(page, 'courier-preview-phone-ar');
  await startButton(dialog).dblclick();
  await expect(app.getByText('انتهى 2 من 2')).toBeVisible({ timeout: 30_000 });
  await takePicture(page, 'courier-run-phone-ar');
  for (const [order, tracking] of [
    [first, 'SY-881'],
    [second, 'SY-882'],
  ] as const) {
    const { fulfillments, status } = await now(arabic, order);
    expect([status, fulfillments.map(({ tracking_number }) => tracking_number)]).toEqual([
      'shipped',
      [tracking],
    ]);
  }
  await page.context().close();
});

test('FUL-1: tracking numbers that arrive after the handover complete the shipments; another number is replaced only if chosen', async ({
  browser,
}) => {
  const { page, app } = await openFramed(browser, stack, english);
  const orders = [];
  for (let count = 0; count < 3; count++) orders.push(await sellOne(stack, english, 'approved'));
  await choose(app, orders);
  await act(app, english, en.bulk.bar.fulfill_orders);
  await startButton(await check(app, english)).click();
  await expect(app.getByText('3 of 3 finished')).toBeVisible({ timeout: 30_000 });
  const trackingOf = async (order: TrueOrder) =>
    (await now(english, order)).fulfillments.map(({ tracking_number, provider, status }) => [
      tracking_number,
      provider,
      status,
    ]);
  const [first, second, third] = orders.map(({ order_number }) => order_number);
  const paste = async (lines: string[], provider = '') => {
    await app.getByRole('link', { name: en.bulk.run.all }).click();
    await app.getByRole('link', { name: en.bulk.runs.back, exact: true }).last().click();
    await app.getByRole('button', { name: en.bulk.menu.label, exact: true }).click();
    await app.getByRole('menuitem', { name: en.courier.entry }).click();
    const dialog = app.getByRole('dialog', { name: en.courier.title });
    await dialog.getByRole('textbox', { name: en.courier.sheet }).fill(lines.join('\n'));
    const carrier = dialog.getByRole('textbox', { name: en.bulk.fulfill.provider, exact: true });
    if (provider) await carrier.fill(provider);
    await dialog.getByRole('button', { name: en.courier.match }).click();
    await expect(dialog.getByRole('button', { name: en.courier.back })).toBeVisible();
    return dialog;
  };
  const before = await paste([`${third}\tAX-7`]);
  await startButton(before).click();
  await expect(app.getByText('1 of 1 finished')).toBeVisible({ timeout: 30_000 });

  // Each line has a different separator between the order number and the tracking number.
  const lines = [`#${first}, AX-1`, `${second};AX-2`, `${third}\tAX-9`];
  const mixed = await paste(lines, 'Aramex');
  await expect(
    mixed.getByText('2 orders were shipped already and get their tracking numbers.'),
  ).toBeVisible();
  await expect(mixed.getByText('1 shipment has another tracking number')).toBeVisible();
  await expect(mixed.getByRole('checkbox', { name: 'Replace AX-7' })).not.toBeChecked();
  await takePicture(page, 'courier-after-handover-en');
  await startButton(mixed).click();
  await expect(app.getByText('3 of 3 finished')).toBeVisible({ timeout: 30_000 });
  await expect(app.getByText(en.bulk.reason.other_tracking)).toBeVisible();
  expect(await Promise.all(orders.map(trackingOf))).toEqual([
    [['AX-1', 'Aramex', 'shipped']],
    [['AX-2', 'Aramex', 'shipped']],
    [['AX-7', null, 'shipped']],
  ]);

  const again = await paste(lines);
  await expect(again.getByText(en.courier.verdict.already_there)).toHaveCount(2);
  await again.getByRole('checkbox', { name: 'Replace AX-7' }).check();
  await startButton(again).click();
  await expect(app.getByText('3 of 3 finished')).toBeVisible({ timeout: 30_000 });
  expect(await trackingOf(orders[2] as TrueOrder)).toEqual([['AX-9', null, 'shipped']]);
  await page.context().close();
});

test("CSV: a view and a selection download as files in the store's language, with the platform's data", async ({
  browser,
}) => {
  const { page, app } = await openFramed(browser, stack, arabic);
  for (const { order_number } of [await sellOne(stack, arabic), await sellOne(stack, arabic)])
    await expect(rowOf(app, order_number)).toBeVisible();
  const orders = await trueOrders(stack, arabic);
  const placed = orders.filter(({ status }) => status === 'placed');
  await app.getByRole('link', { name: ar.orders.views.to_review }).click();
  await expect(app.getByRole('link', { name: String(placed[0]?.order_number), exact: true })).toBeVisible();
  const toast = app.getByRole('region', { name: /F8/ }).getByRole('listitem');
  const checkMark = '.lucide-circle-check';
  // The test delays the request for the file until it has seen the toast about the progress.
  let send = () => {};
  const isRead = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/orders/export*', async (route) => {
    await isRead;
    await route.continue();
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await app.getByRole('button', { name: ar.bulk.menu.label, exact: true }).click();
      await app.getByRole('menuitem', { name: ar.export.entry }).click();
      // Before the file exists, the toast has no check mark.
      await expect(toast).toContainText(ar.export.preparing);
      expect.soft(await toast.locator(checkMark).count()).toBe(0);
      send();
    })(),
  ]);
  // The toast that showed the progress now shows the result. The test counts the toasts only once, without waiting,
  // because a second toast would disappear during a wait. On a desktop the toast does not cover the first column of the
  // list.
  await expect(toast.filter({ hasText: ar.export.ready }).locator(checkMark)).toBeVisible();
  expect.soft(await toast.count()).toBe(1);
  await expect(toast).toHaveCount(1);
  const [shown, first] = [await toast.boundingBox(), await app.locator('tbody td').nth(1).boundingBox()];
  if (!shown || !first) throw new Error('the toast or the list is not rendered');
  expect(shown.x + shown.width <= first.x || first.x + first.width <= shown.x).toBe(true);
  await takePicture(page, 'export-ready-ar');
  expect(download.suggestedFilename()).toMatch(/^طلبات-\d{4}-\d\d-\d\d\.csv$/);
  const bytes = Buffer.concat(await (await download.createReadStream()).toArray());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.toString('utf8').split('\r\n');
  expect(lines[0]).toBe(`\ufeff${Object.values(ar.export.columns).join(',')}`);
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(
    placed.map(({ order_number }) => order_number),
  );
  expect(lines.at(-1)).toBe('');
  expect(lines[1]).toContain(`,${ar.orderStatus.placed},`);

  await choose(app, placed.slice(0, 2));
  const [chosen] = await Promise.all([page.waitForEvent('download'), act(app, arabic, ar.bulk.bar.export)]);
  const text = Buffer.concat(await (await chosen.createReadStream()).toArray()).toString('utf8');
  expect(text.split('\r\n')).toHaveLength(4);
  await page.context().close();
});

test('CSV: a read that fails midway breaks the response, so that a partial file cannot pass for a complete one', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, english);
  const sql = new pg.Client({ connectionString: stack.databaseUrl });
  await sql.connect();
  const cookies = await page.context().cookies(stack.appUrl);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  // Closes the page before the database reads fail. An open orders list would repeat its reads, and the browser would
  // log errors.
  await page.context().close();
  const path = `${stack.appUrl}/api/i/${english.installId}/orders/export`;
  // Inserts 1,500 orders with the rights of the tenant. The export reads them in three pages. A page has more bytes
  // than the buffers between server and client can hold. So the export is still running when the database reads begin
  // to fail.
  await sql.query(`SET ROLE daftar_app`);
  await sql.query(`SELECT set_config('daftar.install_id', $1, false)`, [english.installId]);
  await sql.query(
    `INSERT INTO orders (install_id, id, order_number, status, payment_status, tags, total_minor, created_at, updated_at,
       header, fence)
     SELECT install_id, 'fat_' || n, 'fat' || n, status, payment_status, '{}', total_minor, created_at, updated_at,
       header || jsonb_build_object('source', repeat('x', 20000)), fence
     FROM (SELECT * FROM orders WHERE install_id = $1 ORDER BY id LIMIT 1) AS one, generate_series(1, 1500) AS n`,
    [english.installId],
  );
  const headers = { cookie, 'accept-encoding': 'identity' };
  const response = await fetch(path, { headers });
  const reader = response.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  await sql.query('RESET ROLE; ALTER TABLE orders RENAME COLUMN header TO header_away');
  try {
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(rest()).rejects.toThrow();
    // An export that fails before its first byte gets a normal error response.
    expect((await fetch(path, { headers })).status).toBe(503);
  } finally {
    await sql.query('ALTER TABLE orders RENAME COLUMN header_away TO header');
    await sql.query(`SET ROLE daftar_app; DELETE FROM orders WHERE order_number LIKE 'fat%'`);
    await sql.end();
  }
  expect((await (await fetch(path, { headers })).text()).endsWith('\r\n')).toBe(true);
});

test('S13: a store over its export limit sees when the next export can be made', async ({ browser }) => {
  const page = await openAlone(browser, stack, english);
  await page.route('**/orders/export*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '6' },
      contentType: 'application/json',
      body: '{}',
    }),
  );
  await page.getByRole('button', { name: en.bulk.menu.label, exact: true }).click();
  await page.getByRole('menuitem', { name: en.export.entry }).click();
  await expect(page.getByText('Try again in 6 seconds.').first()).toBeVisible();
  expect(takeBrowserErrors().every((complaint) => complaint.includes('429'))).toBe(true);
  await page.context().close();
});

test('AUT-2: without a scope the actions that need it are disabled and say how to get it; the other actions work', async ({
  browser,
}) => {
  const page = await openAlone(browser, stack, english);
  const path = `/installs/${english.installId}`;
  const { effective_scopes } = await stack.sandbox.control<{ effective_scopes: string[] }>('GET', path);
  await stack.sandbox.control('PATCH', path, { effective_scopes: ['orders:read', 'products:read'] });
  const menu = page.getByRole('button', { name: en.bulk.bar.actions });
  await expect(async () => {
    await readInstallationNow(stack, english.installId);
    await page.reload();
    await page.getByRole('checkbox').nth(1).check();
    await menu.click();
    await expect(page.getByRole('menuitem', { name: en.bulk.bar.add_tags })).toBeDisabled({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('menuitem', { name: en.bulk.bar.fulfill_orders })).toContainText(
    en.bulk.bar.noScope,
  );
  await expect(page.getByRole('menuitem', { name: en.bulk.bar.export })).toBeEnabled();
  await takePicture(page, 'bulk-noscope-en');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: en.bulk.bar.add_tags })).toBeHidden();
  await page.getByRole('button', { name: en.bulk.menu.label, exact: true }).click();
  await expect(page.getByRole('menuitem', { name: en.courier.entry })).toBeDisabled();
  await page.keyboard.press('Escape');
  // Restores the scopes of the install, because the next test needs them.
  await stack.sandbox.control('PATCH', path, { effective_scopes });
  await expect(async () => {
    await readInstallationNow(stack, english.installId);
    await page.reload();
    await page.getByRole('checkbox').nth(1).check();
    await menu.click();
    await expect(page.getByRole('menuitem', { name: en.bulk.bar.add_tags })).toBeEnabled({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await page.context().close();
});

for (const [language, colorScheme, viewport] of [
  ['ar', 'light', phone],
  ['en', 'dark', undefined],
] as const)
  test(`axe finds nothing on a selection, its dialogs and a run: ${language}, ${colorScheme}`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { words } = store;
    const page = await openAlone(browser, stack, store, { viewport });
    await page.emulateMedia({ colorScheme });
    const look = async (name: string) => {
      expect(await axeFaults(page), name).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, name).toBeLessThanOrEqual(0);
      await takePicture(page, `axe-${name}-${language}-${colorScheme}`);
    };
    if (viewport) await page.getByRole('button', { name: words.bulk.select.choose }).click();
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await barOf(page, store).waitFor();
    await look('selection');
    await page.getByRole('button', { name: words.bulk.menu.label, exact: true }).click();
    // Waits for the menu, because its code may still be loading. As long as the menu is closed, Escape would clear the
    // selection.
    await page.getByRole('menu').waitFor();
    await look('menu');
    await page.keyboard.press('Escape');
    await act(page, store, words.bulk.bar.add_tags);
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: words.bulk.input.tags })
      .fill(`axe ${language}`);
    await look('bulk-dialog');
    const dialog = await check(page, store);
    await look('preflight');
    await startButton(dialog).click();
    await page.getByRole('progressbar').waitFor();
    await look('run');
    await page.goto(`${stack.appUrl}/i/${store.installId}/runs`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await look('runs');
    await page.context().close();
  });
