import { beforeAll, beforeEach, expect, test } from 'vitest';
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

async function ordersMade(key: string): Promise<number> {
  const { body } = await world.control<{ data: { kind: string }[] }>(
    'GET',
    `/effects?idempotency_key=${key}`,
  );
  return body.data.filter((effect) => effect.kind === 'order.created').length;
}

test('IDE-1, GEN-7: without a key of 1 to 200 characters a write answers 400 and writes nothing', async () => {
  expect((await api.call<ErrorAnswer>('POST', '/orders', orderBody())).status).toBe(400);
  expect((await createOrder<ErrorAnswer>(api, orderBody(), 'k'.repeat(201))).status).toBe(400);
  expect((await createOrder(api, orderBody(), 'k'.repeat(200))).status).toBe(201);
});

test('IDE-2: the same key and body answer what was recorded, once written', async () => {
  const first = await createOrder(api, orderBody(), 'k');
  const again = await createOrder(api, orderBody(), 'k');
  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await ordersMade('k')).toBe(1);
});

test('IDE-2, A31: a refusal is recorded too, and its request_id is that of the request that reads it', async () => {
  const body = orderBody({ payment_method: 'none' });
  await createOrder<ErrorAnswer>(api, body, 'k');
  const again = await createOrder<ErrorAnswer>(api, body, 'k');
  expect(again.status).toBe(409);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.body.error.request_id).toBe(again.headers.get('x-request-id'));
});

test('IDE-3: the same key with another body answers 409 and writes nothing more', async () => {
  await createOrder(api, orderBody(), 'k');
  const other = await createOrder<ErrorAnswer>(api, orderBody({ note: 'other' }), 'k');
  expect([other.status, other.body.error.code]).toEqual([409, 'conflict']);
  expect(await ordersMade('k')).toBe(1);
});

test('IDE-3: while the first is in progress the second answers 409, and one order is made', async () => {
  await world.control('POST', '/faults', {
    on: 'api',
    match: 'POST /v1/orders',
    effect: 'delay',
    delay_ms: 30,
    count: 1,
  });
  const [first, second] = await Promise.all([
    createOrder<ErrorAnswer>(api, orderBody(), 'k'),
    createOrder<ErrorAnswer>(api, orderBody(), 'k'),
  ]);
  expect([first.status, second.status].sort()).toEqual([201, 409]);
  expect(await ordersMade('k')).toBe(1);
});

test('IDE-1: a key is forgotten after 24 hours and belongs to its install', async () => {
  await createOrder(api, orderBody(), 'k');
  const other = await world.install(world.syp);
  expect((await createOrder(other, orderBody({ note: 'mine' }), 'k')).status).toBe(201);
  await world.sandbox.advance(24 * 3_600_000 - 1);
  const fresh = async () => {
    const token = await world.install(world.syp, { reuse_install_id: true });
    return createOrder(token, orderBody({ note: 'mine' }), 'k');
  };
  expect((await fresh()).headers.get('idempotency-replayed')).toBe('true');
  await world.sandbox.advance(1);
  expect((await fresh()).headers.get('idempotency-replayed')).toBeNull();
});

test('IDE-2: an answer lost on the way back is found again under its key', async () => {
  await world.control('POST', '/faults', {
    on: 'api',
    match: 'POST /v1/orders',
    effect: 'drop_response',
    count: 1,
  });
  await expect(createOrder(api, orderBody(), 'k')).rejects.toThrow();
  expect((await createOrder(api, orderBody(), 'k')).headers.get('idempotency-replayed')).toBe('true');
  expect(await ordersMade('k')).toBe(1);
});
