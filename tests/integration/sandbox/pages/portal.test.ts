import { serve } from '@hono/node-server';
import { once } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { webhookTopics } from 'commerce-platform-client/contract/webhooks';
import { trigger } from '@/sandbox/trigger';
import {
  api,
  app,
  createOrder,
  orderBody,
  origin,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';
import {
  envelopeOf,
  received,
  subscribe,
  topicOf,
} from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

beforeEach(() => renewWorld());

async function page(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await world.raw('GET', `/portal${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/**
 * Presses a button of the sandbox's developer portal, by submitting its form. Returns the status and the address of the
 * redirect.
 */
async function press(path: string, fields: Record<string, string> = {}, headers = { origin }) {
  const body = new URLSearchParams(fields).toString();
  const response = await world.raw('POST', `/portal${path}`, { headers, body, redirect: 'manual' });
  return { status: response.status, to: response.headers.get('location') ?? '' };
}

type Delivery = { id: string; status: string; attempts: unknown[]; sequence: number };
const deliveries = async () =>
  (await world.control<{ data: Delivery[] }>('GET', `/deliveries?install_id=${api.id}`)).body.data;

describe('portal pages', () => {
  const paths = ['', '/requests', '/requests/1', '/deliveries', '/faults'];

  test('exist in both languages, cannot be framed, and run no script', async () => {
    await api.call('GET', '/store');
    for (const path of paths) {
      const english = await page(path);
      expect([path, english.status]).toEqual([path, 200]);
      expect(english.text).toContain('<html lang="en" dir="ltr">');
      expect(english.text).not.toContain('<script');
      expect(english.headers.get('content-security-policy')).toMatch(
        /default-src 'none'.*frame-ancestors 'none'/,
      );
      const arabic = await page(`${path}?lang=ar`);
      expect(arabic.text).toContain('<html lang="ar" dir="rtl">');
      expect(arabic.text).toMatch(/href="\/portal\/faults\?lang=ar"/);
    }
    expect((await page('/requests/99')).status).toBe(404);
    expect((await page('/deliveries/nowhere')).status).toBe(404);
    expect((await page('?done=constructor')).status).toBe(200);
  });

  test('change nothing when they are read, and refuse a form of another site', async () => {
    const before = await world.control('GET', '');
    for (const path of paths) await page(path);
    for (const path of ['/clock', '/reset', '/faults', '/faults/clear', '/deliveries/resend'])
      expect((await press(path, { advance_s: '60' }, { origin: 'https://evil.test' })).status).toBe(403);
    expect((await world.control('GET', '')).body).toEqual(before.body);
  });

  test('escape what an app sent, wherever it is shown', async () => {
    await subscribe(api);
    const note = '<script>alert(1)</script>';
    await createOrder(api, orderBody({ note }), '<img src=x>');
    await api.call('GET', `/orders?cursor=${encodeURIComponent('"><script>')}`);
    await press('/faults', { on: 'api', match: '<script>', effect: 'status' });
    const opened = await page('/requests/2');
    expect(opened.text).toContain('&lt;script&gt;alert(1)');
    for (const { text } of [
      opened,
      await page('/requests'),
      await page('/requests/3'),
      await page('/faults'),
    ])
      expect(text).not.toMatch(/<script|<img/);
    expect((await page(`/requests?install=${encodeURIComponent('"><script>')}`)).text).not.toContain(
      '<script',
    );
  });
});

describe('logged requests', () => {
  test('have their bodies, request id, idempotency key and install', async () => {
    const answer = await createOrder(api, orderBody({ note: 'ring twice' }), 'key-1');
    const list = (await page(`/requests?install=${api.id}`)).text;
    for (const part of ['POST /v1/orders', '201', 'key-1', api.id, answer.headers.get('x-request-id')])
      expect(list).toContain(part);
    const { text } = await page('/requests/1');
    expect(text).toContain('ring twice');
    expect(text).toContain(answer.body.data.id);
    expect((await page('/requests?install=inst_other')).text).not.toContain('POST /v1/orders');
  });

  test('hide tokens, secrets and codes', async () => {
    await world.raw('POST', '/oauth/token', {
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: api.refreshToken,
        client_id: app.clientId,
        client_secret: app.clientSecret,
      }).toString(),
    });
    const { secret = 'none' } = await subscribe(api);
    const shown = `${(await page('/requests/1')).text}${(await page('/requests/2')).text}`;
    expect(shown).toContain('[hidden]');
    expect(shown).toContain('access_token');
    for (const hidden of [api.refreshToken, api.accessToken, secret, 'a+secret', 'a secret'])
      expect(shown).not.toContain(hidden);
    expect(shown).not.toMatch(/"(access|refresh)_token&quot;: &quot;(?!\[hidden\])/);
  });

  test('are limited to the last 500, and a reset deletes them', async () => {
    for (let count = 0; count < 510; count++) await world.raw('GET', '/v1/store');
    expect((await page('/requests/10')).status).toBe(404);
    expect((await page('/requests/11')).status).toBe(200);
    expect((await page('/requests')).text).toContain('skip=50');
    await press('/reset', { seed: 'another' });
    expect((await page('/requests/510')).status).toBe(404);
  });
});

describe('deliveries', () => {
  beforeEach(() => subscribe(api));

  test('can be sent again any number of times, with the same event and delivery id and a new signature', async () => {
    await createOrder(api, orderBody());
    const [first] = await received(world, 'order.created');
    const [row] = await deliveries();
    await world.sandbox.advance(5000);
    for (let count = 1; count <= 3; count++) {
      const pressed = await press(`/deliveries/${row?.id}/resend`, { back: 'one' });
      expect(pressed).toEqual({ status: 303, to: `/portal/deliveries/${row?.id}?done=resent&ok=1&of=1` });
      expect(world.received).toHaveLength(1 + count);
    }
    const last = world.received.at(-1);
    expect(last?.body).toBe(first?.body);
    expect(last?.headers['x-platform-delivery-id']).toBe(row?.id);
    expect(last?.headers['x-platform-timestamp']).not.toBe(first?.headers['x-platform-timestamp']);
    expect(await deliveries()).toEqual([row]);
    expect((await page(`/deliveries/${row?.id}?done=resent&ok=1&of=1`)).text).toContain('1 of 1');
  });

  test('of one install can be sent again as a range, in the order of their sequence', async () => {
    const other = await world.install(world.syp);
    await subscribe(other);
    for (let count = 0; count < 4; count++) await createOrder(api, orderBody());
    await world.sandbox.tick();
    const rows = await deliveries();
    world.received.length = 0;
    const [from, to] = [String(rows[1]?.sequence), String(rows[2]?.sequence)];
    expect((await press('/deliveries/resend', { install: api.id, from, to })).to).toContain('ok=2&of=2');
    expect(world.received.map((row) => row.headers['x-platform-delivery-id'])).toEqual([
      rows[1]?.id,
      rows[2]?.id,
    ]);
  });

  test('DEL-4: that are dead are replayed once, and no other delivery is replayed', async () => {
    world.endpoint.answer = () => 500;
    await createOrder(api, orderBody());
    await world.sandbox.tick();
    const [row] = await deliveries();
    const replayIt = () => press(`/deliveries/${row?.id}/replay`);
    expect((await replayIt()).to).toContain('done=not_replayed');
    await world.sandbox.advance(24 * 3_600_000);
    const tried = world.received.length;
    expect((await replayIt()).to).toContain('done=replayed');
    expect(world.received).toHaveLength(tried + 1);
    expect((await replayIt()).to).toContain('done=not_replayed');
    expect(world.received).toHaveLength(tried + 1);
  });

  test('have a page with attempts, headers and body', async () => {
    world.endpoint.answer = () => 418;
    await createOrder(api, orderBody());
    await world.sandbox.tick();
    const [row] = await deliveries();
    const { text } = await page(`/deliveries/${row?.id}`);
    for (const part of ['418', 'x-platform-hmac-sha256', 'order.created', api.id])
      expect(text.toLowerCase()).toContain(part);
    expect((await page('/deliveries?status=dead')).text).not.toContain(`/portal/deliveries/${row?.id}`);
    expect((await page('/deliveries?status=pending')).text).toContain(`/portal/deliveries/${row?.id}`);
  });
});

describe('overview and faults', () => {
  test('the clock moves only by the steps on offer', async () => {
    const before = world.clock.now();
    expect((await press('/clock', { advance_s: '7200' })).to).toBe('/portal?done=advanced');
    expect(world.clock.now() - before).toBe(7_200_000);
    expect((await press('/clock', { advance_s: '-5' })).status).toBe(400);
  });

  test('the meter shows how much of both budgets an install used in the last 60 s', async () => {
    await createOrder(api, orderBody());
    await api.call('GET', '/store');
    expect((await page('')).text).toMatch(/2 \/ 180.*1 \/ 60/s);
    await world.sandbox.advance(60_000);
    expect((await page('')).text).toMatch(/0 \/ 180.*0 \/ 60/s);
  });

  test('an install shows its effective scopes and its secrets', async () => {
    const { secret = 'none' } = await subscribe(api);
    await world.control('PATCH', `/installs/${api.id}`, { effective_scopes: ['orders:read'] });
    const { text } = await page('');
    expect(text).toContain('>orders:read<');
    expect(text).not.toContain('>refunds:write<');
    expect(text).toContain(secret);
  });

  test('a fault can be added, is listed, takes effect and can be cleared; an invalid fault is refused', async () => {
    const fault = { on: 'api', match: 'GET /v1/store', effect: 'status', status: '502', count: '' };
    expect((await press('/faults?lang=ar', fault)).to).toBe('/portal/faults?done=fault_added&lang=ar');
    expect((await page('/faults')).text).toContain('GET /v1/store');
    expect((await api.call('GET', '/store')).status).toBe(502);
    expect((await press('/faults', { ...fault, probability: '7' })).to).toContain('fault_wrong');
    await press('/faults/clear');
    expect((await api.call('GET', '/store')).status).toBe(200);
  });

  test('reset makes the world of the seed again', async () => {
    expect((await press('/reset', { seed: 'other', orders: '5' })).status).toBe(303);
    const { body } = await world.control<{ seed: string; installs: unknown[] }>('GET', '');
    expect(body).toMatchObject({ seed: 'other', installs: [] });
    expect((await press('/reset', { seed: 'x', orders: '1e9' })).status).toBe(400);
  });
});

test('docs: every endpoint of the document is shown with its scope and schemas, and nothing is loaded from elsewhere', async () => {
  const response = await world.raw('GET', '/docs');
  const text = await response.text();
  const { paths } = (await (await world.raw('GET', '/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) expect(text).toContain(`${method.toUpperCase()} ${path}<`);
  expect(text).toContain('orders:create');
  expect(text).toContain('Idempotency-Key');
  expect(text).not.toMatch(/<script|src="http/);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
});

describe('the trigger command', () => {
  async function overHttp<Value>(use: (at: string) => Promise<Value>): Promise<Value> {
    const server = serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: (request) => world.sandbox.fetch(request),
    });
    await once(server, 'listening');
    const address = server.address();
    try {
      return await use(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    } finally {
      server.close();
    }
  }

  test.each(webhookTopics)('makes %s really happen in the installed store', async (topic) => {
    await subscribe(api);
    const { code, text } = await overHttp((at) => trigger([topic], at));
    expect([code, text]).toEqual([0, expect.stringContaining(topic)]);
    await world.sandbox.tick();
    const delivered = world.received.filter((delivery) => topicOf(delivery) === topic);
    expect(delivered.length).toBeGreaterThan(0);
    const event = delivered[0] && envelopeOf(delivered[0]);
    expect(event).toMatchObject({ store_id: world.syp, install_id: api.id });
    if (topic !== 'order.paid') return;
    const order = await api.call<{ data: { payment_status: string } }>(
      'GET',
      `/orders/${event?.data.order_id}`,
    );
    expect(order.body.data.payment_status).toBe('paid');
  });

  test('lists the topics, and reports clearly what is wrong', async () => {
    await overHttp(async (at) => {
      expect((await trigger([], at)).text).toContain('refund.created');
      expect(await trigger(['order.eaten'], at)).toMatchObject({ code: 2 });
      await world.control('DELETE', `/installs/${api.id}`);
      expect(await trigger(['order.paid'], at)).toMatchObject({
        code: 1,
        text: expect.stringContaining('nothing is installed'),
      });
    });
    expect(await trigger(['order.paid'], 'http://127.0.0.1:1')).toMatchObject({
      code: 1,
      text: expect.stringContaining('no sandbox answers'),
    });
  });
});
