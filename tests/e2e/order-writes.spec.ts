import pg from 'pg';
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
import { axeFaults } from '@/tests/support/axe-faults';
import {
  appFrame,
  blockThirdPartyCookies,
  installApp,
  storeWith,
  takeComplaints,
} from '@/tests/support/merchant';
import type { Stack } from '@/tests/support/stack';
import { test } from '@/tests/support/story';

const desktop = { width: 1280, height: 860 };
const phone = { width: 390, height: 844 };

type Shop = { storeId: string; installId: string; words: typeof en };
type Order = {
  id: string;
  status: string;
  note: string | null;
  tags: string[];
  /** Of our own namespace. */
  attributes: Record<string, unknown>;
};
type Tab = { page: Page; app: FrameLocator; close(): Promise<void> };

let stack: Stack;
let english: Shop;
let arabic: Shop;

test.beforeAll(async ({ browser, newWorld }) => {
  stack = await newWorld('order-writes');
  const install = async (currency: string, words: typeof en): Promise<Shop> => {
    const context = await browser.newContext({ viewport: desktop });
    const page = await context.newPage();
    await blockThirdPartyCookies(context, page);
    const { id: storeId } = await storeWith(stack, currency);
    const installId = await installApp(page, stack, storeId);
    await appFrame(page).getByRole('heading', { name: words.orders.title, exact: true }).waitFor();
    await context.close();
    return { storeId, installId, words };
  };
  english = await install('USD', en);
  arabic = await install('SYP', ar);
});
test.afterEach(async () => {
  await stack.sandbox.control('DELETE', '/faults');
  expect(takeComplaints()).toEqual([]);
});

/** An order sold in the storefront, by the platform's own hand. */
async function sell({ storeId }: Shop, status = 'placed'): Promise<string> {
  const { products } = await stack.sandbox.control<{
    products: { status: string; variants: { id: string; status: string; stock: number }[] }[];
  }>('GET', `/dump?store_id=${storeId}`);
  const variant = products
    .filter((product) => product.status === 'active')
    .flatMap(({ variants }) => variants)
    .find((one) => one.status === 'active' && one.stock > 9);
  const items = [{ variant_id: variant?.id, quantity: 1 }];
  const sold = { store_id: storeId, source: 'storefront', items, status };
  const { data } = await stack.sandbox.control<{ data: { id: string } }>('POST', '/orders', sold);
  return data.id;
}

/** The order as the platform has it: the oracle. */
async function truth({ storeId }: Shop, orderId: string): Promise<Order> {
  const { orders } = await stack.sandbox.control<{ orders: Order[] }>('GET', `/dump?store_id=${storeId}`);
  const order = orders.find(({ id }) => id === orderId);
  if (!order) throw new Error(`no order ${orderId}`);
  return order;
}

/** The order in the admin's iframe, in a browser of its own. */
async function open(browser: Browser, shop: Shop, orderId: string, viewport = desktop): Promise<Tab> {
  const context = await browser.newContext({ viewport, locale: shop.words === ar ? 'ar' : 'en-US' });
  const page = await context.newPage();
  await blockThirdPartyCookies(context, page);
  noteReads(page);
  const app = appFrame(page);
  await page.goto(addressOf(shop, orderId));
  await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  return { page, app, close: () => context.close() };
}

function addressOf({ storeId, installId }: Shop, orderId: string): string {
  const query = new URLSearchParams({ returnTo: `/i/${installId}/orders/${orderId}` });
  return `${stack.sandbox.origin}/admin/stores/${storeId}/apps/${installId}?${query}`;
}

const fault = (orderId: string, change: Record<string, unknown>) =>
  stack.sandbox.control('POST', '/faults', { on: 'api', match: `PATCH /v1/orders/${orderId}*`, ...change });

/** What our writes to the order did there, by the platform's own ledger: the oracle of "at most once". */
async function effectsOf({ installId }: Shop, orderId: string): Promise<string[]> {
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

/** Reads of an order that each page has asked for and not heard of yet. */
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

/** Keeps this tab from reading its order anew, until what is answered is called. */
async function holdReads(page: Page, orderId: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  const match = new RegExp(`/api/i/[^/]+/orders/${orderId}$`);
  await page.route(match, (route) => void held.push(route));
  // One that was under way before may come back with what is changed next.
  await expect.poll(() => readsUnderWay.get(page)?.size ?? 0).toBe(0);
  return async () => {
    await page.unroute(match);
    // One whose asker has gone on meanwhile is over.
    for (const route of held) await route.continue().catch(() => undefined);
  };
}

async function expectAccessible({ page }: Tab, name: string): Promise<void> {
  expect(await axeFaults(page, ['iframe', 'html']), name).toEqual([]);
  await page.screenshot({ path: `test-results/order-${name}.png` });
}

const openState = '[data-state=sending], [data-state=unconfirmed]';
const statusOf = (app: FrameLocator, words: typeof en) =>
  app.getByRole('group', { name: words.orderPage.status.label });
const timelineOf = (app: FrameLocator, words: typeof en) =>
  app.getByRole('list', { name: words.orderPage.timeline.title });

test('on a phone, in Arabic: the next step is one press at the thumb, the platform has it, and the timeline tells it', async ({
  browser,
}) => {
  const { orderPage, orderStatus } = ar;
  const orderId = await sell(arabic);
  const tab = await open(browser, arabic, orderId, phone);
  const { app, page } = tab;
  const next = app.getByRole('button', { name: orderPage.status.to.approved });
  const frame = await page.locator('iframe').boundingBox();
  const box = await next.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
  await next.click();
  await expect(app.locator('[aria-current=step]')).toContainText(orderStatus.approved);
  await expect(app.getByRole('button', { name: orderPage.status.to.processing })).toBeFocused();
  expect((await truth(arabic, orderId)).status).toBe('approved');
  const first = timelineOf(app, ar).getByRole('listitem').first();
  await expect(first).toContainText(orderStatus.approved);
  await first.getByText(/رقم تقني/).click();
  await expect(first.getByText(/^req_/)).toBeVisible();
  const wide = await app.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await expectAccessible(tab, 'status-ar-phone');
  await tab.close();
});

test('STA-1, by keyboard: what is not easily taken back is asked about first, and Escape does nothing', async ({
  browser,
}) => {
  const { status } = en.orderPage;
  const orderId = await sell(english);
  const tab = await open(browser, english, orderId);
  const { app, page } = tab;
  const others = statusOf(app, en).getByRole('button', { name: status.others });
  await others.focus();
  await page.keyboard.press('Enter');
  await app.getByRole('menuitem', { name: status.to.cancelled }).press('Enter');
  const question = app.getByRole('dialog', { name: status.ask.cancelled.title });
  await expect(question).toBeVisible();
  await expectAccessible(tab, 'cancel-asked-en');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(others).toBeFocused();
  expect((await truth(english, orderId)).status).toBe('placed');

  await page.keyboard.press('Enter');
  await app.getByRole('menuitem', { name: status.to.cancelled }).press('Enter');
  await question.getByRole('button', { name: status.to.cancelled }).press('Enter');
  await expect(app.locator('[aria-current=step]')).toContainText(en.orderStatus.cancelled);
  expect((await truth(english, orderId)).status).toBe('cancelled');
  await expect(app.getByRole('button', { name: status.to.approved, exact: true })).toHaveCount(0);
  await expect(others).toBeVisible();
  await tab.close();
});

test('STA-2: a refused move changes nothing, says where the order is, and is remembered', async ({
  browser,
}) => {
  const { status } = en.orderPage;
  const orderId = await sell(english);
  const tab = await open(browser, english, orderId);
  const { app, page } = tab;
  const others = statusOf(app, en).getByRole('button', { name: status.others });
  // Another hand moves it, and this tab has not heard of it yet.
  const release = await holdReads(page, orderId);
  await stack.sandbox.control('PATCH', `/orders/${orderId}`, { status: 'cancelled' });
  await app.getByRole('button', { name: status.to.approved, exact: true }).click();
  const said = statusOf(app, en).getByRole('alert');
  await expect(said).toContainText(en.orderStatus.cancelled);
  await release();
  await expect(app.locator('[aria-current=step]')).toContainText(en.orderStatus.cancelled);
  await expect(said).toBeVisible();
  await expect(timelineOf(app, en).getByRole('listitem').first()).toHaveAttribute('data-state', 'refused');
  expect((await truth(english, orderId)).status).toBe('cancelled');
  await others.click();
  await expect(app.getByRole('menuitem', { name: status.to.approved })).toContainText(status.doubt.refused);
  await expect(app.getByRole('menuitem', { name: status.to.shipped })).toContainText(status.doubt.unlikely);
  await expectAccessible(tab, 'status-refused-en');
  await tab.close();
});

for (const effect of ['drop_request', 'drop_response'] as const)
  test(`while the platform is away (${effect}) a status is "sent, not yet confirmed", also after a reload, and done once`, async ({
    browser,
  }) => {
    const { status } = ar.orderPage;
    const orderId = await sell(arabic);
    const tab = await open(browser, arabic, orderId, phone);
    const { app, page } = tab;
    await fault(orderId, { effect });
    await app.getByRole('button', { name: status.to.approved }).click();
    await expect(statusOf(app, ar).locator('[data-outcome=unconfirmed]')).toBeVisible();
    await page.goto(addressOf(arabic, orderId));
    await expect(timelineOf(app, ar).locator(openState)).toBeVisible();
    if (effect === 'drop_request') {
      await expect(statusOf(app, ar).getByRole('status')).toContainText(ar.orderStatus.approved);
      await expectAccessible(tab, 'status-unconfirmed-ar-phone');
    }
    await stack.sandbox.control('DELETE', '/faults');
    await expect(timelineOf(app, ar).locator(openState)).toHaveCount(0, { timeout: 60_000 });
    await expect(app.locator('[aria-current=step]')).toContainText(ar.orderStatus.approved);
    expect(await effectsOf(arabic, orderId)).toEqual(['order.status_changed']);
    expect((await truth(arabic, orderId)).status).toBe('approved');
    await tab.close();
  });

test('two people on one order see each other without a reload: status, tags, note', async ({ browser }) => {
  const { orderPage } = en;
  const orderId = await sell(english);
  const one = await open(browser, english, orderId);
  const other = await open(browser, english, orderId, phone);
  await one.app.getByRole('button', { name: orderPage.status.to.approved, exact: true }).click();
  await expect(other.app.locator('[aria-current=step]')).toContainText(en.orderStatus.approved);
  await other.app.getByLabel(orderPage.tags.label).fill('fragile,');
  await expect(one.app.getByText('fragile', { exact: true }).first()).toBeVisible();
  await one.app.getByLabel(orderPage.note.label).fill('Ring twice');
  await one.app.getByRole('button', { name: en.ui.saveBar.save }).click();
  await expect(other.app.getByLabel(orderPage.note.label)).toHaveValue('Ring twice');
  expect(await truth(english, orderId)).toMatchObject({
    note: 'Ring twice',
    tags: ['fragile'],
    status: 'approved',
  });
  await Promise.all([one.close(), other.close()]);
});

test('PAT-1: what is typed as a note is never lost: leaving asks, a reload brings it back, and it is saved', async ({
  browser,
}) => {
  const { note, leave } = ar.orderPage;
  const orderId = await sell(arabic);
  const tab = await open(browser, arabic, orderId, phone);
  const { app, page } = tab;
  const field = app.getByLabel(note.label);
  await field.fill('اتصل قبل الوصول');
  await expect(app.getByRole('region', { name: ar.ui.saveBar.label })).toBeVisible();
  // One thing to press at the foot of the screen.
  await expect(statusOf(app, ar)).toBeHidden();
  await expectAccessible(tab, 'note-ar-phone');
  await app.getByRole('link', { name: ar.order.back }).first().click();
  await app.getByRole('dialog', { name: leave.title }).getByRole('button', { name: leave.stay }).click();
  await expect(field).toHaveValue('اتصل قبل الوصول');
  // Who leaves all the same finds it when they come back.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(addressOf(arabic, orderId));
  await expect(field).toHaveValue('اتصل قبل الوصول');
  await app.getByRole('button', { name: ar.ui.saveBar.save }).click();
  await expect(app.getByRole('region', { name: ar.ui.saveBar.label })).toBeHidden();
  await expect(app.getByText(note.saved).first()).toBeVisible();
  expect((await truth(arabic, orderId)).note).toBe('اتصل قبل الوصول');
  await expect(statusOf(app, ar)).toBeVisible();
  // null clears.
  await field.fill('');
  await app.getByRole('button', { name: ar.ui.saveBar.save }).click();
  await expect(app.getByRole('region', { name: ar.ui.saveBar.label })).toBeHidden();
  expect((await truth(arabic, orderId)).note).toBeNull();
  await tab.close();
});

test('PAT-1: nobody writes over a note they have not seen: both texts are shown, and either may hold', async ({
  browser,
}) => {
  const { note } = en.orderPage;
  const orderId = await sell(english);
  const tab = await open(browser, english, orderId);
  const { app, page } = tab;
  const field = app.getByLabel(note.label);
  const save = app.getByRole('button', { name: en.ui.saveBar.save });
  const overtaken = app.getByText(note.overtaken.title);
  const release = await holdReads(page, orderId);
  await field.fill('Mine');
  await stack.sandbox.control('PATCH', `/orders/${orderId}`, { note: 'Theirs' });
  await save.click();
  await expect(app.locator('[data-outcome=refused]')).toContainText(en.orderWrite.refused.changed_meanwhile);
  expect((await truth(english, orderId)).note).toBe('Theirs');
  await release();
  await expect(overtaken).toBeVisible();
  await expect(app.getByText('Theirs', { exact: true })).toBeVisible();
  await expect(field).toHaveValue('Mine');
  await expectAccessible(tab, 'note-overtaken-en');
  await app.getByRole('button', { name: note.overtaken.copyMine }).click();
  await expect(app.getByText(en.ui.copy.copied)).toBeAttached();
  await app.getByRole('button', { name: note.overtaken.sendOver }).click();
  await expect(overtaken).toBeHidden();
  await expect.poll(async () => (await truth(english, orderId)).note).toBe('Mine');

  // Somebody else, while it is typed: told without a press, and theirs is taken.
  await field.fill('Mine again');
  const other = await open(browser, english, orderId);
  await other.app.getByLabel(note.label).fill('Theirs again');
  await other.app.getByRole('button', { name: en.ui.saveBar.save }).click();
  await expect(overtaken).toBeVisible();
  await app.getByRole('button', { name: note.overtaken.takeTheirs }).click();
  await expect(field).toHaveValue('Theirs again');
  await expect(app.locator('[data-outcome]')).toHaveCount(0);
  await Promise.all([tab.close(), other.close()]);
});

test('PAT-2: tags are added and removed one by one, undone by the message, and those of others survive', async ({
  browser,
}) => {
  const { tags } = ar.orderPage;
  const orderId = await sell(arabic);
  await stack.sandbox.control('PATCH', `/orders/${orderId}`, { tags: ['VIP', 'هدية'] });
  const tab = await open(browser, arabic, orderId, phone);
  const { app, page } = tab;
  const field = app.getByLabel(tags.label);
  const remove = (tag: string) => app.getByRole('button', { name: `${tags.remove} ${tag}` });
  // Another hand's, that this tab has not seen.
  const release = await holdReads(page, orderId);
  await stack.sandbox.control('PATCH', `/orders/${orderId}`, { tags: ['VIP', 'هدية', 'غيري'] });
  await field.fill('عاجل، قابل للكسر');
  await field.press('Enter');
  await expect(remove('قابل للكسر')).toBeVisible();
  await release();
  await expect(remove('غيري')).toBeVisible();
  await remove('VIP').click();
  await expect(remove('هدية')).toBeFocused();
  await expect(remove('VIP')).toHaveCount(0);
  await expect
    .poll(async () => (await truth(arabic, orderId)).tags)
    .toEqual(['هدية', 'غيري', 'عاجل', 'قابل للكسر']);
  await app.getByRole('button', { name: tags.undo }).click();
  await expect(remove('VIP')).toBeVisible();
  await expect.poll(async () => (await truth(arabic, orderId)).tags).toContain('VIP');

  // Counted as typed; what is too long is not taken and stays.
  await field.fill('x'.repeat(41));
  await expect(
    app.getByText(tags.tooLong.replace('{count, number}', '41').replace('{max, number}', '40')),
  ).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('x'.repeat(41));
  await expectAccessible(tab, 'tags-ar-phone');
  await field.fill('');
  await tab.close();
});

test('a tag that the platform refuses comes back with the reason; one in doubt is shown as being sent, after a reload too', async ({
  browser,
}) => {
  const { tags } = en.orderPage;
  const orderId = await sell(english);
  await stack.sandbox.control('PATCH', `/orders/${orderId}`, { tags: ['vip'] });
  const tab = await open(browser, english, orderId);
  const { app, page } = tab;
  const vip = app.getByRole('button', { name: `${tags.remove} vip` });
  await fault(orderId, { effect: 'status', status: 422, count: 1 });
  await vip.click();
  await expect(app.locator('[data-outcome=refused]')).toContainText(en.orderWrite.refused.invalid_request);
  await expect(vip).toBeVisible();
  expect((await truth(english, orderId)).tags).toEqual(['vip']);

  await fault(orderId, { effect: 'drop_request' });
  await app.getByLabel(tags.label).fill('late,');
  const late = app.locator('[data-pending]').filter({ hasText: 'late' });
  await expect(late).toBeVisible();
  await expect(app.locator('[data-outcome=unconfirmed]')).toBeVisible();
  await page.goto(addressOf(english, orderId));
  await expect(late).toBeVisible();
  await stack.sandbox.control('DELETE', '/faults');
  await expect(late).toHaveCount(0, { timeout: 60_000 });
  await expect(app.getByRole('button', { name: `${tags.remove} late` })).toBeVisible();
  expect((await truth(english, orderId)).tags).toEqual(['vip', 'late']);
  await tab.close();
});

test('ORD-8, ORD-10: attributes of our own are added, changed, removed and undone, and counted as they are typed', async ({
  browser,
}) => {
  const words = en.orderPage.attributes;
  const orderId = await sell(english);
  const tab = await open(browser, english, orderId);
  const { app } = tab;
  const add = app.getByRole('button', { name: words.add });
  const save = app.getByRole('button', { name: words.save, exact: true });
  const key = app.getByLabel(words.key, { exact: true });
  const value = app.getByLabel(words.value, { exact: true });
  const write = async (name: string, type: string, text: string) => {
    await add.click();
    await expect(key).toBeFocused();
    await key.fill(name);
    await app.getByLabel(words.type, { exact: true }).selectOption({ label: type });
    if (type === words.types.yes_no) await value.selectOption({ label: text });
    else await value.fill(text);
  };
  await write('Gift', words.types.text, 'ه'.repeat(501));
  await expect(app.getByText(words.problem.key_shape)).toBeVisible();
  await key.fill('gift');
  await expect(app.getByText(words.problem.value_long)).toBeVisible();
  await expect(app.getByText('1,002 of 1,000 bytes')).toBeVisible();
  await expectAccessible(tab, 'attribute-long-en');
  await value.fill('Box');
  await save.click();
  await expect(add).toBeFocused();
  await write('floor', words.types.number, '٣');
  await save.click();
  await expect(add).toBeFocused();
  await write('paid_fee', words.types.yes_no, words.no);
  await save.click();
  await expect(add).toBeFocused();
  expect((await truth(english, orderId)).attributes).toEqual({ gift: 'Box', floor: 3, paid_fee: false });

  await app.getByRole('button', { name: words.edit.replace('{key}', 'gift') }).click();
  await value.fill('Bag');
  await save.click();
  await expect(app.getByText('Bag', { exact: true })).toBeVisible();
  await app.getByRole('button', { name: words.remove.replace('{key}', 'floor') }).click();
  await expect
    .poll(async () => (await truth(english, orderId)).attributes)
    .toEqual({ gift: 'Bag', paid_fee: false });
  await app.getByRole('button', { name: words.undo }).click();
  await expect
    .poll(async () => (await truth(english, orderId)).attributes)
    .toEqual({ gift: 'Bag', paid_fee: false, floor: 3 });

  await fault(orderId, { effect: 'drop_response', count: 2 });
  await app.getByRole('button', { name: words.remove.replace('{key}', 'gift') }).click();
  await expect(app.locator('[data-outcome=unconfirmed]')).toBeVisible();
  await expect(app.locator('[data-outcome=unconfirmed]')).toHaveCount(0, { timeout: 60_000 });
  await expect(app.getByText('Bag', { exact: true })).toHaveCount(0);
  await tab.close();
});

test('ORD-9: the reference is a chip that leads to Daftar and nowhere else; it is added, changed and removed', async ({
  browser,
}) => {
  const words = ar.orderPage.reference;
  const orderId = await sell(arabic);
  const tab = await open(browser, arabic, orderId, phone);
  const { app } = tab;
  await app.getByRole('button', { name: words.add }).click();
  await app.getByLabel(words.kind, { exact: true }).fill('عرض سعر');
  await app.getByLabel(words.number, { exact: true }).fill('Q-17');
  await app.getByLabel(words.url, { exact: true }).fill('https://evil.example/q');
  await expect(app.getByText(words.urlWrong)).toBeVisible();
  await app.getByRole('button', { name: words.save, exact: true }).click();
  expect((await truth(arabic, orderId)).attributes).toEqual({});
  await expectAccessible(tab, 'reference-wrong-ar-phone');
  const url = `${stack.appUrl}/i/${arabic.installId}/orders/${orderId}`;
  await app.getByLabel(words.url, { exact: true }).fill(url);
  await app.getByRole('button', { name: words.save, exact: true }).click();
  const chip = app.getByRole('link', { name: 'Q-17' });
  await expect(chip).toHaveAttribute('href', url);
  expect((await truth(arabic, orderId)).attributes).toEqual({
    reference: { kind: 'عرض سعر', number: 'Q-17', url },
  });
  await app.getByRole('button', { name: words.change, exact: true }).click();
  await app.getByLabel(words.url, { exact: true }).fill('');
  await app.getByRole('button', { name: words.save, exact: true }).click();
  await expect(chip).toHaveCount(0);
  await expect(app.getByText('Q-17')).toBeVisible();
  await app.getByRole('button', { name: words.remove, exact: true }).click();
  await expect(app.getByText(words.none)).toBeVisible();
  expect((await truth(arabic, orderId)).attributes).toEqual({});
  await tab.close();
});

test('what is typed as an attribute or a reference is never lost: a reload brings both forms back, until they are saved or closed', async ({
  browser,
}) => {
  const { attributes, reference } = en.orderPage;
  const orderId = await sell(english);
  const tab = await open(browser, english, orderId);
  const { app, page } = tab;
  page.on('dialog', (dialog) => void dialog.accept());
  const key = app.getByLabel(attributes.key, { exact: true });
  const value = app.getByLabel(attributes.value, { exact: true });
  const number = app.getByLabel(reference.number, { exact: true });
  const inForm = (field: typeof key) => app.locator('form').filter({ has: field });
  const reload = async () => {
    await page.goto(addressOf(english, orderId));
    await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  };
  await app.getByRole('button', { name: attributes.add }).click();
  await key.fill('floor');
  await app.getByLabel(attributes.type, { exact: true }).selectOption({ label: attributes.types.number });
  await value.fill('3');
  await app.getByRole('button', { name: reference.add }).click();
  await number.fill('Q-9');
  await reload();
  await expect(number).toHaveValue('Q-9');
  await expect(key).toHaveValue('floor');
  await expect(value).toHaveValue('3');
  // Nobody asked for them just now: the page stays at its head.
  for (const field of [key, number]) await expect(field).not.toBeFocused();
  // What comes back is still unsaved.
  await app.getByRole('link', { name: en.order.back }).first().click();
  await app.getByRole('dialog').getByRole('button', { name: en.orderPage.leave.stay }).click();

  await inForm(key).getByRole('button', { name: attributes.save, exact: true }).click();
  await expect(key).toBeHidden();
  expect((await truth(english, orderId)).attributes).toEqual({ floor: 3 });
  await reload();
  await expect(number).toHaveValue('Q-9');
  await expect(key).toBeHidden();
  await inForm(number).getByRole('button', { name: reference.cancel, exact: true }).click();

  // Sent, and the page left before anything was heard: once the order has it, the form is done.
  await app.getByRole('button', { name: attributes.edit.replace('{key}', 'floor') }).click();
  await value.fill('4');
  await fault(orderId, { effect: 'drop_request' });
  await inForm(key).getByRole('button', { name: attributes.save, exact: true }).click();
  await expect(app.locator('[data-outcome=unconfirmed]')).toBeVisible();
  await reload();
  await expect(value).toHaveValue('4');
  await expect(number).toBeHidden();
  await stack.sandbox.control('DELETE', '/faults');
  await expect(value).toBeHidden({ timeout: 60_000 });
  expect((await truth(english, orderId)).attributes).toEqual({ floor: 4 });
  await tab.close();
});

test('AUT-2: without orders:write every write is off, says why, and comes back by itself when it is granted', async ({
  browser,
}) => {
  const { orderPage } = en;
  const orderId = await sell(english);
  await stack.sandbox.control('PATCH', `/orders/${orderId}`, { tags: ['vip'] });
  const tab = await open(browser, english, orderId, phone);
  const { app } = tab;
  const next = app.getByRole('button', { name: orderPage.status.to.approved, exact: true });
  const sql = new pg.Client({ connectionString: stack.databaseUrl });
  await sql.connect();
  await sql.query('SET ROLE daftar_system');
  const { effective_scopes: all } = await stack.sandbox.control<{ effective_scopes: string[] }>(
    'GET',
    `/installs/${english.installId}`,
  );
  const setScopes = async (effective: string[], isOff: boolean) => {
    await stack.sandbox.control('PATCH', `/installs/${english.installId}`, { effective_scopes: effective });
    // Due until it is read: a reading that was under way before puts it off for an hour.
    await expect(async () => {
      await sql.query(
        `UPDATE install_tokens SET installation_due_at = now(), installation_read_at = now() - interval '2 minutes'
         WHERE install_id = $1`,
        [english.installId],
      );
      await expect(next).toBeEnabled({ enabled: !isOff, timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  };
  await setScopes(
    all.filter((scope) => scope !== 'orders:write'),
    true,
  );
  await expect(app.getByText(orderPage.noPermission.long)).toHaveCount(1);
  await expect(app.getByText(orderPage.noPermission.short)).toHaveCount(4);
  await expect(app.getByLabel(orderPage.note.label)).not.toBeEditable();
  await expect(app.getByLabel(orderPage.tags.label)).toBeDisabled();
  await expect(app.getByRole('button', { name: `${orderPage.tags.remove} vip` })).toHaveCount(0);
  await expect(app.getByText('vip', { exact: true }).first()).toBeVisible();
  for (const name of [orderPage.attributes.add, orderPage.reference.add, orderPage.status.others])
    await expect(app.getByRole('button', { name })).toBeDisabled();
  await expectAccessible(tab, 'forbidden-en-phone');
  await setScopes(all, false);
  await expect(app.getByText(orderPage.noPermission.short)).toHaveCount(0);
  await sql.end();
  await tab.close();
});

test('without a network the screen says so, keeps what it shows, and a write that was lost is sent once, later', async ({
  browser,
}) => {
  const { status } = en.orderPage;
  const orderId = await sell(english);
  const tab = await open(browser, english, orderId);
  const { app, page } = tab;
  await page.context().setOffline(true);
  await expect(app.locator('[data-live=offline]')).toBeVisible();
  await app.getByRole('button', { name: status.to.approved, exact: true }).click();
  const said = statusOf(app, en).locator('[data-outcome=no_answer]');
  await expect(said).toBeVisible();
  await page.screenshot({ path: 'test-results/order-offline-en.png' });
  expect((await truth(english, orderId)).status).toBe('placed');
  await page.context().setOffline(false);
  // Sent again by itself when the line is back, or by a press.
  await expect(app.locator('[aria-current=step]')).toContainText(en.orderStatus.approved, {
    timeout: 30_000,
  });
  expect((await truth(english, orderId)).status).toBe('approved');
  await tab.close();
  // The browser itself logs each request that it could not make.
  expect(takeComplaints().every((complaint) => complaint.includes('ERR_INTERNET_DISCONNECTED'))).toBe(true);
});
