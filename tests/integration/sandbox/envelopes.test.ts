import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Timestamp } from '@/lib/platform/contract/common';
import { appOrder, storefrontOrder, write } from './order-writes';
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

beforeAll(() => console.info(`seed ${seed}`));
beforeEach(async () => {
  world = await startWorld();
  api = await world.install(world.syp);
});

test('GEN-11: a success is {data}, a page {data, next_cursor}, and nothing is served but below /v1', async () => {
  const order = await appOrder(api);
  const { productId } = await storefrontOrder(world);
  for (const path of ['/orders', '/products', '/discounts', '/inventory/movements']) {
    const page = await api.call<object>('GET', path);
    expect([path, Object.keys(page.body).sort()]).toEqual([path, ['data', 'next_cursor']]);
  }
  for (const path of [
    '/installation',
    '/store',
    '/webhooks',
    `/orders/${order.id}`,
    `/products/${productId}`,
  ]) {
    const one = await api.call<object>('GET', path);
    expect([path, Object.keys(one.body)]).toEqual([path, ['data']]);
  }
  const written = await write<object>(api, 'PATCH', `/orders/${order.id}`, { note: 'x' });
  expect(Object.keys(written.body)).toEqual(['data']);
  const headers = { authorization: `Bearer ${api.accessToken}` };
  expect((await world.raw('GET', '/orders', { headers })).status).toBe(404);
});

test('GEN-8: ids are strings and times RFC 3339 wherever they stand', async () => {
  const order = await storefrontOrder(world, { status: 'approved' });
  const lines = [{ order_item_id: order.big, quantity: 1 }];
  await write(api, 'POST', `/orders/${order.id}/fulfillments`, { status: 'shipped', lines });
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
    '/products',
    '/discounts',
    '/inventory/movements',
    '/installation',
  ])
    check((await api.call('GET', path)).body);
  expect(checked).toBeGreaterThan(50);
});

test('GEN-10: a rate is kept as the whole numbers it was given, to the last digit; fractions are refused', async () => {
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

test('ERR-4: each status of the table comes with its code', async () => {
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
  expect(await coded(api.call('GET', '/store', undefined, { authorization: 'Bearer x' }))).toBe(
    '401 unauthorized',
  );
  expect(await coded(write(poor, 'PATCH', path, status))).toBe('403 forbidden');
  expect(await coded(write(api, 'PATCH', '/orders/ord_0/status', status))).toBe('404 not_found');
  expect(await coded(write(api, 'PATCH', path, status))).toBe('409 conflict');
  expect(await coded(write(api, 'PATCH', path, 'x'.repeat(65 * 1024)))).toBe('413 payload_too_large');
  expect(await coded(createOrder<ErrorAnswer>(api, nobody))).toBe('422 invalid_request');
  await world.control('POST', '/faults', { on: 'api', effect: 'status', status: 503, count: 1 });
  expect(await coded(api.call('GET', '/store'))).toBe('503 internal_error');
  for (let count = 0; count < 180; count++) await poor.call('GET', '/installation');
  expect(await coded(poor.call('GET', '/installation'))).toBe('429 rate_limited');
});
