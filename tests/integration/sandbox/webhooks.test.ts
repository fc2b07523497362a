import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifySignature } from '@/lib/platform/signature';
import { EventEnvelope, type WebhookSubscription } from '@/lib/platform/contract/webhooks';
import {
  type Api,
  createOrder,
  type ErrorAnswer,
  fieldsOf,
  orderBody,
  type Received,
  seed,
  startWorld,
  type World,
} from './sandbox-world';
import { endpointUrl, envelopeOf, received, subscribe, topicOf } from './webhook-endpoint';

let world: World;
let api: Api;
let secret: string;

const minuteMs = 60_000;

beforeAll(() => console.info(`seed ${seed}`));
beforeEach(async () => {
  world = await startWorld();
  api = await world.install(world.syp);
  secret = (await subscribe(api)).secret ?? '';
});

const got = (topic: string) => received(world, topic);

describe('the subscription', () => {
  test('WHK-1, WHK-6: the secret is answered once, when minted', async () => {
    expect(secret).not.toBe('');
    const held = (await api.call<{ data: WebhookSubscription }>('GET', '/webhooks')).body.data;
    expect(held).toMatchObject({
      endpoint_url: endpointUrl,
      status: 'active',
      consecutive_failures: 0,
      disabled_at: null,
    });
    expect(held).not.toHaveProperty('secret');
    const none = await world.install(world.syp);
    expect((await none.call('GET', '/webhooks')).body).toEqual({ data: null });
  });

  test('WHK-2, IDE-4: PUT replaces the topics, keeps the secret, and mints another when asked, without a key', async () => {
    const again = await subscribe(api, { topics: ['order.created'] });
    expect(again.topics).toEqual(['order.created']);
    expect(again.secret).toBeUndefined();
    const rotated = await subscribe(api, { rotate_secret: true });
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.id).toBe(again.id);
  });

  test('WHK-2: private, loopback and IP-literal hosts and plain http are refused by the public policy', async () => {
    const strict = await startWorld({ endpoints: 'public' });
    const held = await strict.install(strict.syp);
    const put = (endpoint: string) =>
      held.call<ErrorAnswer>('PUT', '/webhooks', { endpoint_url: endpoint, topics: ['order.created'] });
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

  test('WHK-3: a topic needs the scope that governs it, app.uninstalled needs none', async () => {
    const narrow = await world.install(world.syp, { scopes: ['orders:read'] });
    const put = (topics: string[]) => narrow.call('PUT', '/webhooks', { endpoint_url: endpointUrl, topics });
    expect((await put(['order.created', 'product.updated'])).status).toBe(403);
    expect((await put(['inventory.movement_created'])).status).toBe(403);
    expect((await put(['order.created', 'app.uninstalled'])).status).toBe(200);
    expect((await put(['order.vanished'])).status).toBe(400);
  });

  test('WHK-4, IDE-4: after DELETE nothing is delivered, not even what was waiting', async () => {
    await createOrder(api, orderBody());
    expect((await api.call('DELETE', '/webhooks')).status).toBe(204);
    await createOrder(api, orderBody());
    expect(await got('order.created')).toEqual([]);
    expect((await api.call('GET', '/webhooks')).body).toEqual({ data: null });
    expect((await subscribe(api)).secret).toBeDefined();
  });
});

describe('an event', () => {
  test('EVT-1, EVT-9, EVT-11: envelope, headers and payload of order.created', async () => {
    const { data } = (await createOrder(api, orderBody())).body;
    const [delivery] = await got('order.created');
    const envelope = JSON.parse(delivery?.body ?? '');
    expect(EventEnvelope.parse(envelope)).toMatchObject({
      api_version: 'v1',
      store_id: world.syp,
      install_id: api.id,
    });
    expect(envelope).not.toHaveProperty('test');
    expect(envelope.data).toEqual({
      order_id: data.id,
      order_number: data.order_number,
      status: 'placed',
      total_minor: 1000,
      currency: 'SYP',
      source: 'app',
    });
    expect(delivery?.headers).toMatchObject({
      'x-platform-install-id': api.id,
      'x-platform-event': 'order.created',
      'x-platform-api-version': '2026-09-10',
      'x-platform-timestamp': String(Math.floor(world.clock.now() / 1000)),
    });
  });

  test('EVT-6, VER-1: the signature is the hex HMAC over timestamp, dot and the raw body', async () => {
    await createOrder(api, orderBody());
    const [delivery] = await got('order.created');
    const { 'x-platform-timestamp': timestamp = '', 'x-platform-hmac-sha256': signature } =
      delivery?.headers ?? {};
    const expected = createHmac('sha256', secret).update(`${timestamp}.${delivery?.body}`).digest('hex');
    expect(signature).toBe(expected);
    expect(verifySignature([secret], timestamp, Buffer.from(delivery?.body ?? ''), signature ?? '')).toBe(
      true,
    );
  });

  test('EVT-8: after a rotation attempts are signed with the new secret, and control shows both', async () => {
    const rotated = (await subscribe(api, { rotate_secret: true })).secret ?? '';
    await createOrder(api, orderBody());
    const [delivery] = await got('order.created');
    const { 'x-platform-timestamp': timestamp = '', 'x-platform-hmac-sha256': signature = '' } =
      delivery?.headers ?? {};
    expect(verifySignature([rotated], timestamp, Buffer.from(delivery?.body ?? ''), signature)).toBe(true);
    const { body } = await world.control<{ webhook: object }>('GET', `/installs/${api.id}`);
    expect(body.webhook).toMatchObject({ secret: rotated, previous_secret: secret });
  });

  test('EVT-5: the sequence of a store rises strictly, with gaps', async () => {
    for (let count = 0; count < 12; count++) await createOrder(api, orderBody());
    const sequences = (await got('order.created')).map((delivery) => envelopeOf(delivery).sequence);
    const steps = sequences.slice(1).map((sequence, index) => sequence - (sequences[index] ?? 0));
    expect(Math.min(...steps)).toBe(1);
    expect(Math.max(...steps)).toBeGreaterThan(1);
  });

  test('EVT-15: order.created comes from the storefront and the till too, each movement has its event', async () => {
    const { body } = await api.call<{ data: { variants: { id: string; status: string }[] }[] }>(
      'GET',
      '/products?status=active',
    );
    const variant = body.data.flatMap((product) => product.variants).find((row) => row.status === 'active');
    for (const source of ['storefront', 'pos'])
      await world.control('POST', '/orders', {
        store_id: world.syp,
        source,
        items: [{ variant_id: variant?.id, quantity: 1 }],
      });
    const created = await got('order.created');
    expect(created.map((delivery) => envelopeOf(delivery).data.source)).toEqual(['storefront', 'pos']);
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

  test('EVT-15: product events follow the merchant’s edits', async () => {
    const made = await world.control<{ data: { id: string } }>('POST', '/products', {
      store_id: world.syp,
      name: 'x',
      variants: [{ name: 'one', price_minor: 1, quantity: 4 }],
    });
    await world.control('PATCH', `/products/${made.body.data.id}`, { name: 'y' });
    await world.control('DELETE', `/products/${made.body.data.id}`);
    for (const topic of ['product.created', 'product.updated', 'product.deleted'])
      expect((await got(topic)).map((delivery) => envelopeOf(delivery).data)).toEqual([
        { product_id: made.body.data.id },
      ]);
  });

  test('EVT-13: order.paid comes once, when the funds cross the total', async () => {
    const { id } = (await createOrder(api, orderBody())).body.data;
    const pay = (amount: number) => world.control('POST', `/orders/${id}/payments`, { amount_minor: amount });
    await pay(999);
    expect(await got('order.paid')).toEqual([]);
    await pay(1);
    await pay(50);
    expect((await got('order.paid')).map((delivery) => envelopeOf(delivery).data)).toMatchObject([
      { order_id: id, total_minor: 1000 },
    ]);
  });

  test('STA-3: every transition emits order.status_changed, none when nothing moved', async () => {
    const { id } = (await createOrder(api, orderBody())).body.data;
    for (const status of ['approved', 'approved', 'shipped'])
      await world.control('PATCH', `/orders/${id}`, { status });
    expect((await got('order.status_changed')).map((delivery) => envelopeOf(delivery).data)).toMatchObject([
      { order_id: id, status: 'approved', previous_status: 'placed' },
      { order_id: id, status: 'shipped', previous_status: 'approved' },
    ]);
  });

  test('EVT-10: app.uninstalled is delivered after revocation, and nothing else is', async () => {
    await createOrder(api, orderBody());
    await world.control('DELETE', `/installs/${api.id}`);
    await world.sandbox.tick();
    expect(world.received.map(topicOf)).toEqual(['app.uninstalled']);
    expect(envelopeOf(world.received[0] as Received).data).toEqual({ install_id: api.id });
  });

  test('A21, WHK-6: an install that comes back under its old id subscribes anew, and the old goodbye still arrives', async () => {
    world.endpoint.answer = () => 500;
    await world.control('DELETE', `/installs/${api.id}`);
    await world.sandbox.tick();
    api = await world.install(world.syp, { reuse_install_id: true });
    expect((await api.call('GET', '/webhooks')).body).toEqual({ data: null });
    await createOrder(api, orderBody());
    world.endpoint.answer = () => 200;
    const renewed = (await subscribe(api)).secret;
    expect(renewed).toBeDefined();
    expect(renewed).not.toBe(secret);
    await world.sandbox.advance(minuteMs);
    expect(world.received.map(topicOf)).toEqual(['app.uninstalled', 'app.uninstalled']);
  });

  test('GEN-5: no event carries customer data', async () => {
    await createOrder(api, orderBody({ note: 'canary-note' }));
    await world.sandbox.tick();
    for (const delivery of world.received) expect(delivery.body).not.toMatch(/944555666|الحلبي|canary-note/);
  });

  test('EVT-10: an install hears only what its effective scopes govern', async () => {
    await world.control('PATCH', `/installs/${api.id}`, { effective_scopes: ['orders:create'] });
    await createOrder(api, orderBody());
    expect(await got('order.created')).toEqual([]);
  });
});
