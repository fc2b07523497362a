import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listProducts, ProductListQuery } from '@/lib/catalogue/list-products.server';
import { readProduct } from '@/lib/catalogue/read-product.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { listMovements, MovementListQuery } from '@/lib/inventory/list-movements.server';
import { MoveStockCommand } from '@/lib/inventory/move-stock';
import { moveStock } from '@/lib/inventory/move-stock.server';
import { writeMovements } from '@/lib/mirror/products/movement-mirror.server';
import { buryProduct, writeProducts } from '@/lib/mirror/products/product-mirror.server';
import { Movement } from 'commerce-platform-client/contract/inventory';
import { Product } from 'commerce-platform-client/contract/products';
import { ProductId } from 'commerce-platform-client/contract/ids';
import { nextFence } from '@/lib/system/db';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { mirrorCatalogue } from '@/tests/support/mirror/mirror-catalogue';

let world: AppWorld;
let store: InstallContext;
let other: InstallContext;
let products: Product[];

beforeAll(async () => {
  world = await startAppWorld();
  store = await installContext(await world.install({ store: 0 }));
  other = await installContext(await world.install({ store: 1 }));
  products = await mirrorCatalogue(store);
});
afterAll(() => world.stop());

const list = (context: InstallContext, query: object = {}) =>
  listProducts(context, ProductListQuery.parse(query));
const without = (context: InstallContext, scope: string): InstallContext => ({
  ...context,
  scopes: new Set([...context.scopes].filter((one) => one !== scope)),
});

async function write(...given: object[]): Promise<void> {
  const fence = await store.db.transaction(nextFence);
  const parsed = given.map((product) => Product.parse(product));
  await store.db.transaction((tx) => writeProducts(tx, store.installId, parsed, fence));
}

describe('the product list', () => {
  it('PRO-1: shows price range, stock and count over the variants of a product, and filters by status and search', async () => {
    const product = products.find(({ variants }) => (variants?.length ?? 0) > 1) ?? expect.fail();
    const view = await list(store, { q: product.dsin });
    if (view.code !== 'found') throw new Error(view.code);
    const amounts = (product.variants ?? []).map(({ price }) => price?.amount_minor ?? 0);
    const stock = (product.variants ?? []).reduce((sum, one) => sum + (one.available_quantity ?? 0), 0);
    expect(view.products).toContainEqual(
      expect.objectContaining({
        id: product.id,
        status: product.status,
        variantCount: product.variants?.length,
        price: {
          from: expect.objectContaining({ amount_minor: Math.min(...amounts) }),
          to: expect.objectContaining({ amount_minor: Math.max(...amounts) }),
        },
        stock: { code: 'known', quantity: stock },
      }),
    );
    const out = await list(store, { status: 'out_of_stock' });
    if (out.code !== 'found') throw new Error(out.code);
    expect(out.products.map(({ id }) => id)).toEqual(
      products.filter(({ status }) => status === 'out_of_stock').map(({ id }) => id),
    );
  });

  it('has a filter for products with a variant of which one to five pieces are left, which needs the right to see stock', async () => {
    const withStock = (id: string, quantities: (number | null)[], more: object = {}) => ({
      id,
      name: 'Copper kettle',
      ...more,
      variants: quantities.map((available_quantity, n) => ({ id: `${id}-${n}`, available_quantity })),
    });
    await write(
      withStock('low-part', [40, 5]),
      withStock('low-one', [1]),
      withStock('low-enough', [6, 7]),
      withStock('low-out', [0, -2]),
      withStock('low-unknown', [null]),
      withStock('low-hidden', [2], { status: 'hidden' }),
    );
    for (const query of [{ q: 'Copper kettle' }, {}]) {
      const low = await list(store, { ...query, stock: 'low' });
      if (low.code !== 'found') throw new Error(low.code);
      const ids = low.products.map(({ id }) => id).filter((id) => id.startsWith('low-'));
      expect(ids.toSorted(), JSON.stringify(query)).toEqual(['low-one', 'low-part']);
    }
    const blind = await list(without(store, 'inventory:read'), { q: 'Copper kettle', stock: 'low' });
    if (blind.code !== 'found') throw new Error(blind.code);
    expect(blind.products).toHaveLength(6);
    for (const id of ['part', 'one', 'enough', 'out', 'unknown', 'hidden'])
      await store.db.transaction(async (tx) => {
        const fence = await nextFence(tx);
        await buryProduct(tx, store.installId, ProductId.parse(`low-${id}`), fence);
      });
  });

  it('U10 PRO-4: without inventory:read the stock is hidden, never zero; without products:read the list is refused', async () => {
    const blind = await list(without(store, 'inventory:read'));
    if (blind.code !== 'found') throw new Error(blind.code);
    expect(new Set(blind.products.map(({ stock }) => stock.code))).toEqual(new Set(['hidden']));
    expect(await list(without(store, 'products:read'))).toEqual({ code: 'missing_scope' });
  });

  it('returns products without a date once over all pages, at the end', async () => {
    const undated = Array.from({ length: 60 }, (_, n) => ({ id: `undated-${n}`, name: null, variants: [] }));
    await write(...undated);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const view = await list(store, cursor ? { cursor } : {});
      if (view.code !== 'found') throw new Error(view.code);
      seen.push(...view.products.map(({ id }) => id));
      cursor = view.next;
    }
    expect(seen.toSorted()).toEqual([...products, ...undated].map(({ id }) => id).toSorted());
    expect(seen.slice(-60).every((id) => id.startsWith('undated-'))).toBe(true);
  });

  it('shows the SKU of a product with one variant, and no SKU of a product with several variants', async () => {
    const name = 'Coffee grinder';
    await write(
      { id: 'sku-one', name, variants: [{ id: 'sku-one-1', sku: 'MUG-BLUE' }] },
      {
        id: 'sku-two',
        name,
        variants: [
          { id: 'sku-two-1', sku: 'CUP-S' },
          { id: 'sku-two-2', sku: 'CUP-L' },
        ],
      },
      { id: 'sku-missing', name, variants: [{ id: 'sku-missing-1' }] },
    );
    const view = await list(store, { q: name });
    if (view.code !== 'found') throw new Error(view.code);
    expect(Object.fromEntries(view.products.map(({ id, sku }) => [id, sku]))).toEqual({
      'sku-one': 'MUG-BLUE',
      'sku-two': null,
      'sku-missing': null,
    });
  });

  it.each(['x', '2026-01-01 a', '2026-01-01T00:00:00Z', '- '])('%j is not a valid cursor', (cursor) => {
    expect(ProductListQuery.safeParse({ cursor }).success).toBe(false);
  });
});

describe('one product', () => {
  it('PRO-5: shows a product and a variant that have only ids, and shows unknown values', async () => {
    await write({
      id: 'odd',
      status: 'on_the_moon',
      images: ['https://a.example/1.png', 'https://a.example/1.png'],
      variants: [{ id: 'odd-1', status: 'upside_down', attributes: { __proto__: 1, size: 'L', deep: {} } }],
    });
    const answer = await readProduct(store, ProductId.parse('odd'));
    expect(answer).toMatchObject({
      code: 'found',
      product: {
        name: null,
        status: 'on_the_moon',
        images: ['https://a.example/1.png'],
        variants: [
          { status: 'upside_down', price: null, stock: { code: 'unknown' }, attributes: [['size', 'L']] },
        ],
      },
    });
  });

  it('PRO-3: is requested from the platform if the mirror does not have it; a product of another store is not found', async () => {
    const [newest] = (await other.platform.listProducts({ limit: 1 })).body.data;
    const id = newest?.id ?? expect.fail();
    expect(await readProduct(other, id)).toMatchObject({ code: 'found', product: { id } });
    expect(await readProduct(store, id)).toEqual({ code: 'not_found' });
    expect(await readProduct(store, ProductId.parse('prod_of_nobody'))).toEqual({ code: 'not_found' });
  });

  it('that was deleted shows its last data and the deletion time; a product never seen is not found', async () => {
    await write({ id: 'old', name: 'Old', variants: [{ id: 'old-1' }] });
    for (const id of ['old', 'never'])
      await store.db.transaction(async (tx) =>
        buryProduct(tx, store.installId, ProductId.parse(id), await nextFence(tx)),
      );
    expect(await readProduct(store, ProductId.parse('old'))).toMatchObject({
      product: { name: 'Old', deletedAt: expect.any(String), variants: [] },
    });
    expect(await readProduct(store, ProductId.parse('never'))).toEqual({ code: 'not_found' });
  });
});

describe('the stock ledger', () => {
  const ledger = (query: object, context = store) => listMovements(context, MovementListQuery.parse(query));

  it('INV-3: lists newest first by pages, filters by reason and location, and collects both from the movements', async () => {
    const rows = Array.from({ length: 120 }, (_, n) =>
      Movement.parse({
        id: `mov-${n}`,
        sequence: n,
        variant_id: 'led',
        location_id: `loc-${n % 2}`,
        delta: 1,
        stock_after: n + 1,
        reason: n % 10 === 0 ? 'moonlight' : 'sale',
        // Every three stock movements have the same time, so their sequence numbers decide their order.
        occurred_at: new Date(1_760_000_000_000 + Math.floor(n / 3) * 60_000).toISOString(),
      }),
    );
    await store.db.transaction((tx) => writeMovements(tx, store.installId, rows));
    const first = await ledger({ variant: 'led' });
    expect(first.movements).toHaveLength(50);
    expect(first.movements[0]).toMatchObject({
      delta: 1,
      stockAfter: 120,
      reason: 'sale',
      locationId: 'loc-1',
    });
    expect(first).toMatchObject({
      reasons: ['moonlight', 'sale'],
      locations: expect.arrayContaining([expect.objectContaining({ id: 'loc-0' })]),
    });
    const second = await ledger({ variant: 'led', cursor: first.next });
    const third = await ledger({ variant: 'led', cursor: second.next });
    const all = [first, second, third].flatMap(({ movements }) => movements);
    expect(third.next).toBeNull();
    expect(new Set(all.map(({ id }) => id)).size).toBe(120);
    const odd = await ledger({ variant: 'led', reason: 'moonlight', location: 'loc-0' });
    expect(odd.movements).toHaveLength(12);
    expect((await ledger({ variant: 'led' }, other)).movements).toEqual([]);
  });

  it('INV-2: a stock change is made once, and its product is then marked to be read again, without a webhook event', async () => {
    const variant = products.flatMap(({ variants }) => variants ?? []).find(({ product_id }) => product_id);
    const command = MoveStockCommand.parse({
      installId: store.installId,
      operationId: randomUUID(),
      movement: {
        variant_id: variant?.id,
        location_id: world.stores[0]?.locations[0],
        delta: 7,
        reason: 'correction',
        note: 'counted again',
      },
    });
    expect(await moveStock(store, command)).toMatchObject({ code: 'succeeded' });
    expect(await moveStock(store, command)).toMatchObject({ code: 'succeeded' });
    type Dump = { movements: { variant_id: string; delta: number }[] };
    const { movements } = await world.sandbox.control<Dump>('GET', `/dump?store_id=${world.stores[0]?.id}`);
    const made = movements.filter(({ variant_id, delta }) => variant_id === variant?.id && delta === 7);
    expect(made).toHaveLength(1);
    const marks = await world.system(
      `SELECT 1 FROM dirty_marks WHERE install_id = $1 AND kind = 'product' AND entity_id = $2`,
      [store.installId, variant?.product_id],
    );
    expect(marks).toHaveLength(1);
  });
});
