import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { pageOf } from 'commerce-platform-client/contract/common';
import { Discount } from 'commerce-platform-client/contract/discounts';
import { Movement } from 'commerce-platform-client/contract/inventory';
import { Product } from 'commerce-platform-client/contract/products';
import { storefrontOrder, write } from '@/tests/integration/sandbox/orders/order-writes';
import {
  api,
  type ErrorAnswer,
  fieldsOf,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';
import { envelopeOf, received, subscribe } from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

let sold: Awaited<ReturnType<typeof storefrontOrder>>;
let location: string;

beforeEach(async () => {
  await renewWorld();
  sold = await storefrontOrder(world);
  // Moves the clock forward between two rows, because the list sorts rows with the same time by id.
  await world.sandbox.advance(1000);
  const { body } = await world.control<{ stores: { id: string; locations: string[] }[] }>('GET', '');
  location = body.stores.find(({ id }) => id === world.syp)?.locations[0] ?? '';
});

const movements = async (query = '') =>
  pageOf(Movement).parse((await api.call('GET', `/inventory/movements${query}`)).body);
const discounts = async (query = '') =>
  pageOf(Discount).parse((await api.call('GET', `/discounts${query}`)).body);
const movement = (change: Record<string, unknown> = {}) => ({
  variant_id: sold.variantId,
  location_id: location,
  delta: -2,
  reason: 'damage',
  ...change,
});
const append = <Body = undefined>(change: Record<string, unknown> = {}, by = api) =>
  write<Body>(by, 'POST', '/inventory/movements', movement(change));

/** Reads a complete list in pages of at most two rows. Returns the ids in list order. */
async function walk(
  list: (query: string) => Promise<{ data: { id: string }[]; next_cursor: string | null }>,
) {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
    expect(page.data.length).toBeLessThanOrEqual(2);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return seen;
}

test('INV-1, A27: movements are paged newest first, and need only inventory:read', async () => {
  for (let count = 0; count < 5; count++) {
    await world.sandbox.advance(1000);
    await append({ delta: 1 });
  }
  const all = (await movements('?limit=100')).data;
  const times = all.map((row) => row.occurred_at);
  expect(times).toEqual([...times].sort().reverse());
  expect(new Set(all.map((row) => row.reason))).toEqual(new Set(['damage', 'sale', 'initial']));
  expect(await walk(movements)).toEqual(all.map(({ id }) => id));
  const poor = await world.install(world.syp, { scopes: ['inventory:write'] });
  expect((await poor.call('GET', '/inventory/movements')).status).toBe(403);
  const reader = await world.install(world.syp, { scopes: ['inventory:read'] });
  expect((await reader.call('GET', '/inventory/movements')).status).toBe(200);
});

test('LIST-2: limit and cursor of movements and discounts are validated like those of orders', async () => {
  for (const path of ['/inventory/movements', '/discounts'])
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=nonsense', `cursor=${'a'.repeat(513)}`]) {
      const answer = await api.call<ErrorAnswer>('GET', `${path}?${query}`);
      expect([path, query, answer.status]).toEqual([path, query, 400]);
      expect(fieldsOf(answer)).toEqual([query.split('=')[0]]);
    }
});

test('INV-2: a movement answers 201 without a body, also when replayed, and changes the stock once', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const first = await api.call('POST', '/inventory/movements', movement(), key);
  const again = await api.call('POST', '/inventory/movements', movement(), key);
  expect([first.status, first.body, again.status, again.body]).toEqual([201, undefined, 201, undefined]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const [newest] = (await movements()).data;
  expect(newest).toMatchObject({ variant_id: sold.variantId, delta: -2, stock_after: 5, reason: 'damage' });
});

test('INV-2: other reasons, an absolute stock and ids of another store are refused, and nothing is written', async () => {
  const before = await movements();
  for (const change of [
    { reason: 'sale' },
    { delta: 0 },
    { delta: 1.5 },
    { delta: '1' },
    { stock: 7 },
    { quantity: 7 },
    { location_id: undefined },
    { variant_id: undefined },
    { delta: undefined },
    { reason: undefined },
  ])
    expect([change, (await append(change)).status]).toEqual([change, 400]);
  for (const change of [{ variant_id: 'var_0' }, { location_id: 'loc_0' }])
    expect([change, (await append(change)).status]).toEqual([change, 404]);
  const stranger = await world.install(world.usd);
  expect((await append({}, stranger)).status).toBe(404);
  const below = await append<ErrorAnswer>({ delta: -8 });
  expect([below.status, below.body.error.code]).toEqual([409, 'conflict']);
  expect(await movements()).toEqual(before);
  for (const reason of ['correction', 'initial', 'return', 'damage'])
    expect((await append({ reason, delta: 1, note: null })).status).toBe(201);
  expect((await append({ delta: -1, note: 'broken' })).status).toBe(201);
  for (const scope of ['inventory:read', 'orders:write']) {
    const poor = await world.install(world.syp, { scopes: [scope] });
    expect((await append({}, poor)).status).toBe(403);
  }
});

test('INV-3: movements are append-only, with a rising sequence and the stock after each', async () => {
  await append({ delta: 3, reason: 'return' });
  await world.sandbox.advance(1000);
  const written = await append({ delta: -1, note: 'the writer’s own' });
  expect(written.body).toBeUndefined();
  const { body } = await api.call<{ data: Movement[] }>('GET', '/inventory/movements?limit=2');
  const [last, before] = body.data.sort((a, b) => b.sequence - a.sequence);
  const common = { variant_id: sold.variantId, location_id: location };
  expect(last).toEqual({
    ...common,
    id: expect.any(String),
    sequence: expect.any(Number),
    delta: -1,
    stock_after: 9,
    reason: 'damage',
    occurred_at: new Date(world.clock.now()).toISOString(),
  });
  expect(before).toMatchObject({ ...common, delta: 3, reason: 'return' });
  expect(last?.id).not.toBe(before?.id);
  expect([before?.stock_after, last?.stock_after]).toEqual([10, 9]);
  expect(last?.sequence).toBe((before?.sequence ?? 0) + 1);
  for (const method of ['PATCH', 'PUT', 'DELETE'])
    expect((await write(api, method, `/inventory/movements/${last?.id}`, movement())).status).toBe(404);
});

test('EVT-12, EVT-15: inventory.movement_created contains the movement', async () => {
  await subscribe(api);
  await append({ delta: -4, reason: 'correction' });
  const [event] = await received(world, 'inventory.movement_created');
  const [newest] = (await movements('?limit=1')).data;
  const reasons = ['initial', 'return', 'damage'];
  for (const reason of reasons) await append({ delta: 1, reason });
  const later = (await received(world, 'inventory.movement_created')).slice(1);
  expect(later.map((delivery) => envelopeOf(delivery).data.reason)).toEqual(reasons);
  expect(event && envelopeOf(event).data).toEqual({
    movement_id: newest?.id,
    variant_id: sold.variantId,
    location_id: location,
    delta: -4,
    stock_after: 3,
    reason: 'correction',
  });
});

test('DIS-1: discounts need discounts:read, are paged, and cannot be written', async () => {
  await world.sandbox.advance(1000);
  const made = await world.control<{ data: { id: string } }>('POST', '/discounts', {
    store_id: world.syp,
    title: 'VIP',
    code: 'VIP',
    value_type: 'fixed_amount',
    amount_minor: 5000,
  });
  expect(made.status).toBe(201);
  const all = (await discounts()).data.map(({ id }) => id);
  expect(all[0]).toBe(made.body.data.id);
  expect(await walk(discounts)).toEqual(all);
  const poor = await world.install(world.syp, { scopes: ['orders:read'] });
  expect((await poor.call('GET', '/discounts')).status).toBe(403);
  expect((await discounts('?limit=1')).data.map(({ id }) => id)).toEqual([all[0]]);
  for (const path of ['/discounts', `/discounts/${all[0]}`])
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'])
      expect([path, method, (await write(api, method, path, {})).status]).toEqual([path, method, 404]);
});

test('DIS-2, GEN-4, GEN-8: a discount has the documented fields, with its amount as money of the store', async () => {
  const raw = (await api.call<{ data: object[] }>('GET', '/discounts')).body.data;
  const { data } = await discounts();
  expect(data.length).toBeGreaterThan(1);
  const fields =
    'amount applies_to_online applies_to_pos code created_at ends_at id is_active method percent starts_at target title updated_at usage_limit_total used_count value_type';
  for (const row of raw) expect(Object.keys(row).sort().join(' ')).toBe(fields);
  expect(data.some((row) => (row.used_count ?? 0) > 0)).toBe(true);
  const fixed = data.find((row) => row.value_type === 'fixed_amount');
  expect(fixed?.amount).toMatchObject({ currency: 'SYP', decimals: 0 });
});

test('PRO-3, GEN-1: GET /products/{id} returns the product with its variants, only in its own store', async () => {
  const answer = await api.call<{ data: unknown }>('GET', `/products/${sold.productId}`);
  const product = Product.parse(answer.body.data);
  expect(product.variants?.map(({ available_quantity }) => available_quantity)).toEqual([7, 9]);
  const stranger = await world.install(world.usd);
  expect((await stranger.call('GET', `/products/${sold.productId}`)).status).toBe(404);
  const poor = await world.install(world.syp, { scopes: ['products:read'] });
  const hidden = await poor.call<{ data: unknown }>('GET', `/products/${sold.productId}`);
  expect(Product.parse(hidden.body.data).variants?.[0]?.available_quantity).toBeNull();
  expect((await api.call('GET', '/products/prod_0')).status).toBe(404);
});
