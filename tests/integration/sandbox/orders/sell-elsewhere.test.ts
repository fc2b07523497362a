import { beforeEach, describe, expect, test } from 'vitest';
import { storefrontOrder, write } from './order-writes';
import { api, type ErrorAnswer, renewWorld, world } from '@/tests/integration/sandbox/sandbox-world';

beforeEach(() => renewWorld());

const amountMax = Number.MAX_SAFE_INTEGER;
const dump = async () => (await world.control('GET', `/dump?store_id=${world.syp}`)).body;

async function productOf(variant: Record<string, unknown>, status = 'active') {
  const { body } = await world.control<{ data: { id: string; variants: { id: string }[] } }>(
    'POST',
    '/products',
    {
      store_id: world.syp,
      name: 'شال',
      variants: [{ name: 'M', price_minor: 300, quantity: 2, ...variant }],
    },
  );
  await world.control('PATCH', `/products/${body.data.id}`, { status });
  return body.data.variants[0]?.id ?? '';
}

describe.each(['storefront', 'pos'])('a sale made outside the app (%s)', (source) => {
  const sell = (variantId: string, quantity: number) =>
    world.control<ErrorAnswer>('POST', '/orders', {
      store_id: world.syp,
      source,
      items: [{ variant_id: variantId, quantity }],
    });

  test('CRE-13: takes at most the available stock; a refusal lists the missing quantity of each line and writes nothing', async () => {
    const variantId = await productOf({});
    expect((await sell(variantId, 2)).status).toBe(201);
    const before = await dump();
    const refused = await sell(variantId, 1);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'insufficient_stock',
      request_id: refused.headers.get('x-request-id'),
      details: { lines: [{ index: 0, variant_id: variantId, requested: 1, available: 0 }] },
    });
    expect(await dump()).toEqual(before);
  });

  test('CRE-14: answers 409 variant_unavailable for a variant that is not for sale, and 404 for an unknown variant', async () => {
    for (const variantId of [await productOf({}, 'hidden'), await productOf({ status: 'discontinued' })])
      expect((await sell(variantId, 1)).body.error.code).toBe('variant_unavailable');
    expect((await sell('var_none', 1)).body.error.code).toBe('variant_not_found');
  });

  test('GEN-4: answers 422 if its total exceeds the safe integers', async () => {
    const refused = await sell(await productOf({ price_minor: amountMax }), 2);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'invalid_request']);
  });
});

test('GEN-4: a payment or a restock that would exceed the safe integers answers 409 and changes nothing', async () => {
  const order = await storefrontOrder(world);
  const pay = (amount: number) =>
    world.control<ErrorAnswer>('POST', `/orders/${order.id}/payments`, { amount_minor: amount });
  expect((await pay(10)).status).toBe(201);
  expect((await pay(amountMax)).body.error.code).toBe('conflict');

  const { body } = await world.control<{ stores: { id: string; locations: string[] }[] }>('GET', '');
  const stock = await write<undefined>(api, 'POST', '/inventory/movements', {
    variant_id: order.variantId,
    location_id: body.stores.find(({ id }) => id === world.syp)?.locations[0],
    delta: amountMax - 7,
    reason: 'correction',
  });
  expect(stock.status).toBe(201);
  const before = await dump();
  const lines = [{ order_item_id: order.big, quantity: 1, amount_minor: 1 }];
  const refused = await write<ErrorAnswer>(api, 'POST', `/orders/${order.id}/refunds`, {
    amount_minor: 1,
    restock: true,
    lines,
  });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict']);
  expect(await dump()).toEqual(before);
});
