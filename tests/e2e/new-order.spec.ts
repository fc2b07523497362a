import { type Browser, expect, type Page } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import { choosePickup } from '@/tests/support/e2e/choose-pickup';
import { axeFaults } from '@/tests/support/e2e/axe-faults';
import { sumOf, takeShifts, watchShifts } from '@/tests/support/e2e/layout';
import { takeBrowserErrors, watch } from '@/tests/support/e2e/merchant';
import { type InstalledStore, desktop, openAlone, openStore, phone } from '@/tests/support/e2e/open-store';
import { expectConfirmed } from '@/tests/support/e2e/technical-details';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { holdScripts } from '@/tests/support/e2e/hold-scripts';
import { takePicture } from '@/tests/support/e2e/take-picture';
import { pickCustomLine } from '@/tests/support/e2e/pick-custom-line';

let stack: Stack;
let pounds: InstalledStore;
let dollars: InstalledStore;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('new-order', fewPastOrders);
  [pounds, dollars] = await Promise.all([openStore(stack, 'SYP'), openStore(stack, 'USD')]);
});

type Variant = {
  id: string;
  sku: string;
  status: string;
  stock: number;
  stock_policy: string;
  price: { amount_minor: number };
};
type SentOrder = {
  id: string;
  total: { amount_minor: number; currency: string };
  exchange_rate: object | null;
  items: {
    variant_id: string | null;
    name: string;
    quantity: number;
    unit_price: { amount_minor: number };
  }[];
  customer: { first_name: string | null; email: string | null };
  attributes: Record<string, unknown>;
  tags: string[];
};
type Dump = { products: { id: string; status: string; variants: Variant[] }[]; orders: SentOrder[] };

/** Reads the sandbox's own data of a store. Every test in this file compares the app's data with the sandbox's data. */
const dump = ({ storeId }: InstalledStore) => stack.sandbox.control<Dump>('GET', `/dump?store_id=${storeId}`);
const patchStore = ({ storeId }: InstalledStore, change: object) =>
  stack.sandbox.control('PATCH', `/stores/${storeId}`, change);

async function orderOf(store: InstalledStore, customer: string): Promise<SentOrder | undefined> {
  const { orders } = await dump(store);
  const found = orders.filter(({ customer: { first_name } }) => first_name === customer);
  expect(found.length).toBeLessThan(2);
  return found[0];
}

/**
 * Returns a variant that is for sale and has enough stock, with its product. `place` is its index among these variants.
 */
async function forSale(store: InstalledStore, place = 0) {
  const { products } = await dump(store);
  const found = products
    .filter(({ status }) => status === 'active')
    .flatMap((product) => product.variants.map((variant) => ({ product, variant })))
    .filter(
      ({ variant }) => variant.status === 'active' && variant.stock > 9 && variant.stock_policy === 'deny',
    )[place];
  if (!found) throw new Error('the store has nothing to sell');
  return found;
}

const firstWord = (text: string) => text.split('<')[0]?.trim() ?? '';

async function open(browser: Browser, store: InstalledStore, viewport = desktop): Promise<Page> {
  const page = await openAlone(browser, stack, store, { path: '/orders/new', viewport });
  watch(page);
  return page;
}

/**
 * Returns locators for the fields and buttons of the new-order form. They find each element by its role and label, as a
 * merchant does.
 */
function composer(page: Page, { words }: InstalledStore) {
  const { newOrder } = words;
  const picker = page.getByRole('combobox', { name: newOrder.picker.label });
  return {
    async add(sku: string) {
      await picker.fill(sku);
      await page
        .getByRole('option')
        .filter({ hasText: sku })
        .filter({ hasText: words === ar ? 'ل.س' : '$' })
        .first()
        .click();
    },
    async addCustom(name: string, price: string) {
      await pickCustomLine(page, words, name);
      // Waits until the new line is rendered. Until then, the last price field is that of the previous line.
      await expect(
        page.getByRole('textbox', { name: new RegExp(`^${newOrder.line.name}`) }).last(),
      ).toHaveValue(name);
      await this.prices().last().fill(price);
    },
    prices: () => page.getByRole('textbox', { name: new RegExp(`^${newOrder.line.price}`) }),
    quantities: () => page.getByRole('textbox', { name: newOrder.line.quantity }),
    currency: () => page.getByRole('combobox', { name: newOrder.currency.label }),
    /** Fills name and phone of the customer, who picks the order up. */
    async customer(name: string) {
      await choosePickup(page, words);
      await page.getByRole('textbox', { name: newOrder.customer.name, exact: true }).first().fill(name);
      await page.getByRole('textbox', { name: newOrder.customer.phone }).fill('+963 944 123 456');
    },
    create: () => page.getByRole('button', { name: newOrder.create }).filter({ visible: true }).click(),
    created: () => expectConfirmed(page, words),
  };
}

test('CRE-11: in Arabic on a phone, in dollars: the chosen rate does not change, and prices agreed in pounds must be checked', async ({
  browser,
}) => {
  const { words } = pounds;
  const { variant } = await forSale(pounds);
  const page = await open(browser, pounds, phone);
  const form = composer(page, pounds);
  await form.add(variant.sku);
  await form.addCustom('تغليف هدية', '5000');
  await expect(page.locator('[data-total-words]')).toContainText('ليرة');
  await form.currency().selectOption('USD');
  // The form shows the store's exchange rate as pounds per dollar, and converts the catalogue price with this rate. The
  // agreed price stays as the user typed it.
  const rate = page.getByRole('textbox', { name: /1 USD/ });
  await expect(rate).toHaveValue('13000.52');
  const cents = Math.floor((variant.price.amount_minor * 7_692 * 100 * 2 + 10 ** 8) / (2 * 10 ** 8));
  await expect(form.prices().first()).toHaveValue((cents / 100).toFixed(2));
  await expect(form.prices().nth(1)).toHaveValue('5000');
  await form.customer('هالة');
  await form.create();
  await expect(page.getByText(words.newOrder.problem.check_amount)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await takePicture(page, 'new-order-check-ar-phone', { fullPage: true });
  await form.prices().nth(1).fill('2.50');
  await expect(page.getByText(words.newOrder.problem.check_amount)).toBeHidden();
  // A price of a hundred times the catalogue price causes a warning, but the order can still be created.
  const price = (cents / 100).toFixed(2);
  await form.prices().first().fill(String(cents));
  await expect(page.getByText(words.newOrder.line.far)).toBeVisible();
  await form.prices().first().fill(price);
  await expect(page.getByText(words.newOrder.line.far)).toBeHidden();
  await expect(page.locator('[data-total-words]')).toContainText('دولار');

  // The store changes its exchange rate. A reload keeps all input and shows the new rate. The prices keep the old rate
  // until the user presses the button.
  await patchStore(pounds, { rates: { USD: { scaled: 7143, scale: 8 } } });
  page.once('dialog', (dialog) => void dialog.accept());
  await page.evaluate(() => fetch(`/api${location.pathname.replace('/orders/new', '/store')}?refresh`));
  await page.reload();
  await expect(page.getByText('13,999.72')).toBeVisible();
  await expect(rate).toHaveValue('13000.52');
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await takePicture(page, 'new-order-rate-ar-320', { fullPage: true });
  await page.setViewportSize(phone);
  await form.create();
  await form.created();
  await expect(page.getByText(words.order.totals.inStore.replace('{currency}', 'SYP'))).toBeVisible();
  expect(await orderOf(pounds, 'هالة')).toMatchObject({
    exchange_rate: { scaled: 7692, scale: 8 },
    total: { currency: 'USD', amount_minor: cents + 250 },
  });
  await page.context().close();
});

for (const [device, viewport] of [
  ['a phone', phone],
  ['a desktop', desktop],
] as const)
  test(`on ${device} the layout of the form shifts by at most 0.02 from the load to the saved draft`, async ({
    browser,
  }) => {
    const { words } = dollars;
    const { variant } = await forSale(dollars);
    const page = await open(browser, dollars, viewport);
    const form = composer(page, dollars);
    await watchShifts(page);
    const saved = page.getByText(new RegExp(`^${firstWord(words.newOrder.draft.saved)} `));
    const topOfLines = () =>
      page
        .getByRole('heading', { name: words.newOrder.lines.title, exact: true })
        .evaluate((title) => title.getBoundingClientRect().top + window.scrollY);
    const before = await topOfLines();
    await form.add(variant.sku);
    await expect(saved).toBeVisible();
    // On a desktop, a move of one line is a layout shift below 0.02. So the place of the form is compared too.
    expect(await topOfLines()).toBeCloseTo(before, 0);
    await form.prices().first().fill('12.5');
    await form.addCustom('Engraving', '4');
    await form.customer('Salma');
    await expect(page.locator('[data-total-words]')).toBeVisible();
    await expect(saved).toBeVisible();
    // The form saves its draft after a delay. The test waits longer than this delay, so that layout shifts caused by
    // the last save are counted too.
    await page.waitForTimeout(3_000);
    // A press on an item adds a line and moves the content below the line. Layout shifts directly after such a press
    // are intended and do not count. All other layout shifts count.
    const shifts = (await takeShifts(page)).filter(({ isAfterInput }) => !isAfterInput);
    expect(sumOf(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(0.02);
    await takePicture(page, `new-order-saved-${viewport.width}`);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.context().close();
  });

test('the open list of the picker is cut off inside a row, so that the user sees that the list is longer', async ({
  browser,
}) => {
  const { words } = dollars;
  const page = await open(browser, dollars);
  const list = page.getByRole('listbox', { name: words.newOrder.picker.placeholder });
  // A press before the page is hydrated opens nothing. So the test repeats the press until the dialog opens.
  await expect(async () => {
    await page.getByRole('combobox', { name: words.newOrder.picker.label }).click();
    await expect(list).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await takePicture(page, 'picker-open');
  const shown = await list.evaluate((all) => {
    const box = all.parentElement?.parentElement?.getBoundingClientRect();
    const cut = [...all.children]
      .map((row) => row.getBoundingClientRect())
      .find((row) => box && row.top < box.bottom && row.bottom > box.bottom);
    return box && cut ? (box.bottom - cut.top) / cut.height : null;
  });
  expect(shown).toBeGreaterThan(0.25);
  expect(shown).toBeLessThan(0.85);
  await page.context().close();
});

test('in English on a desktop: an order with a custom line, an e-mail address, tags and attributes is sent with the keyboard', async ({
  browser,
}) => {
  const { words } = dollars;
  const page = await open(browser, dollars);
  const form = composer(page, dollars);
  await form.addCustom('Engraving', '12.5');
  await page.getByRole('button', { name: words.newOrder.extras.more }).click();
  const tags = page.getByRole('textbox', { name: words.newOrder.extras.tags });
  await expect(tags).toBeFocused();
  await tags.fill('chat,');
  const attribute = words.orderPage.attributes;
  await page.getByRole('button', { name: attribute.add }).click();
  await page.getByRole('textbox', { name: attribute.key, exact: true }).last().fill('reference');
  await expect(page.getByText(attribute.problem.key_taken)).toBeVisible();
  await page.getByRole('textbox', { name: attribute.key, exact: true }).last().fill('ring.size');
  await page.getByRole('textbox', { name: attribute.value, exact: true }).fill('54');
  await page.getByRole('button', { name: attribute.save }).click();
  await expect(page.getByText('ring.size')).toBeVisible();
  await form.customer('Layla');
  await page.getByRole('textbox', { name: words.newOrder.customer.email }).fill('layla@example.org');
  await expect(page.locator('[data-total-words]')).toHaveText('twelve US dollars and fifty cents');
  expect(await axeFaults(page)).toEqual([]);
  await takePicture(page, 'new-order-en-desktop', { fullPage: true });
  await page.keyboard.press('Control+Enter');
  await form.created();
  const sent = await orderOf(dollars, 'Layla');
  expect(sent).toMatchObject({
    total: { amount_minor: 1_250 },
    tags: ['chat'],
    customer: { email: 'layla@example.org' },
  });
  expect(sent?.attributes).toMatchObject({ 'ring.size': '54' });
  await page.context().close();
});

test('CRE-13: with too little stock, the order can be created without changing the stock', async ({
  browser,
}) => {
  const { words } = dollars;
  const { variant } = await forSale(dollars);
  const page = await open(browser, dollars);
  const form = composer(page, dollars);
  await form.add(variant.sku);
  await form.quantities().fill(String(variant.stock + 5));
  await form.customer('Stockless');
  await form.create();
  await expect(page.getByText(words.newOrder.outcome.refused.insufficient_stock)).toBeVisible();
  // The form scrolled to the wrong quantity. A button that the top row covers in part would be too small for axe.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await axeFaults(page)).toEqual([]);
  await takePicture(page, 'new-order-stock-en', { fullPage: true });
  await page.getByRole('button', { name: words.newOrder.line.skipStock }).click();
  await expect(page.getByRole('radio', { name: words.newOrder.stock.skip })).toBeChecked();
  await form.create();
  await form.created();
  expect(await orderOf(dollars, 'Stockless')).toMatchObject({ items: [{ quantity: variant.stock + 5 }] });
  const { products } = await dump(dollars);
  expect(products.flatMap(({ variants }) => variants).find(({ id }) => id === variant.id)?.stock).toBe(
    variant.stock,
  );
  await page.context().close();
});

test('CRE-13: two lines lack stock: when another line is removed, the message of the remaining line stays with that line', async ({
  browser,
}) => {
  const { words } = dollars;
  const sold = [await forSale(dollars, 1), await forSale(dollars, 3), await forSale(dollars, 6)];
  const page = await open(browser, dollars);
  const form = composer(page, dollars);
  for (const { variant } of sold) await form.add(variant.sku);
  const lines = page.getByRole('listitem').filter({ has: form.quantities() });
  const lineOf = (at: number) => lines.filter({ hasText: sold[at]?.variant.sku ?? 'nothing' });
  const wanted = (at: number) => (sold[at]?.variant.stock ?? 0) + 7;
  for (const at of [0, 2])
    await lineOf(at)
      .getByRole('textbox')
      .first()
      .fill(String(wanted(at)));
  await form.customer('Shortage');
  await form.create();
  const said = (at: number) => lineOf(at).getByText(`${wanted(at)} wanted.`);
  await expect(said(0)).toBeVisible();
  await expect(said(2)).toBeVisible();
  await lineOf(0).getByRole('button', { name: words.newOrder.line.drop }).click();
  await expect(lines).toHaveCount(2);
  await expect(said(2)).toBeVisible();
  await expect(lineOf(1).getByText(/wanted/)).toHaveCount(0);
  await expect(lineOf(1).getByRole('textbox').first()).toHaveValue('1');
  await lineOf(2)
    .getByRole('button', { name: /^Take \d/ })
    .click();
  await form.create();
  await form.created();
  expect((await orderOf(dollars, 'Shortage'))?.items).toMatchObject([
    { variant_id: sold[1]?.variant.id, quantity: 1 },
    { variant_id: sold[2]?.variant.id, quantity: sold[2]?.variant.stock },
  ]);
  await page.context().close();
});

test('CRE-14: a line of a deleted product becomes a custom line, and a line of a product not for sale is removed', async ({
  browser,
}) => {
  const { words } = dollars;
  const [gone, hidden] = [await forSale(dollars, 1), await forSale(dollars, 6)];
  expect(gone.product.id).not.toBe(hidden.product.id);
  const page = await open(browser, dollars);
  const form = composer(page, dollars);
  await form.add(gone.variant.sku);
  await form.add(hidden.variant.sku);
  await form.customer('Vanished');
  await stack.sandbox.control('DELETE', `/products/${gone.product.id}`);
  await stack.sandbox.control('PATCH', `/products/${hidden.product.id}`, { status: 'hidden' });
  await form.create();
  const lines = page.getByRole('listitem').filter({ has: form.quantities() });
  await expect(lines.first().getByText(words.newOrder.refusedField.notFound)).toBeVisible();
  await takePicture(page, 'new-order-gone-en', { fullPage: true });
  await lines.first().getByRole('button', { name: words.newOrder.line.makeCustom }).click();
  await form.create();
  await expect(lines.nth(1).getByText(words.newOrder.refusedField.unavailable)).toBeVisible();
  await lines.nth(1).getByRole('button', { name: words.newOrder.line.drop }).click();
  await form.create();
  await form.created();
  expect((await orderOf(dollars, 'Vanished'))?.items).toMatchObject([
    { variant_id: null, unit_price: { amount_minor: gone.variant.price.amount_minor } },
  ]);
  await page.context().close();
});

test('CRE-8 CRE-10: a payment method and a currency that were switched off are replaced by choosing from those now available', async ({
  browser,
}) => {
  const { words } = dollars;
  const page = await open(browser, dollars);
  const form = composer(page, dollars);
  await form.currency().selectOption('EUR');
  await form.addCustom('Lamp', '40');
  await form.customer('Switched');
  await patchStore(dollars, {
    allowed_currencies: ['USD'],
    payment_methods: [{ id: 'manual_wallet', wallet_id: 'W-1' }],
  });
  await form.create();
  await expect(page.getByText(words.newOrder.outcome.refused.currency_not_allowed)).toBeVisible();
  await expect(form.currency()).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('radio', { name: words.paymentMethod.codPickup })).toBeHidden();
  await form.currency().selectOption('USD');
  await page.getByRole('button', { name: words.newOrder.check.confirm.replace('{to}', 'USD') }).click();
  await page.getByRole('radio', { name: words.paymentMethod.manual_wallet }).check({ force: true });
  await form.create();
  await form.created();
  expect(await orderOf(dollars, 'Switched')).toMatchObject({
    exchange_rate: null,
    total: { currency: 'USD', amount_minor: 4_000 },
  });
  expect(takeBrowserErrors()).toEqual([]);
  await page.context().close();
});

test("input made before the page's scripts run is not lost, and Enter does not put it into the address", async ({
  browser,
}) => {
  const { words } = pounds;
  const { newOrder } = words;
  const page = await open(browser, pounds, phone);
  const form = composer(page, pounds);
  const address = page.url();
  const start = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  const name = page.getByRole('textbox', { name: newOrder.customer.name, exact: true });
  await name.fill('سلمى');
  await name.press('Enter');
  await page.getByRole('textbox', { name: newOrder.extras.note }).fill('بعد العصر');
  await form.currency().selectOption('USD');
  await page.getByRole('radio', { name: newOrder.delivery.delivery, exact: true }).check();
  const picker = page.getByRole('combobox', { name: newOrder.picker.label });
  await picker.fill('غسول لا يوجد');
  expect(page.url()).toBe(address);
  start();
  // The user made three inputs before the page was hydrated (before its scripts ran), and the inputs must still take
  // effect. The chosen currency shows the rate, the chosen delivery method shows the address fields, and the typed
  // search runs.
  await expect(page.getByRole('textbox', { name: /1 USD/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: newOrder.delivery.city })).toBeVisible();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await expect(name).toHaveValue('سلمى');
  await expect(page.getByRole('textbox', { name: newOrder.extras.note })).toHaveValue('بعد العصر');
  await expect(page.getByText(/^محفوظة|^حُفظت/).first()).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('سلمى');
  await expect(form.currency()).toHaveValue('USD');
  await page.context().close();
});
