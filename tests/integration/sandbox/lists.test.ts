import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pageOf } from '@/lib/platform/contract/common';
import { Order, OrderDetail } from '@/lib/platform/contract/orders';
import { Product, VariantDetail } from '@/lib/platform/contract/products';
import {
  type Api,
  createOrder,
  type ErrorAnswer,
  fieldsOf,
  orderBody,
  seed,
  startWorld,
  type World,
} from './sandbox-world';

let world: World;
let api: Api;

const Orders = pageOf(Order);
const Products = pageOf(Product);

beforeAll(() => console.info(`seed ${seed}`));
beforeEach(async () => {
  world = await startWorld();
  api = await world.install(world.syp);
});

async function orders(query = '') {
  return Orders.parse((await api.call('GET', `/orders${query}`)).body);
}

async function products(query = '') {
  return Products.parse((await api.call('GET', `/products${query}`)).body);
}

test('GEN-9, LIST-2: limit is 1 to 100, 50 by default; a malformed cursor answers 400', async () => {
  expect((await orders()).data).toHaveLength(50);
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

test('LIST-3, A6: pages walk newest first over every order once, while orders come in and change', async () => {
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

test('LIST-1: status, created_at_min, updated_at_min and tag select, the tag without case', async () => {
  await world.sandbox.advance(60_000);
  const since = (await world.control<{ now: string }>('GET', '')).body.now;
  const { data } = (await createOrder(api, orderBody({ tags: ['WhatsApp'] }))).body;
  expect((await orders('?tag=whatsAPP')).data.map((order) => order.id)).toEqual([data.id]);
  expect((await orders(`?created_at_min=${since}`)).data.map((order) => order.id)).toEqual([data.id]);
  const old = (await orders('?limit=100')).data.at(-1)?.id;
  await world.control('PATCH', `/orders/${old}`, { note: 'changed' });
  expect((await orders(`?updated_at_min=${since}`)).data.map((order) => order.id)).toEqual([data.id, old]);
  const shifted = encodeURIComponent(
    since
      .replace(/T(\d\d)/, (_, hour) => `T${String(Number(hour) + 3).padStart(2, '0')}`)
      .replace('Z', '+03:00'),
  );
  expect((await orders(`?created_at_min=${shifted}`)).data).toHaveLength(1);
  for (const order of (await orders('?status=delivered')).data) expect(order.status).toBe('delivered');
  expect((await api.call('GET', '/orders?status=sold')).status).toBe(400);
  expect((await api.call('GET', `/orders?tag=${'x'.repeat(41)}`)).status).toBe(400);
  expect((await api.call('GET', '/orders?created_at_min=yesterday')).status).toBe(400);
});

describe('seeded orders', () => {
  test('GEN-5, ORD-1: list items hold the contract and no customer data', async () => {
    const raw = (await api.call<{ data: Record<string, unknown>[] }>('GET', '/orders?limit=100')).body.data;
    for (const order of raw) expect(Object.keys(order).sort()).toEqual(Object.keys(Order.shape).sort());
  });

  test('ORD-2: lines reconcile by line_pricing, and totals add up', async () => {
    const pricing = new Set<string>();
    for (const { id } of (await orders('?limit=100')).data) {
      const order = OrderDetail.parse((await api.call<{ data: unknown }>('GET', `/orders/${id}`)).body.data);
      const lines = order.items.reduce((sum, item) => sum + item.total.amount_minor, 0);
      const discount = order.line_pricing === 'net' ? order.discount.amount_minor : 0;
      pricing.add(order.line_pricing);
      expect(lines + discount).toBe(order.subtotal.amount_minor);
      expect(order.total.amount_minor).toBe(
        order.subtotal.amount_minor - order.discount.amount_minor + order.shipping.amount_minor,
      );
      if (pricing.size === 2 && order.items.length > 1) break;
    }
    expect([...pricing].sort()).toEqual(['gross', 'net']);
  });

  test('GEN-4: SYP has no decimals, USD two', async () => {
    expect((await orders('?limit=1')).data[0]?.total).toMatchObject({ currency: 'SYP', decimals: 0 });
    const usd = await world.install(world.usd);
    expect(Orders.parse((await usd.call('GET', '/orders?limit=1')).body).data[0]?.total).toMatchObject({
      currency: 'USD',
      decimals: 2,
    });
  });
});

describe('GET /orders/{id}', () => {
  test('ORD-3, ORD-4, ORD-14: customer and address come with clients:read alone; null without a delivery', async () => {
    const pickup = (await createOrder(api, orderBody())).body.data.id;
    const seen = OrderDetail.parse((await api.call<{ data: unknown }>('GET', `/orders/${pickup}`)).body.data);
    expect(seen).toMatchObject({
      customer: { first_name: 'رنا', email: null },
      shipping_address: null,
      note: null,
    });
    await world.control('PATCH', `/installs/${api.id}`, { dpa_accepted: false });
    const blind = (await api.call<{ data: object }>('GET', `/orders/${pickup}`)).body.data;
    expect(blind).not.toHaveProperty('customer');
    expect(blind).not.toHaveProperty('shipping_address');
  });

  test('ORD-11, EVT-13: the payment status follows the ledger, never the delivery', async () => {
    const { id } = (await createOrder(api, orderBody())).body.data;
    const status = async () =>
      OrderDetail.parse((await api.call<{ data: unknown }>('GET', `/orders/${id}`)).body.data).payment_status;
    await world.control('PATCH', `/orders/${id}`, { status: 'delivered' });
    expect(await status()).toBe('unpaid');
    await world.control('POST', `/orders/${id}/payments`, { amount_minor: 400 });
    expect(await status()).toBe('partially_paid');
    await world.control('POST', `/orders/${id}/payments`, { amount_minor: 600 });
    expect(await status()).toBe('paid');
    const free = (await createOrder(api, orderBody({ discount: { amount_minor: 1000 } }))).body.data;
    expect(free.payment_status).toBe('not_required');
  });

  test('ORD-2: a sale at the till is priced net and paid, one on the storefront gross and unpaid', async () => {
    const variants = (await products('?status=active&limit=1')).data[0]?.variants ?? [];
    const variantId = variants.find((variant) => variant.status === 'active')?.id;
    const sale = async (source: string) =>
      OrderDetail.parse(
        (
          await world.control<{ data: unknown }>('POST', '/orders', {
            store_id: world.syp,
            source,
            items: [{ variant_id: variantId, quantity: 1 }],
            discount_minor: 100,
          })
        ).body.data,
      );
    const till = await sale('pos');
    expect(till).toMatchObject({ source: 'pos', line_pricing: 'net', payment_status: 'paid' });
    expect(till.items[0]?.total.amount_minor).toBe(till.subtotal.amount_minor - 100);
    expect(await sale('storefront')).toMatchObject({ line_pricing: 'gross', payment_status: 'unpaid' });
  });
});

describe('products', () => {
  test('PRO-1: status, ids, updated_at_min select; more than 100 ids answer 400', async () => {
    const { data } = await products('?limit=3');
    const ids = data.map((product) => product.id);
    expect((await products(`?ids=${ids.join(',')},prod_none`)).data.map((product) => product.id)).toEqual(
      ids,
    );
    for (const product of (await products('?status=hidden')).data) expect(product.status).toBe('hidden');
    await world.sandbox.advance(1000);
    const since = (await world.control<{ now: string }>('GET', '')).body.now;
    await world.control('PATCH', `/products/${ids[2]}`, { name: 'زعتر جديد' });
    expect((await products(`?updated_at_min=${since}`)).data.map((product) => product.id)).toEqual([ids[2]]);
    expect((await api.call('GET', `/products?ids=${Array(101).fill('x').join(',')}`)).status).toBe(400);
  });

  test('PRO-1, PRO-2: q finds name, variant, SKU, DSIN and barcode without case, ranked, without cursor', async () => {
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

  test('PRO-2: without q the cursor walks newest first over every product once', async () => {
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

  test('PRO-3, PRO-5: variants by id come with their product; unknown ids are left out; without ids 400', async () => {
    const { data } = await products('?limit=1');
    const variant = data[0]?.variants?.[0];
    const answer = await api.call<{ data: unknown }>('GET', `/products/variants?ids=${variant?.id},var_none`);
    expect(z.array(VariantDetail).parse(answer.body.data)).toEqual([
      { ...variant, product_name: data[0]?.name, product_status: data[0]?.status },
    ]);
    expect((await api.call('GET', '/products/variants')).status).toBe(400);
  });

  test('PRO-4: available_quantity is null without inventory:read', async () => {
    expect(typeof (await products('?limit=1')).data[0]?.variants?.[0]?.available_quantity).toBe('number');
    await world.control('PATCH', `/installs/${api.id}`, { effective_scopes: ['products:read'] });
    expect((await products('?limit=1')).data[0]?.variants?.[0]?.available_quantity).toBeNull();
  });
});
