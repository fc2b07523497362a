import { asTenant } from '@/tests/support/stack/as-system';
import { at, dialog, type Scene, type Show, without } from './screen-fixture';

type Variant = { id: string; sku: string; barcode: string; status: string; stock: number };
type Dump = {
  products: { id: string; status: string; variants: [Variant, ...Variant[]] }[];
  movements: { variant_id: string }[];
};

/** A product of several variants that has been sold, so that there is a ledger with a course of its stock. */
async function soldProduct({ stack, storeId }: Scene) {
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
        ...{ store_id: storeId, source: 'storefront', status: 'placed' },
        items: [{ variant_id: id, quantity }],
      });
  return product;
}

const product =
  (query = ''): Show =>
  async (scene) => {
    await at(`/products/${(await soldProduct(scene)).id}${query}`)(scene);
    await scene.page.locator('[data-movement]').nth(2).waitFor();
  };

/** What draws a chart is fetched when it is first seen. */
const charts = async ({ page, words }: Scene) => {
  for (const name of ['sales', 'unpaid', 'unshipped']) {
    const chart = page.locator(`[data-chart=${name}]`);
    await chart.scrollIntoViewIfNeeded();
    const empty = chart.getByText(words.home.charts.nothingWaits);
    await chart.locator('.recharts-bar-rectangle').or(empty).first().waitFor({ state: 'attached' });
  }
  await page.evaluate(() => window.scrollTo(0, 0));
};

/** Home, products and discounts. */
export const catalogueScreens: Record<string, Show> = {
  home: async (scene) => {
    await at('')(scene);
    await charts(scene);
  },
  'home-tables': async (scene) => {
    await at('')(scene);
    await charts(scene);
    const tables = scene.page.getByRole('button', { name: scene.words.home.charts.asTable });
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
  'product-ledger-nothing': async (scene) => {
    await at(`/products/${(await soldProduct(scene)).id}?reason=damage`)(scene);
    await scene.page.getByText(scene.words.products.ledger.noMatch).waitFor();
  },
  'product-stock-hidden': without(['inventory:read', 'inventory:write'], async (scene) =>
    at(`/products/${(await soldProduct(scene)).id}`)(scene),
  ),
  'product-adjust': async (scene) => {
    await product()(scene);
    await scene.page.getByRole('button', { name: scene.words.products.adjust }).first().click();
    await dialog(scene.page);
  },
  'product-adjust-refused': async (scene) => {
    await catalogueScreens['product-adjust']?.(scene);
    const { move } = scene.words.products;
    const sheet = scene.page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: move.quantity }).fill('0');
    await sheet.getByRole('button', { name: move.save, exact: true }).click();
    await sheet.locator('[aria-invalid="true"]').waitFor();
  },
  'stock-sheet': async (scene) => {
    await at('/products')(scene);
    await scene.page.getByRole('button', { name: scene.words.stockSheet.entry }).click();
    await dialog(scene.page);
  },
  'stock-sheet-preview': async (scene) => {
    const { variants } = await soldProduct(scene);
    await catalogueScreens['stock-sheet']?.(scene);
    const { stockSheet: words, products } = scene.words;
    const sheet = scene.page.getByRole('dialog');
    const [one, other] = variants;
    const lines = [
      `${one.sku}\t+5\tمن المستودع`,
      `${other?.barcode}\t-900`,
      'no-such-sku\t4',
      `${one.id}\t0`,
    ];
    await sheet.getByRole('textbox', { name: words.sheet }).fill(lines.join('\n'));
    await sheet.getByLabel(products.move.location, { exact: true }).waitFor();
    await sheet.getByRole('button', { name: words.check, exact: true }).click();
    await sheet.getByRole('listitem').nth(3).waitFor();
  },
  discounts: at('/discounts'),
  'discounts-none': async (scene) => {
    const { stack, installId } = scene;
    const bury = (at: string) =>
      asTenant(stack, installId, `UPDATE discounts SET deleted_at = ${at} WHERE install_id = $1`);
    await bury('now()');
    scene.afterwards(() => bury('NULL'));
    await at('/discounts')(scene);
  },
  'discounts-hidden': without(['discounts:read'], at('/discounts')),
};
