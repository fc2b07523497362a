import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { installClient } from '@/lib/installs/install-client.server';
import { createOrder as createImpatiently } from '@/lib/orders/new-order/create-order.server';
import { listOrders } from '@/lib/orders/list/list-orders.server';
import { readOrder } from '@/lib/orders/order/read-order.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { refreshStore } from '@/lib/store/read-store.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { installContext } from '@/tests/support/integration/install-context';
import { eventually } from '@/tests/support/stack/eventually';
import { patiently } from '@/tests/support/operations/operation-patience';
import { orderCommand } from '@/tests/support/operations/order-command';
import { failure } from '@/tests/support/platform/failure';
import { type Proxy, startProxy } from '@/tests/support/platform/proxy';

/**
 * createOrder without the time limit of 2 s for a user's request. On a busy machine, a write often takes longer and
 * would return "unconfirmed".
 */
const createOrder = patiently(createImpatiently);

let world: AppWorld;
let proxy: Proxy;
let installId: InstallId;

beforeAll(async () => {
  proxy = await startProxy();
  world = await startAppWorld({ proxy });
  installId = await world.install();
});
afterAll(async () => {
  await world.stop();
  await proxy.stop();
});
afterEach(async () => {
  await world.sandbox.control('DELETE', '/faults');
  await world.system('DELETE FROM budgets');
  proxy.override = () => null;
  proxy.rewrite = (body) => body;
  proxy.requests.length = 0;
});

const fault = (change: Record<string, unknown>) =>
  world.sandbox.control('POST', '/faults', { on: 'api', match: 'GET /v1/store', ...change });
/**
 * Reads the store with a deadline of 30 s. This is long enough for a busy machine, and shorter than the
 * Retry-After of a minute in the tests below.
 */
const getStore = (deadlineMs = 30_000) => installClient(installId, 'person').getStore({ deadlineMs });
const reads = () => proxy.count('GET /v1/store');

describe('reads', () => {
  it.each([
    ['answers 500', { effect: 'status', status: 500, count: 2 }],
    ['answers 503', { effect: 'status', status: 503, count: 2 }],
    ['breaks the connection before the request', { effect: 'drop_request', count: 2 }],
    ['breaks the connection after it', { effect: 'drop_response', count: 2 }],
  ])('are retried when the platform %s', async (_, change) => {
    await fault(change);
    expect((await getStore()).body.data.id).toBe(world.stores[0]?.id);
    expect(reads()).toBe(3);
  });

  it('LIM-2: after a 429 every call of the install waits at least as long as Retry-After says', async () => {
    await fault({ effect: 'status', status: 429, delay_ms: 2_000, count: 1 });
    const first = getStore();
    await eventually('the refusal holds the install back', async () => {
      const blocked = await world.system(
        'SELECT 1 FROM budgets WHERE install_id = $1 AND blocked_until > 0',
        [installId],
      );
      return blocked.length > 0;
    });
    await Promise.all([first, installClient(installId, 'person').getInstallation()]);
    const [refused, ...later] = proxy.requests;
    expect(later).toHaveLength(2);
    for (const { atMs } of later) expect(atMs - (refused?.atMs ?? 0)).toBeGreaterThanOrEqual(2_000);
  });

  it('LIM-2: fail with the 429 if Retry-After is longer than their deadline', async () => {
    await fault({ effect: 'status', status: 429, delay_ms: 60_000, count: 1 });
    expect(await failure(getStore())).toMatchObject({
      name: 'PlatformError',
      status: 429,
      code: 'rate_limited',
    });
    expect(reads()).toBe(1);
  });

  it('end at their deadline when the platform does not answer', async () => {
    await fault({ effect: 'delay', delay_ms: 50_000 });
    const startMs = Date.now();
    expect(await failure(getStore(3_000))).toMatchObject({ status: 0, code: 'timed_out' });
    expect(Date.now() - startMs).toBeLessThan(40_000);
  });

  it("of an order return the mirror's copy, marked as stale, when the platform cannot be reached", async () => {
    const context = await installContext(installId);
    const created = await createOrder(context, orderCommand(installId));
    if (created.code !== 'succeeded') throw new Error(created.code);
    const match = `GET /v1/orders/${created.result.orderId}`;
    await fault({ match, effect: 'status', status: 429, delay_ms: 60_000, count: 1 });
    expect(await readOrder(context, created.result.orderId)).toMatchObject({
      code: 'found',
      view: { stale: true, order: { id: created.result.orderId } },
    });
  });

  it.each([400, 403, 404])('ERR-2: are not retried after %i', async (status) => {
    await fault({ effect: 'status', status });
    expect(await failure(getStore())).toMatchObject({ status });
    expect(reads()).toBe(1);
  });
});

describe('writes', () => {
  it('WHK-5 LIM-2: test deliveries have their own budget, so their 429 delays no other call', async () => {
    await fault({ match: 'POST /v1/webhooks/test', effect: 'status', status: 429, delay_ms: 60_000 });
    const test = installClient(installId, 'person').testWebhook(randomUUID(), '{"topic":"order.created"}');
    expect(await failure(test)).toMatchObject({ status: 429, retryAfterSeconds: 60 });
    expect((await getStore()).body.data.id).toBe(world.stores[0]?.id);
  });

  it.each([
    ['500', { effect: 'status', status: 500 }, 500],
    ['429', { effect: 'status', status: 429, delay_ms: 1_000 }, 429],
    ['no answer', { effect: 'drop_response' }, 0],
  ])('GEN-7: are sent once by the client, whatever the result: %s', async (_, change, status) => {
    const { order } = orderCommand(installId);
    await fault({ match: 'POST /v1/orders', ...change });
    const key = crypto.randomUUID();
    const sent = installClient(installId, 'person').createOrder(key, JSON.stringify(order));
    expect(await failure(sent)).toMatchObject({ name: 'PlatformError', status });
    expect(proxy.count('POST /v1/orders')).toBe(1);
  });

  it('IDE-2: with the same key and bytes get the stored answer, which is marked as replayed', async () => {
    const [key, body] = [crypto.randomUUID(), JSON.stringify(orderCommand(installId).order)];
    const client = installClient(installId, 'person');
    const [first, again] = [await client.createOrder(key, body), await client.createOrder(key, body)];
    expect([first.replayed, again.replayed]).toEqual([false, true]);
    expect(again.body.data.id).toBe(first.body.data.id);
    expect(await failure(client.createOrder(key, body.replace('15000', '15001')))).toMatchObject({
      status: 409,
    });
  });
});

describe("a response that differs from the sandbox's", () => {
  it('GEN-6 VER-2: unknown fields and enumeration values break nothing, from the response to the list', async () => {
    proxy.rewrite = vary;
    const other = await world.install({ store: 1 });
    const context = await installContext(other);
    const outcome = await createOrder(context, orderCommand(other, { currency: 'USD' }));
    expect(outcome).toMatchObject({ code: 'succeeded' });
    if (outcome.code !== 'succeeded') return;
    expect(await readOrder(context, outcome.result.orderId)).toMatchObject({
      code: 'found',
      view: { stale: false, order: { status: 'status_of_tomorrow', source: 'app' } },
    });
    const { rows } = await listOrders(context, {});
    expect(rows[0]).toMatchObject({ id: outcome.result.orderId, status: 'status_of_tomorrow' });
    await refreshStore(other, context.platform);
    expect((await context.platform.listProducts({})).body.data.length).toBeGreaterThan(0);
  });

  it.each<[string, string]>([
    ['no body', ''],
    ['a page', '<!doctype html><title>Maintenance</title>'],
    ['JSON cut short', '{"data": {"id": "st'],
    ['another shape', '{"data": {"name": 5}}'],
    ['no envelope', '{"id": "store_1"}'],
    ['a list for an object', '{"data": []}'],
  ])('a success with %s is a bad_answer and is not retried', async (_, body) => {
    proxy.override = () => ({ status: 200, headers: { 'content-type': 'application/json' }, body });
    expect(await failure(getStore())).toMatchObject({ status: 200, code: 'bad_answer' });
    expect(reads()).toBe(1);
  });

  it('ERR-1 ERR-3: a failure without an error envelope keeps its status and is retried according to it', async () => {
    proxy.override = () => ({ status: 502, body: '<h1>Bad gateway</h1>' });
    const error = await failure(getStore(3_000));
    expect(error).toMatchObject({ status: 502, code: 'bad_answer' });
    expect(reads()).toBeGreaterThan(1);
  });
});

const enumerations = ['status', 'payment_status', 'line_pricing', 'kind'];

/**
 * Returns a copy of a response with variations: every object has an additional field, and every enumeration
 * has an unknown value.
 */
function vary(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(vary);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, entry]): [string, unknown] =>
    enumerations.includes(key) && typeof entry === 'string'
      ? [key, `${key}_of_tomorrow`]
      : [key, vary(entry)],
  );
  return Object.fromEntries([['field_of_tomorrow', { nested: [null] }], ...fields]);
}
