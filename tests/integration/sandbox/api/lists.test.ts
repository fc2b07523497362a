import { beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import { pageOf } from 'commerce-platform-client/contract/common';
import { Order } from 'commerce-platform-client/contract/orders';
import { Product } from 'commerce-platform-client/contract/products';
import { appOrder, write } from '@/tests/integration/sandbox/orders/order-writes';
import {
  api,
  createOrder,
  type ErrorAnswer,
  fieldsOf,
  orderBody,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';

const Orders = pageOf(Order);
const Products = pageOf(Product);

beforeEach(() => renewWorld());

async function orders(query = '') {
  return Orders.parse((await api.call('GET', `/orders${query}`)).body);
}

async function products(query = '') {
  return Products.parse((await api.call('GET', `/products${query}`)).body);
}

test('GEN-9, LIST-2: limit is 1 to 100, with default 50; a malformed cursor answers 400', async () => {
  expect((await orders()).data).toHaveLength(50);
  expect((await products()).data).toHaveLength(50);
  expect((await orders('?limit=1')).data).toHaveLength(1);
  for (const query of [
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=1.5',
    'cursor=nonsense',
    'cursor=',
    `cursor=${'a'.repeat(513)}`,
  ])
    for (const list of ['orders', 'products']) {
      const answer = await api.call<ErrorAnswer>('GET', `/${list}?${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
      expect(fieldsOf(answer)).toEqual([query.split('=')[0]]);
    }
});

test.each([
  ['orders', 30, 60],
  ['products', 100, 400],
  ['discounts', 2, 4],
  ['inventory/movements', 2, 4],
])(
  'GEN-9, LIST-2: the pages of %s are full, and next_cursor null ends the list',
  async (list, limit, total) => {
    if (list === 'inventory/movements') {
      const variant = { name: 'x', price_minor: 1, quantity: 1 };
      const variants = Array(4).fill(variant);
      await world.control('POST', '/products', { store_id: world.syp, name: 'x', variants });
    }
    const seen = new Set<string>();
    let cursor: unknown = '';
    while (typeof cursor === 'string' && seen.size < total) {
      const query = `limit=${limit}${cursor && `&cursor=${cursor}`}`;
      type Body = { data: { id: string }[]; next_cursor: unknown };
      const { body } = await api.call<Body>('GET', `/${list}?${query}`);
      expect(Object.keys(body).sort()).toEqual(['data', 'next_cursor']);
      expect(body.data).toHaveLength(limit);
      for (const { id } of body.data) seen.add(id);
      cursor = body.next_cursor;
      if (seen.size < total) expect(cursor).toMatch(/^.{1,512}$/);
    }
    expect([seen.size, cursor]).toEqual([total, null]);
  },
);

test('LIST-3: orders of the same moment are all returned, each once', async () => {
  const made = new Set<string>();
  for (let count = 0; count < 7; count++) made.add((await createOrder(api, orderBody())).body.data.id);
  const seen: string[] = [];
  for (let cursor = ''; seen.length < made.size; ) {
    const page = await orders(`?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.data.map((order) => order.id).filter((id) => made.has(id)));
    cursor = page.next_cursor ?? '';
    if (cursor === '') break;
  }
  expect(new Set(seen)).toEqual(made);
  expect(seen).toHaveLength(made.size);
});

test('LIST-3, A6: pages return every order once, newest first, while orders are created and changed', async () => {
  const all = (await orders('?limit=100')).data.map((order) => order.id);
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: z.infer<typeof Orders> = await orders(`?limit=7${cursor && `&cursor=${cursor}`}`);
    seen.push(...page.data.map((order) => order.id));
    cursor = page.next_cursor;
    await world.sandbox.advance(1000);
    await createOrder(api, orderBody());
    await world.control('PATCH', `/orders/${seen[0]}`, { tags: [`at ${seen.length}`] });
  }
  expect(seen).toEqual(all);
});

test('LIST-1: status, created_at_min, updated_at_min and tag filter the list; the tag ignores case', async () => {
  // Creates two orders. The first order is changed a minute later, and the second order is never changed.
  const old = (await appOrder(api)).id;
  await appOrder(api);
  await world.sandbox.advance(60_000);
  const since = (await world.control<{ now: string }>('GET', '')).body.now;
  const { data } = (await createOrder(api, orderBody({ tags: ['WhatsApp'] }))).body;
  expect((await orders('?tag=whatsAPP')).data.map((order) => order.id)).toEqual([data.id]);
  expect((await orders(`?created_at_min=${since}`)).data.map((order) => order.id)).toEqual([data.id]);
  await world.control('PATCH', `/orders/${old}`, { note: 'changed' });
  expect((await orders(`?updated_at_min=${since}`)).data.map((order) => order.id)).toEqual([data.id, old]);
  const shifted = encodeURIComponent(
    since
      .replace(/T(\d\d)/, (_, hour) => `T${String(Number(hour) + 3).padStart(2, '0')}`)
      .replace('Z', '+03:00'),
  );
  expect((await orders(`?created_at_min=${shifted}`)).data).toHaveLength(1);
  expect((await orders(`?created_at_min=${since}`)).data.map((order) => order.id)).toEqual([data.id]);
  await world.control('PATCH', `/orders/${old}`, { status: 'delivered' });
  for (const [status, id] of [
    ['placed', data.id],
    ['delivered', old],
  ]) {
    const both = await orders(`?status=${status}&updated_at_min=${since}`);
    expect(both.data.map((order) => order.id)).toEqual([id]);
  }
  for (const order of (await orders('?status=delivered')).data) expect(order.status).toBe('delivered');
  expect((await orders('?tag=whats')).data).toEqual([]);
  expect((await orders(`?tag=${'x'.repeat(40)}`)).data).toEqual([]);
  expect((await api.call('GET', '/orders?status=sold')).status).toBe(400);
  expect((await api.call('GET', `/orders?tag=${'x'.repeat(41)}`)).status).toBe(400);
  expect((await api.call('GET', '/orders?created_at_min=yesterday')).status).toBe(400);
});

test('GEN-5, ORD-1: list items fit the contract and have no customer data', async () => {
  const raw = (await api.call<{ data: Record<string, unknown>[] }>('GET', '/orders?limit=100')).body.data;
  const fields =
    'created_at discount exchange_rate id line_pricing order_number paid payment_status refunded shipping source status subtotal tags tax total updated_at';
  for (const order of raw) expect(Object.keys(order).sort().join(' ')).toBe(fields);
  Orders.shape.data.parse(raw);
  const { id } = await appOrder(api);
  await world.control('POST', `/orders/${id}/payments`, { amount_minor: 700 });
  await write(api, 'POST', `/orders/${id}/refunds`, { amount_minor: 300 });
  const item = (await orders(`?created_at_min=${raw[0]?.created_at}`)).data.find((row) => row.id === id);
  expect(item).toMatchObject({ paid: { amount_minor: 700 }, refunded: { amount_minor: 300 } });
});
