import { type BrowserContext, expect, type FrameLocator, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { choosePickup } from '@/tests/support/e2e/choose-pickup';
import { signInOverHttp } from '@/tests/support/e2e/install-store';
import { appFrame, blockThirdPartyCookies, storeWith } from '@/tests/support/e2e/merchant';
import { untilMirrored } from '@/tests/support/e2e/open-store';
import { expectConfirmed } from '@/tests/support/e2e/technical-details';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

let stack: Stack;
let context: BrowserContext;
let page: Page;
let app: FrameLocator;
let installId: string;
let storeId: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser, newWorld }) => {
  stack = await newWorld('problems', fewPastOrders);
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ar' });
  await openTab();
  storeId = (await storeWith(stack, 'SYP')).id;
  installId = await signInOverHttp(context.request, stack, storeId);
  await untilMirrored(stack, installId);
});
test.afterEach(() => stack.sandbox.control('DELETE', '/faults'));
test.afterAll(() => context.close());

async function openTab(): Promise<void> {
  page = await context.newPage();
  app = appFrame(page);
  await blockThirdPartyCookies(context, page);
}

const words = ar.newOrder;

async function openNewOrder(): Promise<void> {
  await page.goto(`${stack.sandbox.origin}/admin/stores/${storeId}/apps/${installId}`);
  // Waits until the live stream of the page is open. The tests in this file do not test input before that moment.
  await app.locator('[data-live=live]').waitFor({ state: 'attached' });
  await app.getByRole('link', { name: ar.orders.newOrder }).first().click();
}

/**
 * Opens a tab without a draft and fills the new-order form for pickup. Afterwards the test only has to press the button
 * that creates the order. `stocked` is the index of the product among the products in stock.
 */
async function fillOrder(customer: string, stocked = 0): Promise<void> {
  const sku = await stockedSku(stocked);
  await page.close();
  await openTab();
  await openNewOrder();
  await app.getByRole('combobox', { name: words.picker.label }).fill(sku);
  await app
    .getByRole('listbox')
    .getByRole('option')
    .filter({ hasText: sku })
    .filter({ hasText: 'ل.س' })
    .first()
    .click();
  await app.getByRole('textbox', { name: new RegExp(`^${words.line.price}`) }).fill('90000');
  await choosePickup(app, ar);
  await app.getByRole('textbox', { name: words.customer.name, exact: true }).fill(customer);
  await app.getByRole('textbox', { name: words.customer.phone }).fill('0933 555 777');
}

const create = () => app.getByRole('button', { name: words.create }).first().click();

type Stock = {
  products: {
    status: string;
    variants: { sku: string; status: string; stock: number; stock_policy: string }[];
  }[];
};

/** Returns the SKU of a variant that is for sale and in stock. The index counts only such variants. */
async function stockedSku(index: number): Promise<string> {
  const { products } = await stack.sandbox.control<Stock>('GET', `/dump?store_id=${storeId}`);
  const variants = products
    .filter(({ status }) => status === 'active')
    .flatMap((product) => product.variants);
  const sku = variants.filter(
    ({ status, stock, stock_policy }) => status === 'active' && stock > 9 && stock_policy === 'deny',
  )[index]?.sku;
  if (!sku) throw new Error('the store has nothing to sell');
  return sku;
}

type Dump = { orders: { customer: { first_name: string | null; last_name: string | null } }[] };

/**
 * Returns how many orders of the given customer exist in the sandbox's own data. The tests compare the app's data with
 * this number.
 */
async function ordersOf(customer: string): Promise<number> {
  const dump = await stack.sandbox.control<Dump>('GET', `/dump?store_id=${storeId}`);
  const names = dump.orders.map(({ customer: { first_name, last_name } }) =>
    [first_name, last_name].filter(Boolean).join(' '),
  );
  return names.filter((name) => name === customer).length;
}

test('a wrong field shows its error beside it before any request is sent, and typed input is not lost', async () => {
  await fillOrder('هدى التجربة');
  await app.getByRole('textbox', { name: words.customer.phone }).fill('12');
  await create();
  await expect(app.getByText(words.problem.not_a_phone)).toBeVisible();
  await expect(app.getByRole('textbox', { name: words.customer.phone })).toBeFocused();
  await expect(app.getByRole('textbox', { name: words.customer.name, exact: true })).toHaveValue(
    'هدى التجربة',
  );
  expect(await ordersOf('هدى التجربة')).toBe(0);

  // The user opens the form again in the same tab. The form restores the typed input and offers to discard it.
  await openNewOrder();
  const name = app.getByRole('textbox', { name: words.customer.name, exact: true });
  await expect(name).toHaveValue('هدى التجربة');
  await app.getByRole('button', { name: words.outcome.startOver }).click();
  await expect(name).toHaveValue('');
});

test('CRE-13: too little stock is shown beside its line and corrected with one press, and the order is created once', async () => {
  await fillOrder('رزان التجربة', 1);
  await app.getByRole('textbox', { name: words.line.quantity }).fill('99999');
  await create();
  await expect(app.getByText(words.outcome.refused.title)).toBeVisible();
  await expect(app.getByText(words.outcome.refused.insufficient_stock)).toBeVisible();
  expect(await ordersOf('رزان التجربة')).toBe(0);
  await takePicture(page, 'refused-ar-phone');
  await app.getByRole('button', { name: /اكتفِ/ }).first().click();
  await create();
  await expectConfirmed(app, ar);
  expect(await ordersOf('رزان التجربة')).toBe(1);
});

test('CRE-8: a payment method that was switched off in the meantime is named, and the typed input stays', async () => {
  await fillOrder('نور التجربة');
  await stack.sandbox.control('PATCH', `/stores/${storeId}`, { payment_methods: [{ id: 'manual_wallet' }] });
  await create();
  await expect(app.getByText(words.outcome.refused.payment_method_disabled).first()).toBeVisible();
  await expect(app.getByRole('textbox', { name: words.customer.name, exact: true })).toHaveValue(
    'نور التجربة',
  );
  expect(await ordersOf('نور التجربة')).toBe(0);
  await stack.sandbox.control('PATCH', `/stores/${storeId}`, {
    payment_methods: [{ id: 'cod' }, { id: 'manual_wallet', wallet_id: '0999' }],
  });
  await create();
  await expectConfirmed(app, ar);
  expect(await ordersOf('نور التجربة')).toBe(1);
});

for (const [what, effect] of [
  ['the platform is away', 'drop_request'],
  ['the answer is lost', 'drop_response'],
] as const)
  test(`${what} while creating: the order shows "sent, not yet confirmed", is settled without a further press, and is created once`, async () => {
    await fillOrder(effect);
    await stack.sandbox.control('POST', '/faults', { on: 'api', match: 'POST /v1/orders', effect, count: 2 });
    await create();
    await expect(app.getByText(words.outcome.unconfirmed.title)).toBeVisible();
    if (effect === 'drop_request') await takePicture(page, 'unconfirmed-ar-phone');
    await expectConfirmed(app, ar, { timeout: 30_000 });
    expect(await ordersOf(effect)).toBe(1);
  });

test('a double click on the create button creates one order', async () => {
  await fillOrder('مها التجربة');
  await app.getByRole('button', { name: words.create }).first().dblclick();
  await expectConfirmed(app, ar);
  expect(await ordersOf('مها التجربة')).toBe(1);
});

test('an unknown install id in the path answers 404 with an explanation', async () => {
  const response = await page.goto(`${stack.appUrl}/i/inst_unknown/orders`);
  // The browser signed in to the app by OAuth, in a different install than that in the path. So the browser has no
  // session of the install in the path.
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('an address without a page shows an explanation', async () => {
  const response = await page.goto(`${stack.appUrl}/nowhere`);
  expect(response?.status()).toBe(404);
  await expect(page.getByText(ar.entry.notFound.title)).toBeVisible();
  const back = page.getByRole('link', { name: ar.entry.notFound.toAdmin });
  await expect(back).toHaveAttribute('href', stack.sandbox.origin);
});

test('an order that does not exist leads to the orders and the quotes', async () => {
  await page.goto(
    `${stack.sandbox.origin}/admin/stores/${storeId}/apps/${installId}?returnTo=/i/${installId}/orders/ord_none`,
  );
  await expect(app.getByRole('heading', { level: 1, name: ar.problem.not_found.title })).toBeVisible();
  await takePicture(page, 'order-not-found-ar');
  const main = app.getByRole('main');
  await expect(main.getByRole('link', { name: ar.frame.quotes })).toBeVisible();
  await main.getByRole('link', { name: ar.frame.orders }).click();
  await expect(app.getByRole('heading', { level: 1, name: ar.orders.title })).toBeVisible();
});

test('a refused permission ends on a card that leads back to the store admin, in one language', async ({
  browser,
}) => {
  const other = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ar' });
  const tab = await other.newPage();
  await tab.goto(`${stack.sandbox.origin}/admin/stores/${(await storeWith(stack, 'USD')).id}/apps`);
  await tab.locator('a[href*="/install?store="]').click();
  await tab.waitForURL(/\/oauth\/authorize/);
  await tab.locator('button[value="deny"]').click();
  await expect(tab.getByRole('heading', { name: ar.entry.stopped.denied.title })).toBeVisible();
  await expect(tab.getByText(en.entry.stopped.denied.title)).toBeHidden();
  await takePicture(tab, 'refused-permission-ar');
  await expect(tab.getByRole('link', { name: ar.entry.stopped.toAdmin })).toHaveAttribute(
    'href',
    stack.sandbox.origin,
  );
  await other.close();
});

test('AUT-9: when the platform refuses the tokens, the reconnect page says so, and the work continues after connecting again', async () => {
  await stack.sandbox.control('PATCH', `/installs/${installId}`, { member_active: false });
  await page.goto(`${stack.sandbox.origin}/admin/stores/${storeId}/apps/${installId}`);
  // The app detects the lost access when its next request to the platform is refused. This request comes from the
  // worker, or from a merchant who opens an order.
  const order = app.getByRole('link', { name: /^\d+$/ }).first();
  const reconnectTitle = app.getByText(ar.entry.reconnect.title);
  await expect(order.or(reconnectTitle)).toBeVisible();
  if (await order.isVisible()) await order.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(reconnectTitle).toBeVisible({ timeout: 15_000 });
  await takePicture(page, 'reconnect-ar-phone');
  await stack.sandbox.control('PATCH', `/installs/${installId}`, { member_active: true });
  await app.getByRole('link', { name: ar.entry.reconnect.action }).click();
  await page.waitForURL(new RegExp(`/admin/stores/${storeId}/apps/${installId}`));
  await expect(app.getByRole('heading', { name: ar.orders.title, level: 1 })).toBeVisible();
});

test('if the store allows no request now, a sign-in ends on a card that says to wait', async ({
  browser,
}) => {
  const other = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ar' });
  const tab = await other.newPage();
  const { id } = await storeWith(stack, 'USD');
  await tab.goto(`${stack.appUrl}/install?store=${id}`);
  await stack.sandbox.control('POST', '/faults', {
    on: 'api',
    match: 'GET /v1/installation',
    effect: 'status',
    status: 429,
    delay_ms: 60_000,
  });
  await tab.locator('button[value="accept"]').click();
  await expect(tab.getByRole('heading', { name: ar.entry.stopped.busy.title })).toBeVisible();
  await takePicture(tab, 'store-busy-ar');
  await stack.sandbox.control('DELETE', '/faults');
  await other.close();
});
