import { beforeEach, expect, test } from 'vitest';
import { Timestamp } from 'commerce-platform-client/contract/common';
import { appOrder, type Json, storefrontOrder, write } from '@/tests/integration/sandbox/orders/order-writes';
import {
  api,
  type Api,
  createOrder,
  type ErrorAnswer,
  fieldsOf,
  orderBody,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';
import { endpointUrl, subscribe } from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

beforeEach(() => renewWorld());

test('GEN-11: a success is {data}, a page is {data, next_cursor}, and only paths under /v1 are served', async () => {
  const order = await appOrder(api);
  const sold = await storefrontOrder(world);
  await world.control('POST', `/orders/${sold.id}/payments`, { amount_minor: 1 });
  for (const path of ['/orders', '/products', '/discounts', '/inventory/movements']) {
    const page = await api.call<object>('GET', path);
    expect([path, Object.keys(page.body).sort()]).toEqual([path, ['data', 'next_cursor']]);
  }
  for (const path of [
    '/installation',
    '/store',
    '/webhooks',
    `/orders/${order.id}`,
    `/products/${sold.productId}`,
  ]) {
    const one = await api.call<object>('GET', path);
    expect([path, Object.keys(one.body)]).toEqual([path, ['data']]);
  }
  expect((await api.call<Json>('GET', `/products/variants?ids=${sold.variantId}`)).body.data).toHaveLength(1);
  const lines = [{ order_item_id: sold.big, quantity: 1 }];
  const endpoint = { endpoint_url: endpointUrl, topics: ['order.created'] };
  for (const [method, path, body] of [
    ['POST', '/orders', orderBody()],
    ['PATCH', `/orders/${order.id}`, { note: 'x' }],
    ['PATCH', `/orders/${order.id}/status`, { status: 'approved' }],
    ['POST', `/orders/${sold.id}/fulfillments`, { status: 'pending', lines }],
    ['POST', `/orders/${sold.id}/refunds`, { amount_minor: 1 }],
    ['PUT', '/webhooks', endpoint],
    ['POST', '/webhooks/test', { topic: 'order.created' }],
  ] as const) {
    const written = await write<object>(api, method, path, body);
    expect([path, Object.keys(written.body)]).toEqual([path, ['data']]);
  }
  const headers = { authorization: `Bearer ${api.accessToken}` };
  expect((await world.raw('GET', '/orders', { headers })).status).toBe(404);
});

test('GEN-8: ids are strings and times are RFC 3339 in every response', async () => {
  const order = await storefrontOrder(world, { status: 'approved' });
  const lines = [{ order_item_id: order.big, quantity: 1 }];
  await write(api, 'POST', `/orders/${order.id}/fulfillments`, { status: 'shipped', lines });
  await world.control('POST', `/orders/${order.id}/payments`, { amount_minor: 1000 });
  await write(api, 'POST', `/orders/${order.id}/refunds`, { amount_minor: 1 });
  await subscribe(api);
  let checked = 0;
  const check = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, entry] of Object.entries(value)) {
      if (entry === null) continue;
      if (/(^|_)id$/.test(key)) expect([key, typeof entry]).toEqual([key, 'string']);
      else if (/_(at|of)$/.test(key)) expect([key, Timestamp.safeParse(entry).success]).toEqual([key, true]);
      else {
        check(entry);
        continue;
      }
      checked++;
    }
  };
  for (const path of [
    `/orders/${order.id}`,
    '/orders',
    '/products',
    '/discounts',
    '/inventory/movements',
    `/products/variants?ids=${order.variantId}`,
    '/store',
    '/installation',
    '/webhooks',
  ])
    check((await api.call('GET', path)).body);
  expect(checked).toBeGreaterThan(50);
});

/**
 * Requests the given paths and returns every amount of money in the responses. Expects each amount to be an
 * integer of minor units, with the number of decimals of its currency.
 */
async function moneysOf(reader: Api, paths: string[]) {
  const decimalsOf: Record<string, number> = { SYP: 0, USD: 2, EUR: 2, KWD: 3, AED: 2 };
  const found: { amount_minor: unknown; currency: string; decimals: unknown }[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('amount_minor' in value && !('order_item_id' in value)) found.push(value as (typeof found)[number]);
    else Object.values(value).forEach(collect);
  };
  for (const path of paths) collect((await reader.call('GET', path)).body);
  for (const { amount_minor, currency, decimals } of found) {
    const known = [true, decimalsOf[currency]];
    expect([currency, Number.isSafeInteger(amount_minor), decimals]).toEqual([currency, ...known]);
  }
  return found;
}

test('GEN-4: money is a whole number of minor units with the decimals of its own currency, in every response', async () => {
  const { stores } = (await world.control<{ stores: { id: string; currency: string }[] }>('GET', '')).body;
  for (const store of stores) {
    const reader = await world.install(store.id);
    const made = await appOrder(reader, { currency: store.currency });
    const catalogue = await moneysOf(reader, ['/products?limit=5', '/discounts']);
    const order = await moneysOf(reader, [`/orders/${made.id}`]);
    expect([catalogue.length > 5, order.length > 7]).toEqual([true, true]);
    expect(new Set([...catalogue, ...order].map(({ currency }) => currency))).toEqual(
      new Set([store.currency]),
    );
    await moneysOf(reader, ['/orders']);
  }
  const dollars = { currency: 'USD', exchange_rate: { scaled: 7692, scale: 8 } };
  const abroad = await moneysOf(api, [`/orders/${(await appOrder(api, dollars)).id}`]);
  expect(new Set(abroad.map(({ currency }) => currency))).toEqual(new Set(['USD']));
  const items = (price: number) => [{ name: 'x', quantity: 1, unit_price_minor: price }];
  for (const [body, field] of [
    [{ items: items(0.5) }, 'items.0.unit_price_minor'],
    [{ shipping: { amount_minor: 0.5, method: 'pickup' } }, 'shipping.amount_minor'],
    [{ discount: { amount_minor: 0.5 } }, 'discount.amount_minor'],
  ] as const) {
    const answer = await createOrder<ErrorAnswer>(api, orderBody(body));
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
  }
});

test('GEN-10: a rate is stored as its exact whole numbers, to the last digit; fractions are refused', async () => {
  const rate = { scaled: 9_007_199_254_740_991, scale: 18 };
  const made = await createOrder(api, orderBody({ currency: 'USD', exchange_rate: rate }));
  expect(made.body.data.exchange_rate).toEqual(rate);
  for (const bad of [
    { scaled: 0.1, scale: 0 },
    { scaled: 1, scale: 0.5 },
    { scaled: 2 ** 53, scale: 0 },
  ]) {
    const answer = await createOrder<ErrorAnswer>(api, orderBody({ currency: 'USD', exchange_rate: bad }));
    expect([answer.status, fieldsOf(answer)[0]]).toEqual([422, expect.stringMatching(/^exchange_rate\./)]);
  }
});

test('ERR-1, ERR-4: each status of the table has its code, and a refused status change has its details', async () => {
  const order = await appOrder(api);
  const poor = await world.install(world.syp, { scopes: ['orders:read'] });
  const nobody = { ...orderBody(), items: [] };
  const coded = async (answer: Promise<{ status: number; body: ErrorAnswer }>) => {
    const { status, body } = await answer;
    return `${status} ${body.error.code}`;
  };
  const path = `/orders/${order.id}/status`;
  const status = { status: 'delivered' };
  expect(await coded(write(api, 'PATCH', path, { status: 'lost' }))).toBe('400 invalid_request');
  expect(await coded(write(api, 'PATCH', path, '{'))).toBe('400 invalid_request');
  expect(await coded(api.call('GET', '/orders?limit=0'))).toBe('400 invalid_request');
  expect(await coded(api.call('GET', '/store', undefined, { authorization: 'Bearer x' }))).toBe(
    '401 unauthorized',
  );
  expect(await coded(write(poor, 'PATCH', path, status))).toBe('403 forbidden');
  expect(await coded(write(api, 'PATCH', '/orders/ord_0/status', status))).toBe('404 not_found');
  expect(await coded(write(api, 'PATCH', path, status))).toBe('409 conflict');
  const refused = await write<ErrorAnswer>(api, 'PATCH', path, status);
  expect(refused.body.error.details).toEqual({ current_status: 'placed' });
  expect(await coded(write(api, 'PATCH', path, 'x'.repeat(65 * 1024)))).toBe('413 payload_too_large');
  expect(await coded(createOrder<ErrorAnswer>(api, nobody))).toBe('422 invalid_request');
  await world.control('POST', '/faults', { on: 'api', effect: 'status', status: 503, count: 1 });
  expect(await coded(api.call('GET', '/store'))).toBe('503 internal_error');
  for (let count = 0; count < 180; count++) await poor.call('GET', '/installation');
  expect(await coded(poor.call('GET', '/installation'))).toBe('429 rate_limited');
});
