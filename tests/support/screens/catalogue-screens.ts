import { asTenant } from '@/tests/support/stack/as-system';
import { at, dialog, type ScreenFixture, type Show, without } from './screen-fixture';

type Variant = { id: string; sku: string; barcode: string; status: string; stock: number };
type Dump = {
  products: { id: string; status: string; variants: [Variant, ...Variant[]] }[];
  movements: { variant_id: string }[];
};

/** Sells a product with several variants, so that the product's page has stock movements to show. */
async function soldProduct({ stack, storeId }: ScreenFixture) {
  const { control } = stack.sandbox;
  const { products, movements } = await control<Dump>('GET', `/dump?store_id=${storeId}`);
  const product = products.find(
    ({ status, variants: [first, second] }) =>
      status === 'active' && second && first.status === 'active' && first.stock > 20,
  );
  if (!product) throw new Error('nothing to sell');
  const [{ id }] = product.variants;
  if (movements.filter(({ variant_id }) => variant_id === id).length < 3)
    for (const quantity of [1, 4, 2])
      await control('POST', '/orders', {
        store_id: storeId,
        source: 'storefront',
        status: 'placed',
        items: [{ variant_id: id, quantity }],
      });
  return product;
}

const product =
  (query = ''): Show =>
  async (fixture) => {
    await at(`/products/${(await soldProduct(fixture)).id}${query}`)(fixture);
    await fixture.page.locator('[data-movement]').nth(2).waitFor();
  };

/**
 * Scrolls to the chart and waits for it. The scroll is needed, because the code of the chart is loaded only when the
 * chart becomes visible.
 */
const charts = async ({ page }: ScreenFixture) => {
  const chart = page.locator('[data-chart=sales]');
  await chart.scrollIntoViewIfNeeded();
  await chart.locator('.recharts-bar-rectangle').first().waitFor({ state: 'attached' });
  await page.evaluate(() => window.scrollTo(0, 0));
};

/** Functions that open the screens of home, products and discounts, by the name of the screenshot. */
export const catalogueScreens: Record<string, Show> = {
  home: async (fixture) => {
    await at('')(fixture);
    await charts(fixture);
  },
  'home-tables': async (fixture) => {
    await at('')(fixture);
    await charts(fixture);
    const tables = fixture.page.getByRole('button', { name: fixture.words.home.charts.asTable });
    while ((await tables.count()) > 0) await tables.first().click();
  },
  'home-hidden': without(['orders:read'], at('')),
  products: at('/products'),
  'products-status': at('/products?status=out_of_stock'),
  'products-nothing': at('/products?q=zzzqqq'),
  'products-hidden': without(['products:read'], at('/products')),
  'products-stock-hidden': without(['inventory:read', 'inventory:write'], at('/products')),
  product: product(),
  'product-ledger': product('?reason=sale'),
  'product-ledger-nothing': async (fixture) => {
    await at(`/products/${(await soldProduct(fixture)).id}?reason=damage`)(fixture);
    await fixture.page.getByText(fixture.words.products.ledger.noMatch).waitFor();
  },
  'product-stock-hidden': without(['inventory:read', 'inventory:write'], async (fixture) =>
    at(`/products/${(await soldProduct(fixture)).id}`)(fixture),
  ),
  'product-adjust': async (fixture) => {
    await product()(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.products.adjust }).first().click();
    await dialog(fixture.page);
  },
  'product-adjust-refused': async (fixture) => {
    await catalogueScreens['product-adjust']?.(fixture);
    const { move } = fixture.words.products;
    const sheet = fixture.page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: move.quantity }).fill('0');
    await sheet.getByRole('button', { name: move.save, exact: true }).click();
    await sheet.locator('[aria-invalid="true"]').waitFor();
  },
  'stock-sheet': async (fixture) => {
    await at('/products')(fixture);
    await fixture.page.getByRole('button', { name: fixture.words.stockSheet.entry }).click();
    await dialog(fixture.page);
  },
  'stock-sheet-preview': async (fixture) => {
    const { variants } = await soldProduct(fixture);
    await catalogueScreens['stock-sheet']?.(fixture);
    const { stockSheet: words, products } = fixture.words;
    const sheet = fixture.page.getByRole('dialog');
    const [one, other] = variants;
    const lines = [
      `${one.sku}\t+5\tمن المستودع`,
      `${other?.barcode}\t-900`,
      'no-such-sku\t4',
      `${one.id}\t0`,
    ];
    await sheet.getByRole('textbox', { name: words.sheet }).fill(lines.join('\n'));
    await sheet.getByRole('button', { name: products.move.otherLocation }).waitFor();
    await sheet.getByRole('button', { name: words.check, exact: true }).click();
    await sheet.getByRole('listitem').nth(3).waitFor();
  },
  discounts: at('/discounts'),
  'discounts-none': async (fixture) => {
    const { stack, installId } = fixture;
    const bury = (at: string) =>
      asTenant(stack, installId, `UPDATE discounts SET deleted_at = ${at} WHERE install_id = $1`);
    await bury('now()');
    fixture.afterwards(() => bury('NULL'));
    await at('/discounts')(fixture);
  },
  'discounts-hidden': without(['discounts:read'], at('/discounts')),
};
