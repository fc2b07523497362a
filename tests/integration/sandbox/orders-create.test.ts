import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OrderDetail } from '@/lib/platform/contract/orders';
import {
  type Api,
  createOrder,
  type ErrorAnswer,
  fieldsOf,
  type OrderAnswer,
  orderBody,
  seed,
  startWorld,
  type World,
} from './sandbox-world';

let world: World;
let api: Api;

type Variant = { id: string; status: string; available_quantity: number; price: { amount_minor: number } };
type Product = { id: string; variants: Variant[] };

beforeAll(() => console.info(`seed ${seed}`));
beforeEach(async () => {
  world = await startWorld();
  api = await world.install(world.syp);
});

/** A product of the test's own, so that stock and status are known. */
async function product(quantity: number): Promise<{ productId: string; variantId: string }> {
  const made = await world.control<{ data: Product }>('POST', '/products', {
    store_id: world.syp,
    name: 'شال حرير',
    variants: [{ name: 'M', price_minor: 90_000, quantity }],
  });
  return { productId: made.body.data.id, variantId: made.body.data.variants[0]?.id ?? '' };
}

async function truth() {
  const { body } = await world.control<{ orders: unknown[]; movements: unknown[] }>(
    'GET',
    `/dump?store_id=${world.syp}`,
  );
  return { orders: body.orders.length, movements: body.movements.length };
}

async function expectRefused(
  change: Record<string, unknown>,
  status: number,
  code: string,
  fields: string[] = [],
) {
  const before = await truth();
  const answer = await createOrder<ErrorAnswer>(api, orderBody(change));
  expect(answer.status).toBe(status);
  expect(answer.body.error.code).toBe(code);
  for (const field of fields) expect(fieldsOf(answer)).toContain(field);
  expect(await truth()).toEqual(before);
  return answer;
}

test('CRE-1: a currency the store does not allow is refused as currency_not_allowed and nothing is written', async () => {
  await expectRefused(
    { currency: 'KWD', exchange_rate: { scaled: 1, scale: 0 } },
    422,
    'currency_not_allowed',
    ['currency'],
  );
});

test('CRE-2: an order is placed unless it says approved; other statuses are refused', async () => {
  expect((await createOrder(api, orderBody())).body.data.status).toBe('placed');
  expect((await createOrder(api, orderBody({ status: 'approved' }))).body.data.status).toBe('approved');
  await expectRefused({ status: 'shipped' }, 422, 'invalid_request', ['status']);
});

test('CRE-3, ORD-5, ORD-13: catalogue and custom lines keep the agreed price; a custom line moves no stock', async () => {
  const { variantId } = await product(5);
  const before = await truth();
  const answer = await createOrder(
    api,
    orderBody({
      items: [
        { variant_id: variantId, name: 'شال', quantity: 1, unit_price_minor: 80_000 },
        { variant_id: null, name: 'تغليف', quantity: 1, unit_price_minor: 2_000 },
      ],
    }),
  );
  expect(answer.status).toBe(201);
  expect(OrderDetail.parse(answer.body.data).items).toMatchObject([
    {
      kind: 'variant',
      variant_id: variantId,
      name: 'شال',
      unit_price: { amount_minor: 80_000, currency: 'SYP', decimals: 0 },
    },
    { kind: 'custom', variant_id: null, name: 'تغليف', total: { amount_minor: 2_000 } },
  ]);
  expect(await truth()).toEqual({ orders: before.orders + 1, movements: before.movements + 1 });
});

test('CRE-4: a discount above the sum of the lines is refused with details.fields and nothing written', async () => {
  await expectRefused({ discount: { amount_minor: 1001 } }, 422, 'invalid_request', [
    'discount.amount_minor',
  ]);
  expect((await createOrder(api, orderBody({ discount: { amount_minor: 1000 } }))).status).toBe(201);
});

test('CRE-5: shipping is required, with one of two methods', async () => {
  await expectRefused({ shipping: undefined }, 422, 'invalid_request', ['shipping']);
  await expectRefused({ shipping: { amount_minor: 0, method: 'drone' } }, 422, 'invalid_request', [
    'shipping.method',
  ]);
});

test('CRE-6: the phone is stored normalised, the email never invented; without name or country code it is refused', async () => {
  const { data } = (await createOrder(api, orderBody())).body;
  expect(data.customer).toEqual({
    first_name: 'رنا',
    last_name: 'الحلبي',
    email: null,
    phone: '+963944555666',
  });
  await expectRefused({ customer: { name: 'x', phone: '0944555666' } }, 422, 'invalid_request', [
    'customer.phone',
  ]);
  await expectRefused({ customer: { name: 'x', phone: '+1 2222222' } }, 422, 'invalid_request', [
    'customer.phone',
  ]);
  await expectRefused({ customer: { phone: '+963944555666' } }, 422, 'invalid_request', ['customer.name']);
});

test('CRE-7: a delivery needs an address in one of the provinces of GET /store', async () => {
  const shipping = { amount_minor: 5000, method: 'delivery' };
  await expectRefused({ shipping }, 422, 'invalid_request', ['shipping_address']);
  await expectRefused(
    { shipping, shipping_address: { address: 'x', province: 'Atlantis' } },
    422,
    'invalid_request',
    ['shipping_address.province'],
  );
  const answer = await createOrder(
    api,
    orderBody({ shipping, shipping_address: { address: 'المزة', province: 'damascus' } }),
  );
  expect(answer.body.data.shipping_address).toEqual({
    address: 'المزة',
    province: 'damascus',
    city: null,
    notes: null,
  });
});

test('CRE-8: a payment method that is not enabled is refused as payment_method_disabled', async () => {
  await world.control('PATCH', `/stores/${world.syp}`, { payment_methods: [{ id: 'cod' }] });
  await expectRefused({ payment_method: 'manual_wallet' }, 409, 'payment_method_disabled', [
    'payment_method',
  ]);
});

test('CRE-9: a rate is required in a foreign currency and forbidden in the own one', async () => {
  await expectRefused({ currency: 'USD' }, 422, 'invalid_request', ['exchange_rate']);
  await expectRefused({ exchange_rate: { scaled: 1, scale: 0 } }, 422, 'invalid_request', ['exchange_rate']);
  const rate = { scaled: 7692, scale: 8 };
  const answer = await createOrder(api, orderBody({ currency: 'USD', exchange_rate: rate }));
  expect(answer.body.data).toMatchObject({
    exchange_rate: rate,
    total: { amount_minor: 1000, currency: 'USD', decimals: 2 },
  });
});

test('CRE-10: tags are folded without case, and at most ten stay', async () => {
  const ten = Array.from({ length: 10 }, (_, index) => `t${index}`);
  expect((await createOrder(api, orderBody({ tags: [...ten, 'T0', 'T1'] }))).body.data.tags).toEqual(ten);
  await expectRefused({ tags: [...ten, 'one more'] }, 422, 'invalid_request', ['tags']);
});

test('CRE-11: inventory skip leaves the stock alone, the default takes from it', async () => {
  const { variantId } = await product(5);
  const items = [{ variant_id: variantId, name: 'شال', quantity: 2, unit_price_minor: 1 }];
  const stock = async () =>
    (await api.call<{ data: Variant[] }>('GET', `/products/variants?ids=${variantId}`)).body.data[0]
      ?.available_quantity;
  await createOrder(api, orderBody({ items, inventory: 'skip' }));
  expect(await stock()).toBe(5);
  await createOrder(api, orderBody({ items }));
  expect(await stock()).toBe(3);
});

test('CRE-12: subtotal, total and tax are the server’s own', async () => {
  const { data } = (
    await createOrder(
      api,
      orderBody({
        items: [
          { name: 'a', quantity: 3, unit_price_minor: 700 },
          { name: 'b', quantity: 1, unit_price_minor: 50 },
        ],
        discount: { amount_minor: 100, title: 'عيد' },
        shipping: { amount_minor: 30, method: 'pickup' },
      }),
    )
  ).body;
  expect(data).toMatchObject({
    subtotal: { amount_minor: 2150 },
    discount: { amount_minor: 100 },
    shipping: { amount_minor: 30 },
    tax: { amount_minor: 0 },
    total: { amount_minor: 2080 },
    line_pricing: 'gross',
  });
});

test('CRE-13: short stock answers insufficient_stock by line, counting lines of one variant together, and writes nothing', async () => {
  const { variantId } = await product(5);
  const line = (quantity: number) => ({ variant_id: variantId, name: 'شال', quantity, unit_price_minor: 1 });
  const answer = await expectRefused({ items: [line(3), line(3)] }, 409, 'insufficient_stock');
  expect(answer.body.error.details?.lines).toEqual([
    { index: 1, variant_id: variantId, requested: 3, available: 2 },
  ]);
});

describe('CRE-14', () => {
  test('an unknown variant, and one of another store, answer 404 variant_not_found', async () => {
    const foreign = (
      await (await world.install(world.usd)).call<{ data: Product[] }>('GET', '/products?limit=1')
    ).body;
    for (const id of ['var_none', foreign.data[0]?.variants[0]?.id])
      await expectRefused(
        { items: [{ variant_id: id, name: 'x', quantity: 1, unit_price_minor: 1 }] },
        404,
        'variant_not_found',
        ['items.0.variant_id'],
      );
  });

  test('a hidden product answers 409 variant_unavailable', async () => {
    const { productId, variantId } = await product(5);
    await world.control('PATCH', `/products/${productId}`, { status: 'hidden' });
    const items = [{ variant_id: variantId, name: 'x', quantity: 1, unit_price_minor: 1 }];
    await expectRefused({ items }, 409, 'variant_unavailable', ['items.0.variant_id']);
  });

  test('a well-formed body that fails the contract answers 422 with every path; malformed JSON answers 400', async () => {
    await expectRefused(
      { items: [{ name: '', quantity: 0, unit_price_minor: 1.5 }], extra: 1 },
      422,
      'invalid_request',
      ['items.0.name', 'items.0.quantity', 'items.0.unit_price_minor', 'extra'],
    );
    expect((await createOrder<ErrorAnswer>(api, '{"currency":')).status).toBe(400);
    expect((await createOrder<ErrorAnswer>(api, `{"items":${'['.repeat(30_000)}`)).status).toBe(400);
  });
});

test('CRE-15: the answer echoes the customer to an app without clients:read, the order read later does not', async () => {
  const blind = await world.install(world.syp, { scopes: ['orders:create', 'orders:read'] });
  const { data } = (await createOrder(blind, orderBody())).body;
  expect(data.customer).toMatchObject({ phone: '+963944555666' });
  expect((await blind.call<OrderAnswer>('GET', `/orders/${data.id}`)).body.data).not.toHaveProperty(
    'customer',
  );
});

test('CRE-16, ORD-6: an order of an app leaves what a storefront order leaves, once, under its key', async () => {
  const { variantId } = await product(5);
  const items = [{ variant_id: variantId, name: 'شال', quantity: 1, unit_price_minor: 1 }];
  const { data } = (await createOrder(api, orderBody({ items }), 'key-16')).body;
  expect(data.source).toBe('app');
  await createOrder(api, orderBody({ items }), 'key-16');
  const { body } = await world.control<{ data: { kind: string }[] }>(
    'GET',
    '/effects?idempotency_key=key-16',
  );
  expect(body.data.map((effect) => effect.kind).sort()).toEqual([
    'customer.created',
    'inventory.movement_created',
    'merchant.email_sent',
    'merchant.push_sent',
    'order.created',
  ]);
  const second = await createOrder(api, orderBody(), 'key-17');
  expect(second.status).toBe(201);
  const again = await world.control<{ data: { kind: string }[] }>('GET', '/effects?idempotency_key=key-17');
  expect(again.body.data.map((effect) => effect.kind)).not.toContain('customer.created');
});

describe('ORD-7, ORD-8, ORD-9', () => {
  test('attributes come back as written, to the limits of the document', async () => {
    const attributes = { 'daftar.op': 'x'.repeat(1000), n: 1, yes: true };
    expect((await createOrder(api, orderBody({ attributes }))).body.data.attributes).toEqual(attributes);
    await expectRefused({ attributes: { A: 1 } }, 422, 'invalid_request', ['attributes.A']);
    await expectRefused({ attributes: { a: 'ü'.repeat(501) } }, 422, 'invalid_request', ['attributes.a']);
    const keys = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 1]));
    await expectRefused({ attributes: keys }, 422, 'invalid_request', ['attributes']);
    const proto = await createOrder<ErrorAnswer>(
      api,
      JSON.stringify(orderBody()).replace(/}$/, ',"attributes":{"__proto__":1}}'),
    );
    expect(proto.status).toBe(422);
  });

  test('a reference keeps a url on the registered origin and no other', async () => {
    const reference = { kind: 'quote', number: 'Q-1', url: 'http://localhost:3000/launch?x=1' };
    expect((await createOrder(api, orderBody({ attributes: { reference } }))).body.data.attributes).toEqual({
      reference,
    });
    for (const url of [
      'https://evil.test/',
      'http://localhost:3001/',
      'http://u@localhost:3000/',
      'javascript:alert(1)',
      'x',
    ])
      await expectRefused({ attributes: { reference: { ...reference, url } } }, 422, 'invalid_request', [
        'attributes.reference.url',
      ]);
  });
});
