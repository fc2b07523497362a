import { beforeEach, describe, expect, test } from 'vitest';
import { scopes } from 'commerce-platform-client/contract/scopes';
import { WebhookTestEvent, webhookTopics } from 'commerce-platform-client/contract/webhooks';
import { verifySignature } from 'commerce-platform-client/signature';
import { storefrontOrder } from '@/tests/integration/sandbox/orders/order-writes';
import {
  api,
  createOrder,
  type ErrorAnswer,
  orderBody,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';
import { endpointUrl, envelopeOf, subscribe, topicsByScope } from './webhook-endpoint';

let secret: string;

beforeEach(async () => {
  await renewWorld();
  secret = (await subscribe(api)).secret ?? '';
});

const send = <Body = { data: unknown }>(body: unknown, by = api, headers = {}) =>
  by.call<Body>('POST', '/webhooks/test', body, headers);
const refusal = async (body: unknown, by = api) => {
  const { status, body: answer } = await send<ErrorAnswer>(body, by);
  return `${status} ${answer.error.code}`;
};

describe('POST /webhooks/test', () => {
  test('WHK-5, WHK-7, WHK-8, EVT-1: sends a real event with test: true and the overrides, signed with the production secret', async () => {
    const other = await world.install(world.syp);
    await subscribe(other);
    const answer = await send({ topic: 'order.created', data: { order_number: 'T-1', extra: [1] } });
    expect(answer.status).toBe(202);
    const event = WebhookTestEvent.parse(answer.body.data);
    expect(event).toMatchObject({
      topic: 'order.created',
      test: true,
      data: { order_number: 'T-1', extra: [1] },
    });
    expect(event.data.order_id).toMatch(/^ord_/);
    expect(event.deliveries).toMatchObject([{ status: 'pending', endpoint_url: endpointUrl }]);
    await world.sandbox.advance(60_000);
    expect(world.received).toHaveLength(1);
    const [delivery] = world.received;
    if (!delivery) throw new Error('nothing was delivered');
    expect(envelopeOf(delivery)).toMatchObject({
      id: event.event_id,
      topic: event.topic,
      sequence: event.sequence,
      occurred_at: event.occurred_at,
      test: true,
      install_id: api.id,
      data: event.data,
    });
    expect(delivery.headers['x-platform-delivery-id']).toBe(event.deliveries[0]?.id);
    const { 'x-platform-timestamp': timestamp = '', 'x-platform-hmac-sha256': signature = '' } =
      delivery.headers;
    expect(verifySignature([secret], timestamp, Buffer.from(delivery.body), signature)).toBe(true);
    await createOrder(api, orderBody());
    await world.sandbox.tick();
    const real = world.received.at(-1);
    expect(real && JSON.parse(real.body)).not.toHaveProperty('test');
    expect(real && envelopeOf(real).sequence).toBeGreaterThan(event.sequence);
  });

  test('WHK-5, ERR-4: a store that is not a development store answers 403 sandbox_required', async () => {
    const { body } = await world.control<{ stores: { id: string; is_development: boolean }[] }>('GET', '');
    const real = body.stores.find((store) => !store.is_development);
    const realInstall = await world.install(real?.id ?? '');
    await subscribe(realInstall);
    expect(await refusal({ topic: 'order.created' }, realInstall)).toBe('403 sandbox_required');
  });

  test('WHK-5, ERR-4: a missing subscription, a topic that is not subscribed and a missing sample each answer 409 with their own code', async () => {
    const bare = await world.install(world.syp);
    expect(await refusal({ topic: 'order.created' }, bare)).toBe('409 webhook_not_subscribed');
    await subscribe(bare, { topics: ['order.paid'] });
    expect(await refusal({ topic: 'order.created' }, bare)).toBe('409 webhook_topic_not_subscribed');
    await world.control('POST', '/reset', { orders: 0 });
    const early = await world.install(world.syp);
    await subscribe(early);
    expect(await refusal({ topic: 'refund.created' }, early)).toBe('409 sample_unavailable');
    expect(await refusal({ topic: 'no.such' }, early)).toBe('400 invalid_request');
  });

  test('WHK-8: needs the scope that governs the topic', async () => {
    const hold = (effective: string[]) =>
      world.control('PATCH', `/installs/${api.id}`, { effective_scopes: effective });
    for (const [scope, topics] of Object.entries(topicsByScope))
      for (const topic of topics) {
        await hold([scope]);
        expect([topic, (await send({ topic })).status]).not.toEqual([topic, 403]);
        await hold(scopes.filter((name) => name !== scope));
        expect([topic, await refusal({ topic })]).toEqual([topic, '403 forbidden']);
      }
    await hold([]);
    expect((await send({ topic: 'app.uninstalled' })).status).toBe(202);
  });

  test('WHK-5: overrides of more than 16 KB answer 413; overrides of exactly 16 KB are sent', async () => {
    const padded = (bytes: number) => ({
      topic: 'order.created',
      data: { x: `ش${'a'.repeat(bytes - Buffer.byteLength('{"x":"ش"}'))}` },
    });
    expect(await refusal(padded(16 * 1024 + 1))).toBe('413 payload_too_large');
    expect((await send(padded(16 * 1024))).status).toBe(202);
  });

  test('WHK-5, LIM-2: the 31st test event within ten minutes answers 429 with the exact seconds to wait; each install has its own limit of 30', async () => {
    for (let count = 0; count < 30; count++) {
      expect((await send({ topic: 'order.created' })).status).toBe(202);
      world.clock.advance(4_000);
    }
    const late = await send<ErrorAnswer>({ topic: 'order.created' });
    expect([late.status, late.body.error.code, late.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '480',
    ]);
    const other = await world.install(world.syp);
    await subscribe(other);
    expect((await send({ topic: 'order.created' }, other)).status).toBe(202);
    world.clock.advance(479_000);
    expect((await send({ topic: 'order.created' })).status).toBe(429);
    world.clock.advance(1_000);
    expect((await send({ topic: 'order.created' })).status).toBe(202);
  });

  test('A33: an idempotency key is accepted but not required, and one key sends one event', async () => {
    const key = { 'idempotency-key': 'once' };
    const first = await send({ topic: 'order.created' }, api, key);
    const again = await send({ topic: 'order.created' }, api, key);
    expect(again.body).toEqual(first.body);
    await world.sandbox.tick();
    expect(world.received).toHaveLength(1);
  });

  test('EVT-10, WHK-5: each topic has a sample in a store with a paid, fulfilled and refunded order', async () => {
    const order = await storefrontOrder(world, { status: 'delivered' });
    await world.control('POST', `/orders/${order.id}/payments`, { amount_minor: 1000 });
    const key = (name: string) => ({ 'idempotency-key': name });
    const line = { order_item_id: order.big, quantity: 1 };
    await api.call(
      'POST',
      `/orders/${order.id}/fulfillments`,
      { status: 'shipped', lines: [line] },
      key('f'),
    );
    await api.call('POST', `/orders/${order.id}/refunds`, { amount_minor: 1 }, key('r'));
    expect(webhookTopics).toHaveLength(12);
    for (const topic of webhookTopics) expect([topic, (await send({ topic })).status]).toEqual([topic, 202]);
  });
});

test('DEL-4: delivery records are deleted after 30 days and not earlier', async () => {
  await createOrder(api, orderBody());
  const records = async () =>
    (await world.control<{ data: unknown[] }>('GET', `/deliveries?install_id=${api.id}`)).body.data.length;
  await world.sandbox.advance(30 * 86_400_000 - 1);
  expect(await records()).toBe(1);
  await world.sandbox.advance(1);
  expect(await records()).toBe(0);
});
