import { expect, type Locator } from 'playwright/test';
import ar from '@/messages/ar.json' with { type: 'json' };
import en from '@/messages/en.json' with { type: 'json' };
import { closeAfterAborts, takeBrowserErrors } from '@/tests/support/e2e/merchant';
import { type InstalledStore, desktop, openStore, phone } from '@/tests/support/e2e/open-store';
import { takeScopes } from '@/tests/support/e2e/store-orders';
import { expectAccessible, openTab, type Tab } from '@/tests/support/e2e/quote-tab';
import type { Stack } from '@/tests/support/stack/stack';
import { fewPastOrders, test } from '@/tests/support/e2e/fixtures';
import { takePicture } from '@/tests/support/e2e/take-picture';

type Variant = { id: string; sku: string; barcode: string; stock: number; stock_policy?: string };
type Dump = {
  products: { status: string; variants: Variant[] }[];
  movements: { variant_id: string; delta: number; reason: string }[];
};

let stack: Stack;
let english: InstalledStore;
let arabic: InstalledStore;

test.beforeAll(async ({ newWorld }) => {
  stack = await newWorld('stock-sheet', fewPastOrders);
  [english, arabic] = await Promise.all([openStore(stack, 'USD'), openStore(stack, 'SYP')]);
});
test.afterEach(async () => {
  await stack.sandbox.control('DELETE', '/faults');
  expect(takeBrowserErrors()).toEqual([]);
});

/** Reads the sandbox's own data of a store. The tests compare the app's data with it. */
const dumpOf = ({ storeId }: InstalledStore) =>
  stack.sandbox.control<Dump>('GET', `/dump?store_id=${storeId}`);

async function stockOf(store: InstalledStore, ...ids: string[]): Promise<number[]> {
  const all = (await dumpOf(store)).products.flatMap(({ variants }) => variants);
  return ids.map((id) => all.find((variant) => variant.id === id)?.stock ?? Number.NaN);
}

const damages = async (store: InstalledStore) =>
  (await dumpOf(store)).movements.filter(({ reason }) => reason === 'damage').length;

async function stocked(store: InstalledStore): Promise<[Variant, Variant, Variant]> {
  const { products } = await dumpOf(store);
  const [one, two, three] = products
    .filter(({ status }) => status === 'active')
    .flatMap(({ variants }) => variants)
    .filter(({ stock }) => stock >= 20);
  if (!one || !two || !three) throw new Error('too little stock');
  return [one, two, three];
}

/** Sells one piece of a variant. From the resulting stock movement, the app gets the stock location of the store. */
async function sellOne(store: InstalledStore, variant: Variant): Promise<void> {
  await stack.sandbox.control('POST', '/orders', {
    store_id: store.storeId,
    source: 'storefront',
    status: 'placed',
    items: [{ variant_id: variant.id, quantity: 1 }],
  });
}

async function picture({ page }: Tab, name: string): Promise<void> {
  await takePicture(page, `stock-sheet-${name}`);
}

const arabicDigits = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`INV-2: a pasted sheet is checked, sent once, and followed to its end: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const words = language === 'ar' ? (ar as typeof en) : en;
    const { stockSheet: sheet } = words;
    const [one, two, three] = await stocked(store);
    await sellOne(store, three);
    const before = await stockOf(store, one.id, two.id, three.id);
    const damaged = await damages(store);
    const tab = await openTab(browser, stack, store, '/products', viewport);
    const { app, page } = tab;
    await expect(app.locator('[data-product]').first()).toBeVisible();
    await expectAccessible(tab, 'list');
    await picture(tab, `list-${language}`);
    const entry = app.getByRole('button', { name: sheet.entry });
    const dialog = app.getByRole('dialog');
    const field = dialog.getByRole('textbox', { name: sheet.sheet });
    const check = dialog.getByRole('button', { name: sheet.check, exact: true });

    await entry.click();
    await check.click();
    await expect(dialog).toContainText(sheet.problem.nothing);
    await field.fill(Array.from({ length: 1_001 }, (_, n) => `SKU-${n}\t1`).join('\n'));
    await check.click();
    await expect(dialog).toContainText(sheet.problem.too_many.slice(-20));
    const pasted = [
      'SKU\tChange\tNote',
      `${one.sku}\t${language === 'ar' ? arabicDigits('+5') : '+5'}\tfrom the depot`,
      `${two.barcode}\t-3`,
      `no-such-sku\t4`,
      `${three.sku}\t0`,
      `${three.id}\t=A1`,
      `${one.sku.toLowerCase()}\t2`,
    ].join('\r\n');
    await field.fill(pasted);
    // The user closes the dialog. The pasted text must stay in the field.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await entry.click();
    await expect(field).toHaveValue(pasted.replaceAll('\r\n', '\n'));
    await dialog.getByRole('radio', { name: sheet.reasons.damage }).check();
    await expect(dialog.getByRole('button', { name: words.products.move.otherLocation })).toBeVisible({
      timeout: 20_000,
    });
    await expectAccessible(tab, 'form');
    await picture(tab, `form-${language}`);

    // The request for the preview gets no response. The pasted text must stay in the field.
    await page.route('**/products*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    );
    await check.click();
    await expect(dialog).toContainText(words.bulk.problem.unchecked);
    await expect(field).toHaveValue(pasted.replaceAll('\r\n', '\n'));
    await page.unroute('**/products*');
    await check.click();
    const lines = dialog.getByRole('listitem');
    await expect(lines).toHaveCount(6);
    await expect(lines.filter({ hasText: sheet.verdict.unknown })).toContainText('no-such-sku');
    await expect(lines.filter({ hasText: sheet.lineProblem.zero })).toHaveCount(1);
    await expect(lines.filter({ hasText: sheet.lineProblem.no_number })).toHaveCount(1);
    // The app knows the variant of the two lines that change nothing, so both start with its name.
    const nameOf = (line: Locator) => line.locator('bdi').first().innerText();
    const named = await nameOf(lines.filter({ hasText: sheet.lineProblem.zero }));
    expect(named).toContain(' · ');
    expect(await nameOf(lines.filter({ hasText: sheet.lineProblem.no_number }))).toBe(named);
    const sentOf = (code: string) => lines.filter({ hasText: code });
    await expect(sentOf(two.barcode)).toContainText(`${before[1]}`);
    await expect(sentOf(two.barcode)).toContainText(`${(before[1] ?? 0) - 3}`);
    await expect(sentOf(one.sku).last()).toContainText(`${(before[0] ?? 0) + 7}`);
    await expectAccessible(tab, 'preview');
    await picture(tab, `preview-${language}`);

    const start = dialog.getByRole('button').filter({ hasText: /^(Send \d|أرسل)/ });
    await start.dblclick();
    await expect(app.getByRole('heading', { level: 1 })).toContainText(sheet.reasons.damage);
    const rows = app.getByRole('region', { name: sheet.rows.label }).getByRole('listitem');
    await expect(rows.and(app.locator('[data-state=succeeded]'))).toHaveCount(3, { timeout: 30_000 });
    await expect(rows.first()).toContainText('+5');
    await expectAccessible(tab, 'run');
    await picture(tab, `run-${language}`);
    expect(await stockOf(store, one.id, two.id, three.id)).toEqual([
      (before[0] ?? 0) + 7,
      (before[1] ?? 0) - 3,
      before[2],
    ]);
    expect((await damages(store)) - damaged).toBe(3);

    // The stock sheet was sent, so the field must no longer contain its text.
    await tab.open('/products');
    await entry.click();
    await expect(field).toHaveValue('');
    await closeAfterAborts(page);
  });

test('each line that the store refuses shows the reason, the other lines are applied, and the refused ones can be retried', async ({
  browser,
}) => {
  const { stockSheet: sheet } = en;
  const [one, two, three] = await stocked(english);
  await sellOne(english, three);
  const before = await stockOf(english, one.id, two.id);
  const tab = await openTab(browser, stack, english, '/products');
  const { app, page } = tab;
  await stack.sandbox.control('POST', '/faults', {
    on: 'api',
    match: 'POST /v1/inventory/movements',
    effect: 'status',
    status: 422,
    count: 1,
  });
  await app.getByRole('button', { name: sheet.entry }).click();
  const dialog = app.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: en.products.move.otherLocation })).toBeVisible({
    timeout: 20_000,
  });
  await dialog.getByRole('textbox', { name: sheet.sheet }).fill(`${one.sku},1\n${two.sku},1`);
  await dialog.getByRole('button', { name: sheet.check, exact: true }).click();
  await dialog.getByRole('button', { name: 'Send 2 changes' }).click();
  const refused = app.locator('[data-state=refused]');
  await expect(refused).toHaveCount(1, { timeout: 30_000 });
  await expect(app.locator('[data-state=succeeded]')).toHaveCount(1, { timeout: 30_000 });
  await picture(tab, 'refused-en');
  await app.getByRole('button', { name: 'Try the 1 failed again' }).click();
  await expect(app.locator('[data-state=succeeded]')).toHaveCount(2, { timeout: 30_000 });
  expect(await stockOf(english, one.id, two.id)).toEqual(before.map((stock) => stock + 1));
  await app.getByRole('link', { name: en.bulk.run.all }).click();
  await expect(app.getByText('2 stock changes').first()).toBeVisible();
  await page.context().close();
});

for (const [language, viewport] of [
  ['ar', phone],
  ['en', desktop],
] as const)
  test(`AUT-2: without inventory:read stock is hidden and the location is typed; without inventory:write the action is disabled with its reason: ${language}, ${viewport.width} px`, async ({
    browser,
  }) => {
    const store = language === 'ar' ? arabic : english;
    const { stockSheet: sheet, products: words } = store.words;
    const [one] = await stocked(store);
    const tab = await openTab(browser, stack, store, '/products', viewport);
    const { app, page } = tab;
    const { storeId, installId } = store;
    await takeScopes({ stack, storeId, installId }, ['inventory:read']);
    await tab.open('/products');
    await app.getByRole('button', { name: sheet.entry }).click();
    const dialog = app.getByRole('dialog');
    await dialog.getByRole('textbox', { name: sheet.sheet }).fill(`${one.sku}\t٤`);
    await dialog.getByRole('button', { name: sheet.check, exact: true }).click();
    await expect(dialog).toContainText(words.move.problem.missing);
    await dialog.getByRole('textbox', { name: words.move.locationId }).fill('loc_typed');
    await dialog.getByRole('button', { name: sheet.check, exact: true }).click();
    await expect(dialog.getByRole('listitem')).toContainText(sheet.stockIs.hidden);
    await expect(dialog).toContainText(words.stock.noScope);
    await expect(dialog.getByRole('listitem')).not.toContainText(
      sheet.stock.slice(0, sheet.stock.indexOf('{')).trim(),
    );
    await expectAccessible(tab, 'hidden');
    await picture(tab, `hidden-${language}`);

    await takeScopes({ stack, storeId, installId }, ['inventory:read', 'inventory:write']);
    await tab.open('/products');
    await expect(app.getByRole('button', { name: sheet.entry })).toBeDisabled();
    await expect(app.getByText(sheet.noScope)).toBeVisible();
    await expectAccessible(tab, 'off');
    await picture(tab, `off-${language}`);
    await page.context().close();
  });
