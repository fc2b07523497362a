import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Page } from 'commerce-platform-client/contract/common';
import { Discount } from 'commerce-platform-client/contract/discounts';
import { Movement } from 'commerce-platform-client/contract/inventory';
import { OrderDetail } from 'commerce-platform-client/contract/orders';
import { Product } from 'commerce-platform-client/contract/products';
import { api, createOrder, orderBody, renewWorld, world } from '@/tests/integration/sandbox/sandbox-world';

beforeEach(() => renewWorld());

const Dump = z.object({
  orders: z.array(OrderDetail),
  products: z.array(Product),
  movements: z.array(Movement),
  discounts: z.array(Discount),
});
const dump = async (query = '') =>
  (await world.control('GET', `/dump?store_id=${world.syp}${query}`)).body as z.input<typeof Dump>;

/** Returns all rows of a list of the API, oldest first. */
async function list<Row>(path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `limit=100${cursor && `&cursor=${cursor}`}`;
    const { body } = await api.call<Page<Row>>('GET', `${path}?${query}`);
    rows.push(...body.data);
    cursor = body.next_cursor;
  }
  return rows.reverse();
}

test('the dump has the same content and shapes as the API returns to an install with every scope', async () => {
  await createOrder(api, orderBody({ attributes: { reference: { kind: 'quote', number: '7', url: null } } }));
  const found = await dump();
  const variantId = found.products
    .filter(({ status }) => status === 'active')
    .flatMap(({ variants }) => variants ?? [])
    .find(({ status, available_quantity: available }) => status === 'active' && (available ?? 0) > 0)?.id;
  await world.control('POST', '/orders', {
    store_id: world.syp,
    source: 'pos',
    items: [{ variant_id: variantId, quantity: 1 }],
  });
  const dumped = await dump();
  const parsed = Dump.parse(dumped);
  for (const rows of Object.values(parsed)) expect(rows.length).toBeGreaterThan(0);

  expect(dumped.products.map((row) => row.id)).toEqual(
    (await list<Product>('/products')).map((row) => row.id),
  );
  expect(Product.array().parse(dumped.products)).toEqual(Product.array().parse(await list('/products')));
  expect(dumped.movements).toEqual(await list('/inventory/movements'));
  expect(dumped.discounts).toEqual(await list('/discounts'));
  const heads = await list<{ id: string }>('/orders');
  expect(dumped.orders.map((row) => row.id)).toEqual(heads.map((row) => row.id));
  for (const order of dumped.orders.slice(-4)) {
    const shown = await api.call<{ data: unknown }>('GET', `/orders/${order.id}`);
    expect(order).toEqual(shown.body.data);
  }
});

test('ORD-4: attributes are those of the registered app, or of the app that the query names', async () => {
  const { body: other } = await world.control<{ id: string }>('POST', '/apps', {
    name: 'Other',
    origin: 'http://localhost:5000',
    redirect_uris: ['http://localhost:5000/callback'],
  });
  const { id } = (await createOrder(api, orderBody({ attributes: { ours: '1' } }))).body.data;
  const attributes = async (query = '') =>
    (await dump(query)).orders.find((row) => row.id === id)?.attributes;
  expect(await attributes()).toEqual({ ours: '1' });
  expect(await attributes(`&app_id=${other.id}`)).toEqual({});
  expect((await world.control('GET', `/dump?store_id=${world.syp}&app_id=nobody`)).status).toBe(404);
  expect((await world.control('GET', '/dump?store_id=nowhere')).status).toBe(404);
});
