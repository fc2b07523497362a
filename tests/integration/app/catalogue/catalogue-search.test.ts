import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findVariantIds } from '@/lib/catalogue/find-variants.server';
import { matchMessage } from '@/lib/catalogue/match-message.server';
import { searchCatalogue } from '@/lib/catalogue/search-catalogue.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { buryProduct, writeProducts } from '@/lib/mirror/products/product-mirror.server';
import { Product } from 'commerce-platform-client/contract/products';
import { ProductId } from 'commerce-platform-client/contract/ids';
import { nextFence } from '@/lib/system/db';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { mirrorCatalogue } from '@/tests/support/mirror/mirror-catalogue';

let world: AppWorld;
/**
 * Installs of two stores. `store` has a catalogue written by hand, and `seeded` has the catalogue that the sandbox
 * generates.
 */
let store: InstallContext;
let seeded: InstallContext;

beforeAll(async () => {
  world = await startAppWorld();
  store = await installContext(await world.install({ store: 0 }));
  seeded = await installContext(await world.install({ store: 1 }));
  await endSweep(store);
  await write(
    store,
    product('soap', 'صابون غار', {
      dsin: 'DSSY0001',
      variants: [
        { name: '١٠٠ غ', sku: 'LS-100', barcode: '6210001' },
        { name: '200 غ', sku: 'LS-200' },
      ],
    }),
    product('oil', 'زيت صابون', { status: 'out_of_stock', variants: [{ available_quantity: 0 }] }),
    product('oil2', 'زيت الصابون الناعم', {}),
    product('gone', 'صابون قديم', {}),
    product('hidden', 'صابون مخفي', { status: 'hidden', variants: [{ status: 'active' }] }),
    product('soapbox', 'صابونة سفر', { variants: [{ sku: 'X7' }] }),
    product('mix', 'Mixed', {
      variants: [
        { name: 'Red', sku: 'A', available_quantity: null },
        { name: 'Blue', sku: 'B' },
      ],
    }),
    product('codes', 'Twins', {
      variants: [
        { name: '1', sku: 'TWIN-1' },
        { name: '2', sku: 'TWIN-1' },
      ],
    }),
    product('bare', 'No variants at all', { variants: [] }),
    product('odd', 'Cream 50% _extra', {}),
  );
  await store.db.transaction(async (tx) =>
    buryProduct(tx, store.installId, ProductId.parse('gone'), await nextFence(tx)),
  );
});
afterAll(() => world.stop());

type Given = { dsin?: string; status?: string; variants?: Record<string, unknown>[] };

function product(id: string, name: string, { dsin, status = 'active', variants = [{}] }: Given): Product {
  const updated_at = new Date(1_750_000_000_000 + id.length * 1_000).toISOString();
  return Product.parse({
    id,
    name,
    dsin,
    status,
    updated_at,
    variants: variants.map((given, n) => ({
      id: `${id}-${n}`,
      product_id: id,
      name: null,
      sku: null,
      status,
      available_quantity: 5,
      ...given,
    })),
  });
}

async function write({ installId, db }: InstallContext, ...products: Product[]): Promise<void> {
  const fence = await db.transaction(nextFence);
  await db.transaction((tx) => writeProducts(tx, installId, products, fence));
}

async function endSweep({ installId, db }: InstallContext, lastError: string | null = null): Promise<void> {
  await db.transaction((tx) =>
    tx.sweep.updateMany({
      where: { installId, resource: 'products', kind: 'full' },
      data: { endedAt: new Date(), lastError },
    }),
  );
}

async function find(context: InstallContext, text: string): Promise<string[]> {
  const view = await searchCatalogue(context, text);
  return view.code === 'found' ? view.hits.map(({ variantId }) => variantId) : [view.code];
}

describe('a search in the mirror', () => {
  it.each([
    ['a name, in another spelling', 'صَابُون غَار', ['soap-0', 'soap-1']],
    ['its words turned round', 'غار صابون', ['soap-0', 'soap-1']],
    ['words of the product and of the variant', '200 غار', ['soap-1']],
    ['digits of either kind', 'غار ٢٠٠', ['soap-1']],
    ['a SKU, in any case', 'ls-200', ['soap-1']],
    ['a SKU of two letters', 'x7', ['soapbox-0']],
    ['a barcode', '6210001', ['soap-0']],
    ['a barcode in Arabic digits', '٦٢١٠٠٠١', ['soap-0']],
    ['a DSIN', 'dssy0001', ['soap-0', 'soap-1']],
    ['the begin of a SKU', 'LS-', ['soap-0', 'soap-1']],
    ['a part of a DSIN', 'sy000', ['soap-0', 'soap-1']],
    ['a code of two variants', 'twin-1', ['codes-0', 'codes-1']],
    ['what LIKE takes for patterns', '50% _', ['odd-0']],
    ['nothing of the kind', 'zzz', []],
    ['a product without variants', 'No variants', []],
    ['a zero byte', 'a\0b', []],
  ])('PRO-1: searching for %s returns exactly the expected variants', async (_, text, expected) => {
    expect(await find(store, text)).toEqual(expected);
  });

  it('PRO-2: names that begin with the text come before names that contain it, sellable ones first in each group; deleted products are never found', async () => {
    expect(await find(store, 'صابون')).toEqual([
      'soap-0',
      'soap-1',
      'soapbox-0',
      'hidden-0',
      'oil2-0',
      'oil-0',
    ]);
    expect(await find(store, 'صا')).toEqual(['soap-0', 'soap-1', 'soapbox-0', 'hidden-0', 'oil2-0', 'oil-0']);
    // If the search text is empty, the app lists all products: first those for sale, then the others. In each group,
    // the most recently changed product comes first.
    const all = await find(store, ' ');
    expect(all.filter((id) => id.startsWith('gone'))).toEqual([]);
    expect(all.slice(0, 1)).toEqual(['soapbox-0']);
    expect(all.slice(-1)).toEqual(['hidden-0']);
  });

  it('an exact code comes before a name that begins with it', async () => {
    await write(store, product('name', 'LS-100 box', {}));
    expect((await find(store, 'LS-100')).slice(0, 2)).toEqual(['soap-0', 'name-0']);
  });

  it('PRO-4: unknown stock is hidden, never zero, and no stock is shown without inventory:read', async () => {
    const stock = async (context: InstallContext) => {
      const view = await searchCatalogue(context, 'mixed');
      return view.code === 'found' && view.hits.map(({ availableQuantity }) => availableQuantity);
    };
    expect(await stock({ ...store, scopes: new Set(['inventory:read']) })).toEqual([null, 5]);
    expect(await stock({ ...store, scopes: new Set() })).toEqual([null, null]);
  });

  it('GEN-1: another store finds none of these products', async () => {
    await mirrorCatalogue(seeded);
    expect(await find(seeded, 'صابون')).toEqual([]);
    expect(await find(seeded, '6210001')).toEqual([]);
    expect((await find(seeded, 'laurel')).length).toBeGreaterThan(0);
    expect(await find(store, 'laurel')).toEqual([]);
  });

  it("GEN-1: another store finds none of these products by code or by a customer's message", async () => {
    const codes = ['LS-200', '6210001'];
    const idsOf = ({ installId, db }: InstallContext) =>
      db.transaction((tx) => findVariantIds(tx, installId, codes));
    expect([...(await idsOf(store)).values()]).toEqual([new Set(['soap-1']), new Set(['soap-0'])]);
    expect([...(await idsOf(seeded)).values()]).toEqual([new Set(), new Set()]);
    const offered = async (context: InstallContext) => {
      const { installId } = context;
      const match = await matchMessage(context, { installId, text: 'صابون غار 2\nصابوون غااار\nLS-200' });
      const items = match.code === 'matched' ? match.items : [];
      return items.flatMap(({ candidates }) => candidates.map(({ hit }) => hit.productId as string));
    };
    const written = ['soap', 'oil', 'oil2', 'soapbox', 'hidden', 'mix', 'codes', 'bare', 'odd'];
    expect(await offered(store)).toContain('soap');
    expect((await offered(seeded)).filter((id) => written.includes(id))).toEqual([]);
  });
});

describe('the platform is searched', () => {
  it('until the mirror has read every product once, and again when the app has lost the scope for reading products', async () => {
    const context = await installContext(await world.install({ store: 1 }));
    const answer = await find(context, 'laurel');
    expect(answer.length).toBeGreaterThan(0);
    await mirrorCatalogue(context);
    const mirrored = await searchCatalogue(context, 'laurel');
    const [hit] = mirrored.code === 'found' ? mirrored.hits : [];
    // The product is deleted in the mirror (the app's copy) but not on the platform. So the result shows whether the
    // search read the mirror or the platform.
    await context.db.transaction(async (tx) =>
      buryProduct(tx, context.installId, ProductId.parse(hit?.productId), await nextFence(tx)),
    );
    expect(await find(context, 'laurel')).not.toContain(hit?.variantId);
    await endSweep(context, 'missing_scope');
    expect(await find(context, 'laurel')).toContain(hit?.variantId);
  });

  it('A10: without products:read the result is missing_scope', async () => {
    const scopes = ['orders:read', 'orders:write', 'orders:create'];
    const context = await installContext(await world.install({ store: 2, scopes }));
    expect(await find(context, 'a')).toEqual(['missing_scope']);
  });
});
