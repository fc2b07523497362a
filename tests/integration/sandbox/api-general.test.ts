import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ErrorEnvelope } from '@/lib/platform/contract/errors';
import { Installation } from '@/lib/platform/contract/installation';
import { operations } from '@/lib/platform/contract/operations';
import { Store } from '@/lib/platform/contract/store';
import {
  type Api,
  createOrder,
  type ErrorAnswer,
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

/** One call of each operation; what must be in its path or body comes along. */
const calls = Object.values(operations).map((operation) => ({
  method: operation.method,
  path:
    operation.path.replace('{id}', 'ord_none') + (operation.path === '/products/variants' ? '?ids=x' : ''),
  scope: operation.scope,
}));

const bearer = (token: string | undefined) =>
  new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });

test('GEN-1: an order of another store answers 404', async () => {
  const other = await world.install(world.usd);
  const { data } = (await other.call<{ data: { id: string }[] }>('GET', '/orders?limit=1')).body;
  const id = data[0]?.id ?? '';
  expect((await other.call('GET', `/orders/${id}`)).status).toBe(200);
  const answer = await api.call<ErrorAnswer>('GET', `/orders/${id}`);
  expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
});

test('GEN-2, VER-1, ERR-1: every answer is JSON, not stored, with revision and request id', async () => {
  for (const { method, path } of calls)
    for (const token of [undefined, 'nothing', api.accessToken]) {
      const response = await world.raw(method, `/v1${path}`, { headers: bearer(token) });
      const text = await response.text();
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-platform-api-version')).toBe('2026-09-10');
      if (response.status === 204) continue;
      expect(response.headers.get('content-type')).toBe('application/json');
      if (response.ok) continue;
      const { error } = ErrorEnvelope.parse(JSON.parse(text));
      expect(error.request_id).toBe(response.headers.get('x-request-id'));
    }
});

test('GEN-3: a store sub-domain and a custom domain answer 404', async () => {
  const headers = { authorization: `Bearer ${api.accessToken}` };
  for (const host of ['http://yasmin.localhost:4000', 'http://shop.example.com']) {
    const response = await world.sandbox.fetch(new Request(`${host}/v1/store`, { headers }));
    const { error } = ErrorEnvelope.parse(await response.json());
    expect([response.status, error.request_id]).toEqual([404, response.headers.get('x-request-id')]);
  }
});

describe('AUT-1, AUT-9', () => {
  test('a missing, foreign, refresh, expired or revoked token answers 401 on every operation', async () => {
    const expired = await world.install(world.syp);
    await world.sandbox.advance(3_600_000);
    const revoked = await world.install(world.syp);
    await world.control('DELETE', `/installs/${revoked.id}`);
    const fresh = await world.install(world.syp);
    const bad = [undefined, 'x', fresh.refreshToken, expired.accessToken, revoked.accessToken];
    for (const [place, token] of bad.entries())
      for (const { method, path } of calls) {
        const init = { headers: bearer(token) };
        expect((await world.raw(method, `/v1${path}`, init, `address ${place}`)).status).toBe(401);
      }
  });

  test('a token answers 401 while the granting member has lost access', async () => {
    await world.control('PATCH', `/installs/${api.id}`, { member_active: false });
    expect((await api.call('GET', '/store')).status).toBe(401);
    await world.control('PATCH', `/installs/${api.id}`, { member_active: true });
    expect((await api.call('GET', '/store')).status).toBe(200);
  });
});

test('AUT-2, AUT-5, AUT-10, AUT-11: each operation answers 403 without its effective scope', async () => {
  for (const { method, path, scope } of calls.filter((call) => call.scope !== null)) {
    const others = ['orders:read', 'orders:create', 'orders:write', 'products:read'].filter(
      (name) => name !== scope,
    );
    await world.control('PATCH', `/installs/${api.id}`, { effective_scopes: others });
    const answer = await api.call<ErrorAnswer>(method, path, method === 'GET' ? undefined : orderBody(), {
      'idempotency-key': 'k',
    });
    expect([path, answer.status, answer.body.error.code]).toEqual([path, 403, 'forbidden']);
  }
  const bare = await world.install(world.syp, { scopes: ['discounts:read'] });
  for (const path of ['/installation', '/store', '/webhooks'])
    expect((await bare.call('GET', path)).status).toBe(200);
});

test('AUT-6, AUT-12: clients scopes are effective only once the data processing agreement is accepted', async () => {
  const held = await world.install(world.syp, { dpa_accepted: false });
  const scopes = async () =>
    (await held.call<{ data: Installation }>('GET', '/installation')).body.data.install;
  expect((await scopes()).granted_scopes).toContain('clients:read');
  expect((await scopes()).effective_scopes).not.toContain('clients:read');
  expect((await scopes()).effective_scopes).not.toContain('clients:write');
  await world.control('PATCH', `/installs/${held.id}`, { dpa_accepted: true });
  expect((await scopes()).effective_scopes).toContain('clients:read');
});

test('AUT-7: the 31st bad token of an address within a minute answers 429; another address and good tokens go on', async () => {
  const guess = (address: string) =>
    world.raw('GET', '/v1/store', { headers: { authorization: 'Bearer x' } }, address);
  for (let count = 0; count < 30; count++) expect((await guess('203.0.113.1')).status).toBe(401);
  const refused = await guess('203.0.113.1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await guess('203.0.113.2')).status).toBe(401);
  expect((await api.call('GET', '/store')).status).toBe(200);
});

test('AUT-8: every call is in the audit trail with its status and request id', async () => {
  const answer = await createOrder(api, orderBody(), 'audited');
  await api.call('GET', '/nowhere');
  const { body } = await world.control<{ data: Record<string, unknown>[] }>(
    'GET',
    `/requests?install_id=${api.id}`,
  );
  expect(body.data).toMatchObject([
    {
      method: 'POST',
      path: '/v1/orders',
      status: 201,
      request_id: answer.headers.get('x-request-id'),
      idempotency_key: 'audited',
    },
    { method: 'GET', path: '/v1/nowhere', status: 404 },
  ]);
});

describe('LIM-1, LIM-2', () => {
  test('the 181st request within 60 s waits until the first has left the window, to the second', async () => {
    await api.call('GET', '/store');
    await world.sandbox.advance(20_500);
    for (let count = 1; count < 180; count++) expect((await api.call('GET', '/store')).status).toBe(200);
    const refused = await api.call<ErrorAnswer>('GET', '/store');
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '40',
    ]);
    await world.sandbox.advance(39_000);
    expect((await api.call('GET', '/store')).status).toBe(429);
    await world.sandbox.advance(500);
    expect((await api.call('GET', '/store')).status).toBe(200);
    expect((await api.call('GET', '/store')).status).toBe(429);
  });

  test('60 writes a minute are a budget of their own, and another install has its own', async () => {
    for (let count = 0; count < 60; count++) expect((await createOrder(api, orderBody())).status).toBe(201);
    const refused = await createOrder<ErrorAnswer>(api, orderBody());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await api.call('GET', '/store')).status).toBe(200);
    expect((await createOrder(await world.install(world.syp), orderBody())).status).toBe(201);
  });
});

test('LIM-3: a body over 64 KB answers 413 and writes nothing, one of 64 KB is read', async () => {
  const body = JSON.stringify(orderBody());
  const padded = (bytes: number) => body + ' '.repeat(bytes - Buffer.byteLength(body));
  const answer = await createOrder<ErrorAnswer>(api, padded(64 * 1024 + 1), 'large');
  expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
  expect(
    (await world.control<{ data: unknown[] }>('GET', '/effects?idempotency_key=large')).body.data,
  ).toEqual([]);
  expect((await createOrder(api, padded(64 * 1024))).status).toBe(201);
});

test('ERR-3: a fault of 500 answers internal_error in the envelope', async () => {
  await world.control('POST', '/faults', {
    on: 'api',
    match: 'GET /v1/store',
    effect: 'status',
    status: 500,
    count: 1,
  });
  const answer = await api.call<ErrorAnswer>('GET', '/store');
  expect([answer.status, answer.body.error.code]).toEqual([500, 'internal_error']);
  expect(answer.body.error.request_id).toBe(answer.headers.get('x-request-id'));
  expect((await api.call('GET', '/store')).status).toBe(200);
});

test('INS-1, INS-2: GET /installation keeps the contract and follows the slug', async () => {
  const { data } = (await api.call<{ data: unknown }>('GET', '/installation')).body;
  expect(Installation.parse(data)).toMatchObject({
    install: { id: api.id, status: 'active', webhook: null },
    store: {
      id: world.syp,
      currency: 'SYP',
      decimals: 0,
      locale: 'ar',
      timezone: 'Asia/Damascus',
      country: 'SY',
      is_development: true,
    },
  });
  await world.control('PATCH', `/stores/${world.syp}`, { slug: 'renamed' });
  const again = (await api.call<{ data: Installation }>('GET', '/installation')).body.data;
  expect(again.store).toMatchObject({ id: world.syp, slug: 'renamed' });
});

test('STO-1, STO-2, STO-3: GET /store has provinces in both languages, enabled methods and fx with its base at identity', async () => {
  const store = Store.parse((await api.call<{ data: unknown }>('GET', '/store')).body.data);
  expect(store.provinces).toHaveLength(14);
  expect(store.provinces?.[0]).toEqual({ value: 'damascus', ar: 'دمشق', en: 'Damascus' });
  expect(store.payment_methods?.map((method) => method.id)).toEqual(['cod', 'manual_wallet']);
  expect(store.storefront_url).toMatch(/^https:\/\//);
  expect(store.fx).toMatchObject({
    base: 'SYP',
    rates: { SYP: { scaled: 1, scale: 0 }, USD: { scaled: 7692, scale: 8 } },
  });
  expect(store.storefront_currencies).toEqual({ allowed: ['SYP', 'USD'], default: 'SYP' });
  expect(store.pricing_currency).toEqual({ code: 'SYP', decimals: 0 });
});
