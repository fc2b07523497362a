import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  expectRefused,
  makeProduct,
  type Product,
  removeJournal,
  renewJournaledWorld,
  type Variant,
} from './refused-orders';
import {
  api,
  createOrder,
  type ErrorAnswer,
  orderBody,
  world,
} from '@/tests/integration/sandbox/sandbox-world';

beforeEach(renewJournaledWorld);
afterEach(removeJournal);

test('CRE-11: inventory skip does not change the stock, and the default reduces it', async () => {
  const { variantId } = await makeProduct(5);
  const items = [{ variant_id: variantId, name: 'شال', quantity: 2, unit_price_minor: 1 }];
  const stock = async () =>
    (await api.call<{ data: Variant[] }>('GET', `/products/variants?ids=${variantId}`)).body.data[0]
      ?.available_quantity;
  await createOrder(api, orderBody({ items, inventory: 'skip' }));
  expect(await stock()).toBe(5);
  await createOrder(api, orderBody({ items }));
  expect(await stock()).toBe(3);
  await expectRefused({ items, inventory: 'reserve' }, 422, 'invalid_request', ['inventory']);
  const many = [{ ...items[0], quantity: 9 }];
  expect((await createOrder(api, orderBody({ items: many, inventory: 'skip' }))).status).toBe(201);
});

test('CRE-13, ERR-4: short stock answers insufficient_stock by line, counts lines of one variant together, and writes nothing', async () => {
  const { variantId } = await makeProduct(5);
  const line = (quantity: number) => ({ variant_id: variantId, name: 'شال', quantity, unit_price_minor: 1 });
  const [newest] = (await api.call<{ data: { order_number: string }[] }>('GET', '/orders?limit=1')).body.data;
  const answer = await expectRefused({ items: [line(3), line(3)] }, 409, 'insufficient_stock');
  expect(answer.body.error.details?.lines).toEqual([
    { index: 1, variant_id: variantId, requested: 3, available: 2 },
  ]);
  await expectRefused({ items: [line(6)] }, 409, 'insufficient_stock');
  const key = 'all five';
  const { data } = (await createOrder(api, orderBody({ items: [line(3), line(2)] }), key)).body;
  expect(data.order_number).toBe(String(Number(newest?.order_number) + 1));
  const { body } = await world.control<{ data: { kind: string }[] }>(
    'GET',
    `/effects?idempotency_key=${encodeURIComponent(key)}`,
  );
  // The refused orders above created no customer, so the customer is new when the order is accepted.
  expect(body.data.map((effect) => effect.kind)).toContain('customer.created');
});

test('CRE-13: a variant with the stock policy continue is sold below zero', async () => {
  type StoredVariant = Variant & { stock: number; stock_policy: string };
  const { body } = await world.control<{ products: { status: string; variants: StoredVariant[] }[] }>(
    'GET',
    `/dump?store_id=${world.syp}`,
  );
  const endless = body.products
    .filter((row) => row.status === 'active')
    .flatMap((row) => row.variants)
    .find((row) => row.stock_policy === 'continue' && row.status === 'active');
  expect(endless).toBeDefined();
  const items = [
    { variant_id: endless?.id, name: 'x', quantity: (endless?.stock ?? 0) + 5, unit_price_minor: 1 },
  ];
  expect((await createOrder(api, orderBody({ items }))).status).toBe(201);
});

describe('CRE-14: refused orders', () => {
  test('ERR-4: an unknown variant and a variant of another store answer 404 variant_not_found', async () => {
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

  test('ERR-4: a hidden or discontinued product or variant answers 409 variant_unavailable', async () => {
    const { productId, variantId } = await makeProduct(5);
    await world.control('PATCH', `/products/${productId}`, { status: 'hidden' });
    const items = [{ variant_id: variantId, name: 'x', quantity: 1, unit_price_minor: 1 }];
    await expectRefused({ items }, 409, 'variant_unavailable', ['items.0.variant_id']);
    await world.control('PATCH', `/products/${productId}`, { status: 'discontinued' });
    await expectRefused({ items }, 409, 'variant_unavailable', ['items.0.variant_id']);
    for (const status of ['hidden', 'discontinued']) {
      const variants = [{ id: variantId, status }];
      await world.control('PATCH', `/products/${productId}`, { status: 'active', variants });
      await expectRefused({ items }, 409, 'variant_unavailable', ['items.0.variant_id']);
    }
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
