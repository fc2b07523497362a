import { beforeEach, describe, expect, test } from 'vitest';
import { ErrorEnvelope } from 'commerce-platform-client/contract/errors';
import type { Installation } from 'commerce-platform-client/contract/installation';
import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import { scopes } from 'commerce-platform-client/contract/scopes';
import type { Store } from 'commerce-platform-client/contract/store';
import { endpointExamples } from '@/tests/support/platform/endpoint-examples';
import { appOrder, storefrontOrder, write } from '@/tests/integration/sandbox/orders/order-writes';
import {
  api,
  type Api,
  app,
  createOrder,
  type ErrorAnswer,
  orderBody,
  renewWorld,
  startWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';

beforeEach(() => renewWorld());

const names = Object.keys(endpoints) as EndpointName[];

/** One request for each endpoint, with the path and query values that the endpoint requires. */
const calls = names.map((name) => {
  const { method, path } = endpoints[name];
  return {
    method,
    path: path.replace('{id}', 'ord_none') + (path === '/products/variants' ? '?ids=x' : ''),
    scope: endpointExamples[name].scope,
  };
});

const bearer = (token: string | undefined) =>
  new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });

test('GEN-1: an order of another store answers 404 to reads and writes', async () => {
  const other = await world.install(world.usd);
  const theirs = await appOrder(other, { currency: 'USD' });
  expect((await other.call('GET', `/orders/${theirs.id}`)).status).toBe(200);
  const [item] = theirs.items as { id: string }[];
  for (const name of names.filter((one) => endpoints[one].path.startsWith('/orders/{id}'))) {
    const example = endpointExamples[name];
    const ids = { line: item?.id ?? '', variant: '', location: '' };
    const { method } = endpoints[name];
    const path = endpoints[name].path.replace('{id}', theirs.id);
    const answer = await write<ErrorAnswer>(
      api,
      method,
      path,
      'body' in example ? example.body(ids) : undefined,
    );
    expect([path, answer.status, answer.body.error?.code]).toEqual([path, 404, 'not_found']);
  }
});

test('GEN-1: a token gives access only to its own store and install', async () => {
  const { variantId } = await storefrontOrder(world);
  const other = await world.install(world.usd);
  const second = await world.install(world.usd);
  const idsOf = async (by: Api, path: string) =>
    (await by.call<{ data: { id: string }[] }>('GET', path)).body.data.map(({ id }) => id);
  for (const path of ['/orders', '/products', '/discounts', '/inventory/movements']) {
    const mine = await idsOf(api, path);
    expect([path, mine.length > 0]).toEqual([path, true]);
    for (const id of await idsOf(other, path)) expect(mine).not.toContain(id);
  }
  expect(await idsOf(other, `/products/variants?ids=${variantId}`)).toEqual([]);
  for (const by of [other, second]) {
    expect((await by.call<{ data: Store }>('GET', '/store')).body.data.id).toBe(world.usd);
    const { data } = (await by.call<{ data: Installation }>('GET', '/installation')).body;
    expect([data.install.id, data.store.id]).toEqual([by.id, world.usd]);
  }
  type Described = { stores: { id: string; locations: string[] }[] };
  const { stores } = (await world.control<Described>('GET', '')).body;
  const location_id = stores.find(({ id }) => id === world.usd)?.locations[0];
  const movement = { variant_id: variantId, location_id, delta: 1, reason: 'correction' };
  expect((await write(api, 'POST', '/inventory/movements', movement)).status).toBe(404);
});

test('GEN-2, VER-1, ERR-1: every response is JSON, is not cached, and has the API revision and the request id', async () => {
  for (const { method, path } of [...calls, { method: 'GET', path: '/nowhere' }])
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

test('GEN-2: the same holds for an unknown path, a body that is too large and a recorded response', async () => {
  const headers = { authorization: `Bearer ${api.accessToken}`, 'idempotency-key': 'k' };
  const create = (body: string) => world.raw('POST', '/v1/orders', { headers, body });
  for (const [status, response] of [
    [404, await world.raw('GET', '/v1/nowhere', { headers })],
    [413, await create('x'.repeat(65 * 1024))],
    [201, await create(JSON.stringify(orderBody()))],
    [201, await create(JSON.stringify(orderBody()))],
  ] as const) {
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test('GEN-3: a store subdomain and a custom domain answer 404', async () => {
  const headers = { authorization: `Bearer ${api.accessToken}` };
  for (const host of ['http://yasmin.localhost:4000', 'http://shop.example.com']) {
    const response = await world.sandbox.fetch(new Request(`${host}/v1/store`, { headers }));
    const { error } = ErrorEnvelope.parse(await response.json());
    expect([response.status, error.request_id]).toEqual([404, response.headers.get('x-request-id')]);
  }
});

describe('AUT-1, AUT-9: access tokens', () => {
  test('a missing, foreign, refresh, expired or revoked token answers 401 on every endpoint', async () => {
    const expired = await world.install(world.syp);
    world.clock.advance(3_600_000);
    const revoked = await world.install(world.syp);
    await world.control('DELETE', `/installs/${revoked.id}`);
    const [whole, alone] = [await world.install(world.syp), await world.install(world.syp)];
    for (const token of [whole.refreshToken, alone.accessToken]) {
      const form = { token, client_id: app.clientId, client_secret: app.clientSecret };
      await world.raw('POST', '/oauth/revoke', { body: new URLSearchParams(form) });
    }
    const fresh = await world.install(world.syp);
    const basic = { headers: { authorization: `Basic ${fresh.accessToken}` } };
    expect((await world.raw('GET', '/v1/store', basic)).status).toBe(401);
    const dead = [expired, revoked, whole, alone].map(({ accessToken }) => accessToken);
    const bad = [undefined, 'x', fresh.refreshToken, ...dead];
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

test('AUT-2, AUT-5, AUT-10, AUT-11: each endpoint answers 403 without its effective scope, and needs no other scope', async () => {
  for (const { method, path, scope } of calls) {
    const under = async (effective: string[]) => {
      await world.control('PATCH', `/installs/${api.id}`, { effective_scopes: effective });
      return api.call<ErrorAnswer | undefined>(method, path, method === 'GET' ? undefined : orderBody(), {
        'idempotency-key': 'k',
      });
    };
    expect([path, (await under(scope ? [scope] : [])).status]).not.toEqual([path, 403]);
    if (scope === null) continue;
    const answer = await under(scopes.filter((name) => name !== scope));
    expect([path, answer.status, answer.body?.error.code]).toEqual([path, 403, 'forbidden']);
  }
});

test('AUT-6, AUT-12: clients scopes are effective only after the data processing agreement is accepted', async () => {
  const clients = expect.arrayContaining(['clients:read', 'clients:write']);
  const path = `/orders/${(await createOrder(api, orderBody())).body.data.id}`;
  const shown = async () => {
    const read = await limited.call<{ data: object }>('GET', path);
    const written = await limited.call<{ data: object }>(
      'PATCH',
      path,
      {},
      { 'idempotency-key': String(shows++) },
    );
    return [read, written].map(({ body }) => 'customer' in body.data);
  };
  let shows = 0;
  const limited = await world.install(world.syp, { dpa_accepted: false });
  const scopes = async () =>
    (await limited.call<{ data: Installation }>('GET', '/installation')).body.data.install;
  expect((await scopes()).granted_scopes).toEqual(clients);
  expect((await scopes()).effective_scopes).not.toContain('clients:read');
  expect((await scopes()).effective_scopes).not.toContain('clients:write');
  expect(await shown()).toEqual([false, false]);
  await world.control('PATCH', `/installs/${limited.id}`, { dpa_accepted: true });
  expect((await scopes()).effective_scopes).toEqual(clients);
  expect(await shown()).toEqual([true, true]);
});

test('AUT-7: the 31st bad token of an address within a minute answers 429; another address and good tokens still work', async () => {
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
  await world.raw('GET', '/v1/store');
  const { body } = await world.control<{ data: Record<string, unknown>[] }>('GET', '/requests');
  expect(body.data).toMatchObject([
    {
      method: 'POST',
      path: '/v1/orders',
      status: 201,
      request_id: answer.headers.get('x-request-id'),
      idempotency_key: 'audited',
    },
    { method: 'GET', path: '/v1/nowhere', status: 404, install_id: api.id },
    { method: 'GET', path: '/v1/store', status: 401, install_id: null },
  ]);
});

describe('LIM-1, LIM-2: request budgets', () => {
  test('the 181st request within 60 s must wait until the first one is 60 s old, to the second', async () => {
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

  test('60 writes a minute are a separate budget, and each install has its own', async () => {
    for (const method of ['PATCH', 'PUT', 'DELETE']) await api.call(method, '/webhooks', {});
    for (let count = 0; count < 57; count++) expect((await createOrder(api, orderBody())).status).toBe(201);
    const refused = await createOrder<ErrorAnswer>(api, orderBody());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await api.call('GET', '/store')).status).toBe(200);
    const other = await world.install(world.syp);
    expect((await createOrder(other, orderBody())).status).toBe(201);
    for (let count = 1; count < 120; count++) await api.call('GET', '/store');
    expect((await api.call('GET', '/store')).status).toBe(429);
    expect((await other.call('GET', '/store')).status).toBe(200);
  });
});

test('LIM-3: a body over 64 KB answers 413 and writes nothing; a body of 64 KB is read', async () => {
  const body = JSON.stringify(orderBody());
  const padded = (bytes: number) => body + ' '.repeat(bytes - Buffer.byteLength(body));
  expect((await api.call('PUT', '/webhooks', padded(64 * 1024 + 1))).status).toBe(413);
  const answer = await createOrder<ErrorAnswer>(api, padded(64 * 1024 + 1), 'large');
  expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
  expect(
    (await world.control<{ data: unknown[] }>('GET', '/effects?idempotency_key=large')).body.data,
  ).toEqual([]);
  expect((await createOrder(api, padded(64 * 1024))).status).toBe(201);
});

test('ERR-3, ERR-4: an internal failure answers internal_error with the request id and without internal details', async () => {
  const broken = await startWorld({ sleep: () => Promise.reject(new Error('a secret of the inside')) });
  const answer = await (await broken.install(broken.syp)).call<ErrorAnswer>('GET', '/store');
  expect([answer.status, answer.body]).toEqual([
    500,
    {
      error: {
        code: 'internal_error',
        message: expect.not.stringContaining('secret'),
        request_id: answer.headers.get('x-request-id'),
      },
    },
  ]);
});

test('ERR-1, ERR-3, VER-1: an injected 500 answers internal_error in the error envelope', async () => {
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
  expect(answer.headers.get('x-platform-api-version')).toBe('2026-09-10');
  expect((await api.call('GET', '/store')).status).toBe(200);
});
