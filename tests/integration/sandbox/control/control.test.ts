import { expect, test } from 'vitest';
import { createOrder, orderBody, seed, startWorld } from '@/tests/integration/sandbox/sandbox-world';

type Described = { now: string; seed: string; stores: { id: string }[]; app: object; installs: object[] };

test('the same seed makes the same world, and another seed makes another world', async () => {
  const dump = async (name: string) => {
    const world = await startWorld({ seed: name });
    return JSON.stringify((await world.control('GET', `/dump?store_id=${world.syp}`)).body);
  };
  expect(await dump('one')).toBe(await dump('one'));
  expect(await dump('one')).not.toBe(await dump('two'));
});

test('GET /_sandbox describes the world, and reset starts it again', async () => {
  const world = await startWorld();
  const api = await world.install(world.syp);
  await createOrder(api, orderBody(), 'gone');
  const before = (await world.control<Described>('GET', '')).body;
  expect(before).toMatchObject({
    seed,
    installs: [{ install_id: api.id, store_id: world.syp, status: 'active' }],
  });
  const after = (await world.control<Described>('POST', '/reset', {})).body;
  expect(after).toMatchObject({ seed, installs: [] });
  expect(after.stores).toEqual(before.stores);
  expect((await api.call('GET', '/store')).status).toBe(401);
  expect((await world.control<{ data: unknown[] }>('GET', '/effects')).body.data).toEqual([]);
});

test('the clock does not move until it is advanced', async () => {
  const world = await startWorld();
  const now = async () => (await world.control<Described>('GET', '')).body.now;
  const start = await now();
  expect((await world.control<{ now: string }>('POST', '/clock', { advance_s: 90 })).body.now).toBe(
    await now(),
  );
  expect(Date.parse(await now()) - Date.parse(start)).toBe(90_000);
});

test('A21: a store can have several installs, and an install can come back with its old id', async () => {
  const world = await startWorld();
  const first = await world.install(world.syp);
  const second = await world.install(world.syp);
  expect(second.id).not.toBe(first.id);
  await world.control('DELETE', `/installs/${second.id}`);
  const again = await world.install(world.syp, { reuse_install_id: true });
  expect(again.id).toBe(second.id);
  expect((await again.call('GET', '/store')).status).toBe(200);
  expect((await second.call('GET', '/store')).status).toBe(401);
});

test('drop_request never reaches the writer, and duplicate writes once under one key', async () => {
  const world = await startWorld();
  const api = await world.install(world.syp);
  const fault = (effect: string) =>
    world.control('POST', '/faults', { on: 'api', match: 'POST /v1/orders', effect, count: 1 });
  const effects = async (key: string) =>
    (
      await world.control<{ data: { kind: string }[] }>('GET', `/effects?idempotency_key=${key}`)
    ).body.data.filter((effect) => effect.kind === 'order.created').length;
  await fault('drop_request');
  await expect(createOrder(api, orderBody(), 'dropped')).rejects.toThrow();
  expect(await effects('dropped')).toBe(0);
  await fault('duplicate');
  expect((await createOrder(api, orderBody(), 'twice')).status).toBe(201);
  expect(await effects('twice')).toBe(1);
});

test('faults apply as often as their count or probability says, and not after DELETE', async () => {
  const world = await startWorld();
  const api = await world.install(world.syp);
  const statuses = async (count: number) => {
    const answers = [];
    for (let call = 0; call < count; call++) answers.push((await api.call('GET', '/store')).status);
    return answers;
  };
  await world.control('POST', '/faults', {
    on: 'api',
    match: 'GET /v1/*',
    effect: 'status',
    status: 429,
    delay_ms: 2500,
    count: 2,
  });
  expect(await statuses(3)).toEqual([429, 429, 200]);
  await world.control('POST', '/faults', { on: 'api', effect: 'status', probability: 0.5 });
  const failed = (await statuses(60)).filter((status) => status === 503).length;
  expect(failed).toBeGreaterThan(10);
  expect(failed).toBeLessThan(50);
  await world.control('DELETE', '/faults');
  expect(await statuses(3)).toEqual([200, 200, 200]);
});

test('an OAuth fault answers in the error envelope and processes nothing', async () => {
  const world = await startWorld();
  await world.control('POST', '/faults', { on: 'oauth', effect: 'status', status: 502, count: 1 });
  const response = await world.raw('POST', '/oauth/token', { body: new URLSearchParams() });
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ error: { code: 'internal_error' } });
});

test('control calls refuse unknown input and requests from other sites', async () => {
  const world = await startWorld();
  expect((await world.control('POST', '/clock', { advance_s: -1 })).status).toBe(400);
  expect((await world.control('POST', '/orders', { store_id: 'x', source: 'app', items: [] })).status).toBe(
    400,
  );
  expect((await world.control('GET', '/nothing')).status).toBe(404);
  expect((await world.control('PATCH', `/stores/${world.syp}`, { allowed_currencies: ['XXX'] })).status).toBe(
    400,
  );
  const foreign = await world.raw('POST', '/_sandbox/reset', { headers: { origin: 'https://evil.test' } });
  expect(foreign.status).toBe(403);
});
