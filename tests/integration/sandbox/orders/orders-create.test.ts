import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OrderDetail, orderStatuses } from 'commerce-platform-client/contract/orders';
import { expectRefused, makeProduct, removeJournal, renewJournaledWorld } from './refused-orders';
import {
  api,
  createOrder,
  type ErrorAnswer,
  orderBody,
  world,
} from '@/tests/integration/sandbox/sandbox-world';

beforeEach(renewJournaledWorld);
afterEach(removeJournal);

async function countRows() {
  const { body } = await world.control<{ orders: unknown[]; movements: unknown[] }>(
    'GET',
    `/dump?store_id=${world.syp}`,
  );
  return { orders: body.orders.length, movements: body.movements.length };
}

test('CRE-1, ERR-4: a currency that the store does not allow answers currency_not_allowed, and nothing is written', async () => {
  await expectRefused(
    { currency: 'KWD', exchange_rate: { scaled: 1, scale: 0 } },
    422,
    'currency_not_allowed',
    ['currency'],
  );
  await expectRefused({ currency: undefined }, 422, 'invalid_request', ['currency']);
  const rate = { exchange_rate: { scaled: 1, scale: 0 } };
  expect((await createOrder(api, orderBody({ currency: 'USD', ...rate }))).status).toBe(201);
});

test('CRE-2: an order is placed unless the request says approved; other statuses are refused', async () => {
  expect((await createOrder(api, orderBody())).body.data.status).toBe('placed');
  expect((await createOrder(api, orderBody({ status: 'approved' }))).body.data.status).toBe('approved');
  for (const status of orderStatuses.filter((name) => name !== 'placed' && name !== 'approved'))
    await expectRefused({ status }, 422, 'invalid_request', ['status']);
});

test('CRE-3, ORD-5, ORD-13: catalogue and custom lines keep the agreed price; a custom line changes no stock', async () => {
  const { variantId } = await makeProduct(5);
  const before = await countRows();
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
  expect(await countRows()).toEqual({ orders: before.orders + 1, movements: before.movements + 1 });
});

test('CRE-3: a line needs a name, a whole quantity and a price; at least one line is required, and lines keep their order', async () => {
  const item = { name: 'x', quantity: 1, unit_price_minor: 1 };
  for (const [change, path] of [
    [{ items: undefined }, 'items'],
    [{ items: [] }, 'items'],
    [{ items: [{ ...item, name: undefined }] }, 'items.0.name'],
    [{ items: [{ ...item, quantity: undefined }] }, 'items.0.quantity'],
    [{ items: [item, { ...item, quantity: 0 }] }, 'items.1.quantity'],
    [{ items: [{ ...item, quantity: 0.5 }] }, 'items.0.quantity'],
    [{ items: [{ ...item, unit_price_minor: undefined }] }, 'items.0.unit_price_minor'],
    [{ items: [{ ...item, unit_price_minor: -1 }] }, 'items.0.unit_price_minor'],
  ] as const)
    await expectRefused(change, 422, 'invalid_request', [path]);
  const items = [item, { ...item, name: 'y', quantity: 4, variant_id: null }];
  const { data } = (await createOrder(api, orderBody({ items }))).body;
  expect(data.items).toMatchObject([
    { name: 'x', quantity: 1, kind: 'custom', total: { amount_minor: 1 } },
    { name: 'y', quantity: 4, kind: 'custom', total: { amount_minor: 4 } },
  ]);
});

test('CRE-4: a discount above the sum of the lines is refused with details.fields, and nothing is written', async () => {
  await expectRefused({ discount: { amount_minor: 1001 } }, 422, 'invalid_request', [
    'discount.amount_minor',
  ]);
  const shipping = { amount_minor: 500, method: 'pickup' };
  await expectRefused({ shipping, discount: { amount_minor: 1001 } }, 422, 'invalid_request');
  for (const discount of [{}, { amount_minor: -1 }])
    await expectRefused({ discount }, 422, 'invalid_request', ['discount.amount_minor']);
  for (const discount of [null, { amount_minor: 1000 }, { amount_minor: 1000, title: null }]) {
    const { data } = (await createOrder(api, orderBody({ discount }))).body;
    expect(data).toMatchObject({
      discount: { amount_minor: discount?.amount_minor ?? 0 },
      items: [{ total: { amount_minor: 1000 } }],
    });
  }
});

test('CRE-5: shipping is required, with one of two methods', async () => {
  await expectRefused({ shipping: undefined }, 422, 'invalid_request', ['shipping']);
  await expectRefused({ shipping: null }, 422, 'invalid_request', ['shipping']);
  for (const [shipping, path] of [
    [{ amount_minor: 0, method: 'drone' }, 'shipping.method'],
    [{ amount_minor: 0 }, 'shipping.method'],
    [{ method: 'pickup' }, 'shipping.amount_minor'],
    [{ amount_minor: -1, method: 'pickup' }, 'shipping.amount_minor'],
  ] as const)
    await expectRefused({ shipping }, 422, 'invalid_request', [path]);
  const shipping_address = { address: 'x', province: 'damascus' };
  for (const method of ['pickup', 'delivery']) {
    const body = orderBody({ shipping: { amount_minor: 7, method }, shipping_address });
    expect((await createOrder(api, body)).body.data.shipping).toMatchObject({ amount_minor: 7 });
  }
});

test('CRE-8, ERR-4: a payment method that is not enabled answers payment_method_disabled', async () => {
  await world.control('PATCH', `/stores/${world.syp}`, { payment_methods: [{ id: 'cod' }] });
  await expectRefused({ payment_method: 'manual_wallet' }, 409, 'payment_method_disabled', [
    'payment_method',
  ]);
  await expectRefused({ payment_method: undefined }, 422, 'invalid_request', ['payment_method']);
  await world.control('PATCH', `/stores/${world.syp}`, { payment_methods: [{ id: 'manual_wallet' }] });
  await expectRefused({}, 409, 'payment_method_disabled', ['payment_method']);
  expect((await createOrder(api, orderBody({ payment_method: 'manual_wallet' }))).status).toBe(201);
});

test('CRE-9: an exchange rate is required for a foreign currency and refused for the store currency', async () => {
  await expectRefused({ currency: 'USD' }, 422, 'invalid_request', ['exchange_rate']);
  await expectRefused({ exchange_rate: { scaled: 1, scale: 0 } }, 422, 'invalid_request', ['exchange_rate']);
  for (const [bad, path] of [
    [{ scaled: 0, scale: 0 }, 'exchange_rate.scaled'],
    [{ scaled: 1 }, 'exchange_rate.scale'],
  ] as const)
    await expectRefused({ currency: 'USD', exchange_rate: bad }, 422, 'invalid_request', [path]);
  const rate = { scaled: 8001, scale: 8 };
  const discount = { amount_minor: 100 };
  const answer = await createOrder(api, orderBody({ currency: 'USD', exchange_rate: rate, discount }));
  expect(answer.body.data).toMatchObject({
    exchange_rate: rate,
    subtotal: { amount_minor: 1000, currency: 'USD', decimals: 2 },
    total: { amount_minor: 900, currency: 'USD', decimals: 2 },
  });
  const own = await createOrder(api, orderBody({ exchange_rate: null }));
  expect(own.body.data.exchange_rate).toBeNull();
});

test('CRE-10: tags that differ only in case are merged, and at most ten tags are accepted', async () => {
  const ten = Array.from({ length: 10 }, (_, index) => `t${index}`);
  expect((await createOrder(api, orderBody({ tags: [...ten, 'T0', 'T1'] }))).body.data.tags).toEqual(ten);
  await expectRefused({ tags: [...ten, 'one more'] }, 422, 'invalid_request', ['tags']);
});

test('CRE-12: the server computes subtotal, total and tax', async () => {
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
  for (const field of ['total', 'subtotal', 'tax'])
    await expectRefused({ [field]: 1 }, 422, 'invalid_request', [field]);
});

describe('ORD-7, ORD-8, ORD-9: attributes of a new order', () => {
  test('are returned as written, up to the limits of the document', async () => {
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

  test('may have a reference with a url on the registered origin and no other', async () => {
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
