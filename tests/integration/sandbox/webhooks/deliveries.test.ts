import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WebhookSubscription } from 'commerce-platform-client/contract/webhooks';
import { sendUntil } from '@/sandbox/http/send-over-http';
import { storefrontOrder } from '@/tests/integration/sandbox/orders/order-writes';
import {
  api,
  createOrder,
  type ErrorAnswer,
  orderBody,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';
import { envelopeOf, received, subscribe } from './webhook-endpoint';

const minuteMs = 60_000;

beforeEach(async () => {
  await renewWorld();
  await subscribe(api);
});

const got = (topic: string) => received(world, topic);

type Delivery = {
  id: string;
  topic: string;
  status: string;
  attempts: { at: string; status: number | null }[];
  next_attempt_at: string | null;
};

async function deliveries(installId = api.id): Promise<Delivery[]> {
  return (await world.control<{ data: Delivery[] }>('GET', `/deliveries?install_id=${installId}`)).body.data;
}

describe('delivery', () => {
  test('DEL-1, DEL-5, EVT-14: eight attempts after 0, 1, 2, 4, 8, 16, 32 and 60 minutes have one id and new timestamps, then the delivery is dead', async () => {
    world.endpoint.answer = () => 500;
    await createOrder(api, orderBody());
    const start = world.clock.now();
    await world.sandbox.advance(24 * 60 * minuteMs);
    const [delivery] = await deliveries();
    const waits = delivery?.attempts.map((attempt) => (Date.parse(attempt.at) - start) / minuteMs);
    expect(waits).toEqual([0, 1, 3, 7, 15, 31, 63, 123]);
    expect(delivery).toMatchObject({ status: 'dead', next_attempt_at: null });
    const ids = new Set(world.received.map((row) => row.headers['x-platform-delivery-id']));
    expect([...ids]).toEqual([delivery?.id]);
    expect(new Set(world.received.map((row) => row.body)).size).toBe(1);
    expect(new Set(world.received.map((row) => row.headers['x-platform-timestamp'])).size).toBe(8);
  });

  test('DEL-1: any 2xx is success; a redirect and a broken connection are not', async () => {
    const answers = [204, 302, 200, 299];
    world.endpoint.answer = () => {
      const next = answers.shift();
      if (next === undefined) throw new Error('connection refused');
      return next;
    };
    for (let count = 0; count < 5; count++) await createOrder(api, orderBody());
    await world.sandbox.tick();
    expect((await deliveries()).map((row) => [row.status, row.attempts[0]?.status])).toEqual([
      ['delivered', 204],
      ['pending', 302],
      ['delivered', 200],
      ['delivered', 299],
      ['pending', null],
    ]);
  });

  test('DEL-1: an endpoint has ten seconds to answer', async () => {
    const timeoutsMs: number[] = [];
    const patience = new AbortController();
    const server = createServer(() => patience.abort()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const send = sendUntil((afterMs) => {
      timeoutsMs.push(afterMs);
      return patience.signal;
    });
    const sent = send(`http://127.0.0.1:${port}/`, { method: 'POST', headers: {}, body: '' });
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    expect(timeoutsMs).toEqual([10_000]);
    server.close();
  });

  test('DEL-2, A29: an install has at most one delivery in progress, installs run in parallel, and a waiting delivery blocks no other', async () => {
    const other = await world.install(world.syp);
    await subscribe(other);
    const open = new Map<string, number>();
    let openMax = 0;
    let together = 0;
    world.endpoint.answer = async ({ headers }) => {
      const id = headers['x-platform-install-id'] ?? '';
      const status = world.received.length === 1 ? 500 : 200;
      open.set(id, (open.get(id) ?? 0) + 1);
      openMax = Math.max(openMax, open.get(id) ?? 0);
      together = Math.max(
        together,
        [...open.values()].reduce((sum, count) => sum + count, 0),
      );
      await new Promise(setImmediate);
      open.set(id, (open.get(id) ?? 0) - 1);
      return status;
    };
    for (let count = 0; count < 3; count++) await createOrder(api, orderBody());
    await Promise.all([world.sandbox.tick(), world.sandbox.tick()]);
    expect([openMax, together]).toEqual([1, 2]);
    expect((await deliveries()).map((row) => row.status)).toEqual(['pending', 'delivered', 'delivered']);
  });

  describe('DEL-3: a webhook is disabled by eight failures in a row that span a day', () => {
    const dayMs = 24 * 60 * minuteMs;
    const sell = () => storefrontOrder(world);
    const webhook = async () =>
      (await world.control<{ webhook: object }>('GET', `/installs/${api.id}`)).body.webhook;
    /**
     * Sells an order. During the first `minutes`, every delivery attempt of its event fails. Then the function moves
     * the clock to `nextMs` after the first attempt, when the next attempt is due.
     */
    async function failFor(minutes: number, nextMs: number) {
      await subscribe(api, { topics: ['order.created'] });
      world.endpoint.answer = () => 500;
      await sell();
      await world.sandbox.advance(minutes * minuteMs);
      world.clock.advance(nextMs - minutes * minuteMs);
    }

    test('seven failures over a day do not disable it, and the eighth does', async () => {
      await failFor(31, dayMs);
      await world.sandbox.tick();
      expect(await webhook()).toMatchObject({ status: 'active', consecutive_failures: 7 });
      await world.sandbox.advance(60 * minuteMs);
      expect(await webhook()).toMatchObject({ status: 'disabled', consecutive_failures: 8 });
    });

    test('eight failures within a day do not disable it, and the next one at 24 hours does', async () => {
      await failFor(63, dayMs - 1);
      await world.sandbox.tick();
      expect(await webhook()).toMatchObject({ status: 'active', consecutive_failures: 8 });
      await sell();
      await world.sandbox.advance(1);
      expect(await webhook()).toMatchObject({ status: 'active', consecutive_failures: 9 });
      await sell();
      await world.sandbox.tick();
      expect(await webhook()).toMatchObject({ status: 'disabled', consecutive_failures: 10 });
    });

    test('a success resets both the count and the day', async () => {
      await failFor(63, 64 * minuteMs);
      world.endpoint.answer = () => 200;
      await sell();
      await world.sandbox.tick();
      world.endpoint.answer = () => 500;
      world.clock.advance(dayMs);
      for (let count = 0; count < 7; count++) await sell();
      await world.sandbox.tick();
      expect(await webhook()).toMatchObject({ status: 'active', consecutive_failures: 8 });
    });
  });

  test('DEL-3, WHK-5, WHK-6: a webhook is disabled after eight failures over a day, not before; then events wait until PUT delivers them', async () => {
    // API client of the install. It is created again after each long wait, because the access token of the old client
    // has expired by then.
    let live = api;
    const status = async () => (await live.call<{ data: WebhookSubscription }>('GET', '/webhooks')).body.data;
    const asNew = async () => {
      live = await world.install(world.syp, { reuse_install_id: true });
    };
    world.endpoint.answer = () => 503;
    await createOrder(live, orderBody());
    await world.sandbox.advance(3 * 60 * minuteMs);
    await asNew();
    expect(await status()).toMatchObject({ status: 'active', consecutive_failures: 8 });
    await world.sandbox.advance(21 * 60 * minuteMs);
    await asNew();
    await createOrder(live, orderBody());
    await world.sandbox.tick();
    expect(await status()).toMatchObject({
      status: 'disabled',
      consecutive_failures: 9,
      disabled_at: new Date(world.clock.now()).toISOString(),
    });
    const tested = await live.call<ErrorAnswer>('POST', '/webhooks/test', { topic: 'order.created' });
    expect(tested.body.error.code).toBe('webhook_not_subscribed');
    const sent = world.received.length;
    await createOrder(live, orderBody());
    await world.sandbox.tick();
    expect(world.received.length).toBe(sent);
    world.endpoint.answer = () => 200;
    expect(await subscribe(live)).toMatchObject({ status: 'active', consecutive_failures: 0 });
    await world.sandbox.tick();
    expect(world.received.length).toBe(sent + 2);
    expect(await status()).toMatchObject({ status: 'active', consecutive_failures: 0, disabled_at: null });
  });

  test('DEL-4: a dead delivery is replayed once; a pending or delivered one is not replayed', async () => {
    const replay = async () =>
      (await world.control('POST', `/deliveries/${(await deliveries()).at(-1)?.id}/replay`)).status;
    await createOrder(api, orderBody());
    await world.sandbox.tick();
    expect(await replay()).toBe(409);
    world.endpoint.answer = () => 500;
    await createOrder(api, orderBody());
    expect(await replay()).toBe(409);
    await world.sandbox.advance(3 * 60 * minuteMs);
    expect(await replay()).toBe(202);
    await world.sandbox.tick();
    expect((await deliveries()).at(-1)).toMatchObject({ status: 'dead', attempts: { length: 9 } });
    expect(await replay()).toBe(409);
  });
});

describe('delivery faults', () => {
  const fault = (effect: string, more: object = {}) =>
    world.control('POST', '/faults', { on: 'delivery', effect, count: 1, ...more });

  test('status and drop_request never reach the endpoint, and the delivery is retried', async () => {
    await fault('status', { status: 502 });
    await createOrder(api, orderBody());
    expect(await got('order.created')).toEqual([]);
    await fault('drop_request');
    await world.sandbox.advance(minuteMs);
    expect(world.received).toEqual([]);
    await world.sandbox.advance(2 * minuteMs);
    expect((await deliveries())[0]?.attempts.map((attempt) => attempt.status)).toEqual([502, null, 200]);
  });

  test('EVT-14: drop_response and duplicate reach the endpoint twice with the same event id', async () => {
    await fault('duplicate');
    await createOrder(api, orderBody());
    expect((await got('order.created')).map((row) => envelopeOf(row).id)).toHaveLength(2);
    await fault('drop_response');
    await createOrder(api, orderBody());
    await world.sandbox.advance(minuteMs);
    expect(new Set(world.received.map((row) => envelopeOf(row).id)).size).toBe(2);
    expect(world.received).toHaveLength(4);
  });

  test('reorder sends the latest event first, and match limits a fault to one topic', async () => {
    await fault('reorder', { match: 'order.created' });
    for (let count = 0; count < 3; count++) await createOrder(api, orderBody());
    const sequences = (await got('order.created')).map((row) => envelopeOf(row).sequence);
    expect(sequences[0]).toBe(Math.max(...sequences));
    expect(sequences.slice(1)).toEqual([...sequences.slice(1)].sort((a, b) => a - b));
  });
});
