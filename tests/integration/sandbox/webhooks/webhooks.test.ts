import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifySignature } from 'commerce-platform-client/signature';
import { scopes } from 'commerce-platform-client/contract/scopes';
import {
  EventEnvelope,
  type WebhookSubscription,
  webhookTopics,
} from 'commerce-platform-client/contract/webhooks';
import { storefrontOrder, write } from '@/tests/integration/sandbox/orders/order-writes';
import {
  api,
  createOrder,
  type ErrorAnswer,
  fieldsOf,
  orderBody,
  type Received,
  renewWorld,
  startWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';
import { endpointUrl, envelopeOf, received, subscribe, topicOf, topicsByScope } from './webhook-endpoint';

let secret: string;

const minuteMs = 60_000;

beforeEach(async () => {
  await renewWorld();
  secret = (await subscribe(api)).secret ?? '';
});

const got = (topic: string) => received(world, topic);

describe('the webhook subscription', () => {
  test('WHK-1, WHK-6: the secret is returned only once, when it is created', async () => {
    expect(secret).not.toBe('');
    const subscription = (await api.call<{ data: WebhookSubscription }>('GET', '/webhooks')).body.data;
    expect(subscription).toEqual({
      id: expect.any(String),
      endpoint_url: endpointUrl,
      topics: [...webhookTopics],
      status: 'active',
      consecutive_failures: 0,
      activated_at: new Date(world.clock.now()).toISOString(),
      disabled_at: null,
    });
    world.clock.advance(1000);
    expect(await subscribe(api)).toEqual(subscription);
    const none = await world.install(world.syp);
    expect((await none.call('GET', '/webhooks')).body).toEqual({ data: null });
  });

  test('WHK-2, IDE-4: PUT replaces the topics, keeps the secret and creates a new one only on request; it needs no idempotency key', async () => {
    expect(secret).not.toBe('');
    const other = { endpoint_url: `${endpointUrl}/2`, topics: ['order.created'] };
    const again = await subscribe(api, { ...other, rotate_secret: false });
    expect(again).toMatchObject(other);
    expect(again.secret).toBeUndefined();
    const rotated = await subscribe(api, { rotate_secret: true });
    expect(rotated.secret).toEqual(expect.any(String));
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.id).toBe(again.id);
  });

  test('IDE-4: PUT and DELETE ignore an idempotency key', async () => {
    const key = { 'idempotency-key': 'k' };
    for (const topics of [['order.created'], ['order.paid']]) {
      const body = { endpoint_url: endpointUrl, topics };
      const put = await api.call<{ data: WebhookSubscription }>('PUT', '/webhooks', body, key);
      expect(put.body.data.topics).toEqual(topics);
      expect((await api.call('DELETE', '/webhooks', undefined, key)).status).toBe(204);
      expect((await api.call('GET', '/webhooks')).body).toEqual({ data: null });
    }
  });

  test('WHK-2: the public endpoint policy refuses private, loopback and IP-literal hosts and plain http', async () => {
    const strict = await startWorld({ endpoints: 'public' });
    const install = await strict.install(strict.syp);
    const put = (endpoint: string) =>
      install.call<ErrorAnswer>('PUT', '/webhooks', { endpoint_url: endpoint, topics: ['order.created'] });
    const bad = [
      'http://shop.example.com/x',
      'https://localhost/x',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://10.0.0.1/',
    ];
    for (const url of [
      ...bad,
      'https://2130706433/',
      'https://db.internal/',
      'https://intranet/',
      'https://u:p@shop.example.com/',
    ]) {
      const answer = await put(url);
      expect([url, answer.status, fieldsOf(answer)]).toEqual([url, 400, ['endpoint_url']]);
    }
    expect((await put('https://shop.example.com/hooks')).status).toBe(200);
  });

  test('WHK-3: a topic needs the scope that governs it; app.uninstalled needs no scope', async () => {
    const narrow = await world.install(world.syp, { scopes: ['orders:read'] });
    const put = (topics: string[]) => narrow.call('PUT', '/webhooks', { endpoint_url: endpointUrl, topics });
    expect((await put(['order.created', 'product.updated'])).status).toBe(403);
    expect((await put(['inventory.movement_created'])).status).toBe(403);
    expect((await put(['order.created', 'app.uninstalled'])).status).toBe(200);
    expect((await put(['order.vanished'])).status).toBe(400);
  });

  test('WHK-3, EVT-10: each topic needs exactly its own read scope, except app.uninstalled, which needs none', async () => {
    const all = Object.values(topicsByScope).flat();
    expect([...all, 'app.uninstalled'].sort()).toEqual([...webhookTopics].sort());
    const put = async (topic: string, effective: string[]) => {
      await world.control('PATCH', `/installs/${api.id}`, { effective_scopes: effective });
      return (await api.call('PUT', '/webhooks', { endpoint_url: endpointUrl, topics: [topic] })).status;
    };
    for (const [scope, topics] of Object.entries(topicsByScope))
      for (const topic of topics) {
        expect([topic, await put(topic, [scope])]).toEqual([topic, 200]);
        const others = scopes.filter((name) => name !== scope);
        expect([topic, await put(topic, others)]).toEqual([topic, 403]);
      }
    expect(await put('app.uninstalled', [])).toBe(200);
  });

  test('WHK-4, IDE-4: after DELETE nothing is delivered, not even a delivery that was already waiting', async () => {
    await createOrder(api, orderBody());
    expect((await api.call('DELETE', '/webhooks')).status).toBe(204);
    await createOrder(api, orderBody());
    expect(await got('order.created')).toEqual([]);
    expect((await api.call('GET', '/webhooks')).body).toEqual({ data: null });
    expect((await subscribe(api)).secret).toBeDefined();
    expect(await got('order.created')).toEqual([]);
  });
});

describe('a webhook event', () => {
  test('EVT-1, EVT-9, EVT-11, VER-1: order.created has the documented envelope, headers and payload', async () => {
    const shipping = { amount_minor: 50, method: 'pickup' };
    const { data } = (await createOrder(api, orderBody({ status: 'approved', shipping }))).body;
    world.clock.advance(1500);
    const [delivery] = await got('order.created');
    const envelope = JSON.parse(delivery?.body ?? '');
    expect(EventEnvelope.parse(envelope)).toEqual(envelope);
    expect(envelope).toEqual({
      id: expect.stringMatching(/^evt_/),
      api_version: 'v1',
      topic: 'order.created',
      store_id: world.syp,
      install_id: api.id,
      sequence: expect.any(Number),
      occurred_at: data.created_at,
      data: {
        order_id: data.id,
        order_number: data.order_number,
        status: 'approved',
        total_minor: 1050,
        currency: 'SYP',
        source: 'app',
      },
    });
    const { body } = await world.control<{ data: { id: string }[] }>('GET', '/deliveries');
    expect(delivery?.headers).toMatchObject({
      'x-platform-delivery-id': body.data[0]?.id,
      'x-platform-hmac-sha256': expect.stringMatching(/^[0-9a-f]{64}$/),
      'x-platform-install-id': api.id,
      'x-platform-event': 'order.created',
      'x-platform-api-version': '2026-09-10',
      'x-platform-timestamp': String(Math.floor(world.clock.now() / 1000)),
    });
  });

  test('EVT-6: the signature is the hex HMAC of the timestamp, a dot and the raw body', async () => {
    await api.call('POST', '/webhooks/test', { topic: 'order.created', data: { name: 'شال' } });
    const [delivery] = await got('order.created');
    const { 'x-platform-timestamp': timestamp = '', 'x-platform-hmac-sha256': signature } =
      delivery?.headers ?? {};
    const expected = createHmac('sha256', secret).update(`${timestamp}.${delivery?.body}`).digest('hex');
    expect(signature).toBe(expected);
    expect(verifySignature([secret], timestamp, Buffer.from(delivery?.body ?? ''), signature ?? '')).toBe(
      true,
    );
  });

  test('EVT-8: after a rotation deliveries are signed with the new secret, and the sandbox control API shows both secrets', async () => {
    const rotated = (await subscribe(api, { rotate_secret: true })).secret ?? '';
    await createOrder(api, orderBody());
    const [delivery] = await got('order.created');
    const { 'x-platform-timestamp': timestamp = '', 'x-platform-hmac-sha256': signature = '' } =
      delivery?.headers ?? {};
    expect(verifySignature([rotated], timestamp, Buffer.from(delivery?.body ?? ''), signature)).toBe(true);
    const { body } = await world.control<{ webhook: object }>('GET', `/installs/${api.id}`);
    expect(body.webhook).toMatchObject({ secret: rotated, previous_secret: secret });
  });

  test('EVT-5: the sequence of a store strictly increases across all topics, with gaps', async () => {
    for (let count = 0; count < 4; count++) {
      const { id } = await storefrontOrder(world);
      await world.control('PATCH', `/orders/${id}`, { status: 'approved' });
      world.clock.advance(1000);
    }
    await world.sandbox.tick();
    const sequences = world.received.map((delivery) => envelopeOf(delivery).sequence);
    const steps = sequences.slice(1).map((sequence, index) => sequence - (sequences[index] ?? 0));
    expect(Math.min(...steps)).toBe(1);
    expect(Math.max(...steps)).toBeGreaterThan(1);
  });

  test('EVT-11, EVT-15: orders from an app, the storefront and the POS each emit order.created, and each stock movement emits an event', async () => {
    const { body } = await api.call<{ data: { variants: { id: string; status: string }[] }[] }>(
      'GET',
      '/products?status=active',
    );
    const variant = body.data.flatMap((product) => product.variants).find((row) => row.status === 'active');
    await createOrder(api, orderBody());
    for (const source of ['storefront', 'pos'])
      await world.control('POST', '/orders', {
        store_id: world.syp,
        source,
        items: [{ variant_id: variant?.id, quantity: 1 }],
      });
    const created = await got('order.created');
    expect(created.map((delivery) => envelopeOf(delivery).data.source)).toEqual(['app', 'storefront', 'pos']);
    const moved = (await got('inventory.movement_created')).map((delivery) => envelopeOf(delivery).data);
    expect(moved).toMatchObject([
      { variant_id: variant?.id, delta: -1, reason: 'sale' },
      { variant_id: variant?.id, delta: -1, reason: 'sale' },
    ]);
    expect(Object.keys(moved[0] ?? {}).sort()).toEqual([
      'delta',
      'location_id',
      'movement_id',
      'reason',
      'stock_after',
      'variant_id',
    ]);
    expect(await got('order.paid')).toHaveLength(1);
  });

  test('EVT-15: each product edit of the merchant emits its product event', async () => {
    const made = await world.control<{ data: { id: string; variants: { id: string }[] } }>(
      'POST',
      '/products',
      {
        store_id: world.syp,
        name: 'x',
        variants: [{ name: 'one', price_minor: 1, quantity: 4 }],
      },
    );
    const { id, variants } = made.body.data;
    await world.control('PATCH', `/products/${id}`, { name: 'y' });
    await world.control('PATCH', `/products/${id}`, { variants: [{ id: variants[0]?.id, price_minor: 2 }] });
    await world.control('DELETE', `/products/${id}`);
    await world.sandbox.tick();
    const notified = world.received.filter((delivery) => topicOf(delivery)?.startsWith('product.'));
    expect(notified.map((delivery) => [topicOf(delivery), envelopeOf(delivery).data])).toEqual(
      ['created', 'updated', 'updated', 'deleted'].map((what) => [`product.${what}`, { product_id: id }]),
    );
  });

  test('EVT-13: order.paid is emitted once, when the payments reach the total', async () => {
    const { id } = (await createOrder(api, orderBody())).body.data;
    const pay = (amount: number) => world.control('POST', `/orders/${id}/payments`, { amount_minor: amount });
    await pay(999);
    await world.control('PATCH', `/orders/${id}`, { status: 'delivered' });
    expect(await got('order.paid')).toEqual([]);
    await pay(1);
    await pay(50);
    expect((await got('order.paid')).map((delivery) => envelopeOf(delivery).data)).toMatchObject([
      { order_id: id, total_minor: 1000 },
    ]);
  });

  test('STA-3: every status transition emits order.status_changed; an unchanged status emits nothing', async () => {
    const { id } = (await createOrder(api, orderBody())).body.data;
    for (const status of ['approved', 'approved', 'shipped'])
      await world.control('PATCH', `/orders/${id}`, { status });
    expect((await got('order.status_changed')).map((delivery) => envelopeOf(delivery).data)).toMatchObject([
      { order_id: id, status: 'approved', previous_status: 'placed' },
      { order_id: id, status: 'shipped', previous_status: 'approved' },
    ]);
  });

  test('EVT-10: after revocation only app.uninstalled is delivered', async () => {
    const other = await world.install(world.syp);
    await subscribe(other, { topics: ['app.uninstalled'] });
    await createOrder(api, orderBody());
    await world.control('DELETE', `/installs/${api.id}`);
    await createOrder(other, orderBody());
    await world.sandbox.tick();
    expect(world.received.map(topicOf)).toEqual(['app.uninstalled']);
    expect(world.received[0]?.headers['x-platform-install-id']).toBe(api.id);
    expect(envelopeOf(world.received[0] as Received).data).toEqual({ install_id: api.id });
  });

  test('A21, WHK-6: a reinstall with the same install id has no subscription and gets a new secret; the earlier app.uninstalled is still delivered', async () => {
    world.endpoint.answer = () => 500;
    await world.control('DELETE', `/installs/${api.id}`);
    await world.sandbox.tick();
    const again = await world.install(world.syp, { reuse_install_id: true });
    expect((await again.call('GET', '/webhooks')).body).toEqual({ data: null });
    await createOrder(again, orderBody());
    world.endpoint.answer = () => 200;
    const renewed = (await subscribe(again)).secret;
    expect(renewed).toBeDefined();
    expect(renewed).not.toBe(secret);
    await world.sandbox.advance(minuteMs);
    expect(world.received.map(topicOf)).toEqual(['app.uninstalled', 'app.uninstalled']);
  });

  test('GEN-5: no event contains customer data', async () => {
    const body = orderBody({
      note: 'canary-note',
      shipping: { amount_minor: 0, method: 'delivery' },
      shipping_address: { address: 'canary-street', province: 'damascus' },
    });
    const { data } = (await createOrder(api, body)).body;
    const [item] = data.items as { id: string }[];
    const path = `/orders/${data.id}`;
    await write(api, 'PATCH', `${path}/status`, { status: 'approved' });
    const lines = [{ order_item_id: item?.id, quantity: 1 }];
    await write(api, 'POST', `${path}/fulfillments`, { status: 'pending', lines });
    await world.control('POST', `${path}/payments`, { amount_minor: 1000 });
    await write(api, 'POST', `${path}/refunds`, { amount_minor: 1 });
    await api.call('POST', '/webhooks/test', { topic: 'order.created' });
    await world.sandbox.tick();
    expect(world.received.map(topicOf)).toEqual(
      expect.arrayContaining(['order.status_changed', 'order.paid', 'fulfillment.created', 'refund.created']),
    );
    for (const delivery of world.received)
      expect(delivery.body).not.toMatch(/944555666|الحلبي|canary|customer|address|phone|email/);
  });

  test('EVT-10: an install receives only the topics that its effective scopes govern', async () => {
    await world.control('PATCH', `/installs/${api.id}`, { effective_scopes: ['orders:create'] });
    await createOrder(api, orderBody());
    expect(await got('order.created')).toEqual([]);
  });
});
