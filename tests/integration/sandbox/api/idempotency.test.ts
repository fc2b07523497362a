import { EventEmitter, once } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import {
  api,
  createOrder,
  type ErrorAnswer,
  type OrderAnswer,
  orderBody,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';

beforeEach(() => renewWorld());

async function ordersMade(key: string): Promise<number> {
  const { body } = await world.control<{ data: { kind: string }[] }>(
    'GET',
    `/effects?idempotency_key=${key}`,
  );
  return body.data.filter((effect) => effect.kind === 'order.created').length;
}

/** Every endpoint that requires an idempotency key (marked W in the platform document), with a valid body. */
const writes: Record<string, object> = {
  'POST /orders': orderBody(),
  'PATCH /orders/ord_0': { note: 'x' },
  'PATCH /orders/ord_0/status': { status: 'approved' },
  'POST /orders/ord_0/fulfillments': { status: 'pending', lines: [{ order_item_id: 'x', quantity: 1 }] },
  'PATCH /orders/ord_0/fulfillments/x': { status: 'shipped' },
  'POST /orders/ord_0/refunds': { amount_minor: 1 },
  'POST /inventory/movements': { variant_id: 'x', location_id: 'x', delta: 1, reason: 'damage' },
};

test('IDE-1, GEN-7: a write without a key of 1 to 200 characters answers 400 and writes nothing', async () => {
  for (const [operation, body] of Object.entries(writes)) {
    const [method = '', path = ''] = operation.split(' ');
    const answer = await api.call<ErrorAnswer>(method, path, body);
    expect([operation, answer.status, answer.body.error?.code]).toEqual([operation, 400, 'invalid_request']);
  }
  expect((await createOrder<ErrorAnswer>(api, orderBody(), 'k'.repeat(201))).status).toBe(400);
  expect((await createOrder(api, orderBody(), 'k'.repeat(200))).status).toBe(201);
  expect((await createOrder(api, orderBody(), 'k')).status).toBe(201);
});

test('GEN-7: every endpoint that writes needs a key, and an empty key is refused', async () => {
  const { id } = (await createOrder(api, orderBody())).body.data;
  for (const [method, path] of [
    ['POST', '/orders'],
    ['PATCH', `/orders/${id}`],
    ['PATCH', `/orders/${id}/status`],
    ['POST', `/orders/${id}/fulfillments`],
    ['PATCH', `/orders/${id}/fulfillments/none`],
    ['POST', `/orders/${id}/refunds`],
    ['POST', '/inventory/movements'],
  ] as const)
    for (const headers of [{}, { 'idempotency-key': '' }] as Record<string, string>[]) {
      const answer = await api.call<ErrorAnswer>(method, path, {}, headers);
      expect([path, answer.status, answer.body.error?.code]).toEqual([path, 400, 'invalid_request']);
      expect(answer.body.error.message).toContain('Idempotency-Key');
    }
});

test('IDE-2: the same key and body return the recorded response, and the order is written once', async () => {
  const first = await createOrder(api, orderBody(), 'k');
  const again = await createOrder(api, orderBody(), 'k');
  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await ordersMade('k')).toBe(1);
});

test('IDE-2, A31: a refusal is recorded too, and its replay has the request_id of the new request', async () => {
  const body = orderBody({ payment_method: 'none' });
  await createOrder<ErrorAnswer>(api, body, 'k');
  const again = await createOrder<ErrorAnswer>(api, body, 'k');
  expect(again.status).toBe(409);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.body.error.request_id).toBe(again.headers.get('x-request-id'));
});

test('IDE-3: the same key with another body answers 409 and writes nothing', async () => {
  await createOrder(api, orderBody(), 'k');
  const other = await createOrder<ErrorAnswer>(api, orderBody({ note: 'other' }), 'k');
  expect([other.status, other.body.error.code]).toEqual([409, 'conflict']);
  expect(await ordersMade('k')).toBe(1);
});

test('IDE-3: the key and body of an earlier write, sent for another order, answer 409 and change nothing in that order', async () => {
  const note = (id: string) => api.call('PATCH', `/orders/${id}`, { note: 'x' }, { 'idempotency-key': 'k' });
  const first = (await createOrder(api, orderBody())).body.data.id;
  const second = (await createOrder(api, orderBody())).body.data.id;
  expect([(await note(first)).status, (await note(second)).status]).toEqual([200, 409]);
  expect((await api.call<OrderAnswer>('GET', `/orders/${second}`)).body.data.note).toBeNull();
});

test('IDE-3: while the first request is in progress, a second one with its key answers 409, and each install gets one order', async () => {
  const delay = new EventEmitter();
  const begun = once(delay, 'begun');
  const released = once(delay, 'over');
  await renewWorld({
    sleep: async (ms) => {
      if (ms === 0) return;
      delay.emit('begun');
      await released;
    },
  });
  await world.control('POST', '/faults', {
    on: 'api',
    match: 'POST /v1/orders',
    effect: 'delay',
    delay_ms: 30,
    count: 1,
  });
  const first = createOrder(api, orderBody(), 'k');
  await begun;
  expect((await createOrder(api, orderBody(), 'k')).status).toBe(409);
  const other = await world.install(world.syp);
  expect((await createOrder(other, orderBody(), 'k')).status).toBe(201);
  delay.emit('over');
  expect((await first).status).toBe(201);
  expect(await ordersMade('k')).toBe(2);
});

test('IDE-1, IDE-3: a key expires after 24 hours and belongs to its install', async () => {
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
  const afterExpiry = await fresh();
  expect([afterExpiry.status, afterExpiry.headers.get('idempotency-replayed')]).toEqual([201, null]);
});

test('IDE-2: a response that was lost is returned again for the same key', async () => {
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
