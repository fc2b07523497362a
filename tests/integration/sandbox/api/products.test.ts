import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { pageOf } from 'commerce-platform-client/contract/common';
import { Product, VariantDetail } from 'commerce-platform-client/contract/products';
import { storefrontOrder } from '@/tests/integration/sandbox/orders/order-writes';
import { api, renewWorld, world } from '@/tests/integration/sandbox/sandbox-world';

beforeEach(() => renewWorld());

const products = async (query = '') =>
  pageOf(Product).parse((await api.call('GET', `/products${query}`)).body);

test('PRO-1: status, ids and updated_at_min filter the list; more than 100 ids answer 400', async () => {
  const { data } = await products('?limit=3');
  const ids = data.map((product) => product.id);
  expect((await products(`?ids=${ids.join(',')},prod_none`)).data.map((product) => product.id)).toEqual(ids);
  const hundred = [ids[0], ...Array(99).fill('x')].join(',');
  expect((await products(`?ids=${hundred}`)).data.map((product) => product.id)).toEqual([ids[0]]);
  await world.sandbox.advance(1000);
  const since = (await world.control<{ now: string }>('GET', '')).body.now;
  await world.control('PATCH', `/products/${ids[2]}`, { name: 'زعتر جديد' });
  expect((await products(`?updated_at_min=${since}`)).data.map((product) => product.id)).toEqual([ids[2]]);
  expect((await api.call('GET', `/products?ids=${Array(101).fill('x').join(',')}`)).status).toBe(400);
});

test('PRO-1: each status finds its products and no other', async () => {
  const variant = { name: 'M', price_minor: 1 };
  for (const [status, variants, edit] of [
    ['active', [{ ...variant, quantity: 1 }], {}],
    ['out_of_stock', [variant], {}],
    ['hidden', [{ ...variant, quantity: 1 }], { status: 'hidden' }],
    ['discontinued', [{ ...variant, quantity: 1 }], { status: 'discontinued' }],
    ['no_variants', [], {}],
  ] as const) {
    const product = { store_id: world.syp, name: status, variants };
    const made = await world.control<{ data: { id: string } }>('POST', '/products', product);
    await world.control('PATCH', `/products/${made.body.data.id}`, edit);
    const found = (await products(`?status=${status}&limit=100`)).data;
    expect(found.map(({ id }) => id)).toContain(made.body.data.id);
    for (const row of found) expect(row.status).toBe(status);
  }
  expect((await api.call('GET', '/products?status=sold')).status).toBe(400);
});

test('PRO-1, PRO-2: q lists the best match first and other filters still apply; without q the newest is first', async () => {
  const name = (text: string) => ({ store_id: world.syp, name: text, variants: [] });
  for (const text of ['a box of many kinds of saj', 'saj']) {
    await world.sandbox.advance(1000);
    await world.control('POST', '/products', name(text));
  }
  const found = async (query: string) => (await products(query)).data.map((row) => row.name);
  expect(await found('?q=SAJ')).toEqual(['saj', 'a box of many kinds of saj']);
  expect(await found('?q=saj&status=hidden')).toEqual([]);
  await world.sandbox.advance(1000);
  await world.control('POST', '/products', name('the newest'));
  expect(await found('?limit=2')).toEqual(['the newest', 'saj']);
});

test('PRO-1, PRO-2: q searches name, variant, SKU, DSIN and barcode without case, ranked, without a cursor', async () => {
  await world.control('POST', '/products', {
    store_id: world.syp,
    name: 'Zaatar Mix',
    variants: [{ name: 'Half Kilo', sku: 'ZTR-9', price_minor: 5 }],
  });
  for (const needle of ['zaatar', 'mIx', 'half k', 'ztr-9']) {
    const page = await products(`?q=${encodeURIComponent(needle)}`);
    expect(page.data[0]?.name).toBe('Zaatar Mix');
    expect(page.next_cursor).toBeNull();
  }
  const seeded = (await products('?limit=2')).data[1];
  for (const needle of [seeded?.dsin, seeded?.variants?.[0]?.barcode])
    expect((await products(`?q=${needle}`)).data[0]?.id).toBe(seeded?.id);
  expect((await products('?q=a&limit=1')).data).toHaveLength(1);
  expect((await products('?q=nothing%20like%20it')).data).toEqual([]);
});

test('PRO-2: without q the cursor returns every product once, newest first', async () => {
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await products(`?limit=80${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.data.map((product) => product.id));
    cursor = page.next_cursor;
  }
  expect(seen).toHaveLength(400);
  expect(new Set(seen).size).toBe(400);
});

test('PRO-3, PRO-5: variants by id include their product; unknown ids are left out; a request without ids answers 400', async () => {
  const { data } = await products('?limit=1');
  const variant = data[0]?.variants?.[0];
  const answer = await api.call<{ data: unknown }>('GET', `/products/variants?ids=${variant?.id},var_none`);
  expect(z.array(VariantDetail).parse(answer.body.data)).toEqual([
    { ...variant, product_name: data[0]?.name, product_status: data[0]?.status },
  ]);
  expect((await api.call('GET', '/products/variants')).status).toBe(400);
  const many = (count: number) => [variant?.id, ...Array(count - 1).fill('x')].join(',');
  expect((await api.call('GET', `/products/variants?ids=${many(101)}`)).status).toBe(400);
  const hundred = await api.call<{ data: unknown[] }>('GET', `/products/variants?ids=${many(100)}`);
  expect(hundred.body.data).toHaveLength(1);
  const pair = (await storefrontOrder(world)).productId;
  const both = (await products(`?ids=${pair}`)).data[0]?.variants?.map(({ id }) => id) ?? [];
  const two = await api.call<{ data: { id: string }[] }>('GET', `/products/variants?ids=${both.join(',')}`);
  expect(two.body.data.map(({ id }) => id)).toEqual(both);
});

test('PRO-5: a variant names its product and has its own price and status', async () => {
  const { productId, variantId } = await storefrontOrder(world);
  type Raw = { data: Record<string, unknown> & { variants: Record<string, unknown>[] } };
  const product = (await api.call<Raw>('GET', `/products/${productId}`)).body.data;
  expect(product.variants[0]).toMatchObject({
    id: variantId,
    product_id: productId,
    price: { amount_minor: 300, currency: 'SYP', decimals: 0 },
  });
  await world.control('PATCH', `/products/${productId}`, {
    variants: [{ id: variantId, status: 'hidden' }],
  });
  const path = `/products/variants?ids=${variantId}`;
  const [detail] = (await api.call<{ data: Record<string, unknown>[] }>('GET', path)).body.data;
  expect(detail).toMatchObject({ status: 'hidden', product_name: 'شال حرير', product_status: 'active' });
});

test('PRO-4: available_quantity is null without inventory:read', async () => {
  expect(typeof (await products('?limit=1')).data[0]?.variants?.[0]?.available_quantity).toBe('number');
  const scopes = { effective_scopes: ['products:read', 'inventory:write'] };
  await world.control('PATCH', `/installs/${api.id}`, scopes);
  const [variant] = (await products('?limit=1')).data[0]?.variants ?? [];
  expect(variant?.available_quantity).toBeNull();
  const batch = await api.call<{ data: unknown[] }>('GET', `/products/variants?ids=${variant?.id}`);
  expect(batch.body.data).toMatchObject([{ available_quantity: null }]);
});
