import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { WebhookSubscription } from 'commerce-platform-client/contract/webhooks';
import { isPublicAddress } from '@/sandbox/domain/endpoint-policy';
import { sendOverHttp } from '@/sandbox/http/send-over-http';
import type { DeliveryRecord } from '@/sandbox/world/records';
import {
  type Api,
  apiOf,
  createOrder,
  orderBody,
  startWorld,
  type World,
} from '@/tests/integration/sandbox/sandbox-world';
import { subscribe } from './webhook-endpoint';

const minuteMs = 60_000;
const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

async function attempts(world: World): Promise<DeliveryRecord['attempts']> {
  const { body } = await world.control<{ data: DeliveryRecord[] }>('GET', '/deliveries');
  return body.data[0]?.attempts ?? [];
}

/** Returns the HTML of the developer portal's page about the newest delivery. */
async function portalPage(world: World, language: 'ar' | 'en'): Promise<string> {
  const { body } = await world.control<{ data: DeliveryRecord[] }>('GET', '/deliveries');
  return (await world.raw('GET', `/portal/deliveries/${body.data.at(-1)?.id}?lang=${language}`)).text();
}

/** Starts an HTTP server with this handler on a free port. */
async function listening(answer: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, server };
}

/** Starts a sandbox that sends webhooks over the network, and makes it send one delivery to the given endpoint. */
async function deliveredTo(endpointUrl: string): Promise<World> {
  const world = await startWorld({ send: sendOverHttp });
  const api = await world.install(world.syp);
  await subscribe(api, { endpoint_url: endpointUrl, topics: ['order.created'] });
  await createOrder(api, orderBody());
  await world.sandbox.tick();
  return world;
}

describe('the endpoint policy at every send', () => {
  async function publicWorld(addresses: string[]): Promise<{ world: World; api: Api }> {
    const world = await startWorld({
      endpoints: 'public',
      resolve: async (hostname) => {
        expect(hostname).toBe('shop.daftar-hooks.com');
        return addresses;
      },
    });
    const api = await world.install(world.syp);
    const topics = ['order.created'];
    await subscribe(api, { endpoint_url: 'https://shop.daftar-hooks.com/hooks', topics });
    await createOrder(api, orderBody());
    await world.sandbox.tick();
    return { world, api };
  }

  test('WHK-8: a name that resolves to a private address gets a failed attempt; the delivery arrives when the address is public again', async () => {
    const addresses = ['93.184.215.14', '10.1.2.3'];
    const { world, api } = await publicWorld(addresses);
    expect(world.received).toEqual([]);
    expect(await attempts(world)).toMatchObject([{ status: null, failure: 'address_refused' }]);
    const subscription = (await api.call<{ data: WebhookSubscription }>('GET', '/webhooks')).body.data;
    expect(subscription.consecutive_failures).toBe(1);
    addresses.pop();
    await world.sandbox.advance(minuteMs);
    expect(world.received).toHaveLength(1);
    expect((await attempts(world)).map(({ status }) => status)).toEqual([null, 200]);
  });

  test('WHK-8: the policy also applies to test deliveries and manual resends', async () => {
    const { world, api } = await publicWorld(['169.254.169.254']);
    expect((await api.call('POST', '/webhooks/test', { topic: 'order.created' })).status).toBe(202);
    await world.sandbox.tick();
    const { body } = await world.control<{ data: DeliveryRecord[] }>('GET', '/deliveries');
    expect(body.data.map((row) => row.attempts.map(({ failure }) => failure))).toEqual([
      ['address_refused'],
      ['address_refused'],
    ]);
    const headers = { origin: 'http://127.0.0.1:4000' };
    await world.raw('POST', `/portal/deliveries/${body.data[0]?.id}/resend`, { headers, body: '' });
    expect(world.received).toEqual([]);
  });

  test('WHK-8: an endpoint that was allowed at subscription and is no longer allowed gets nothing', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-policy-'));
    cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const before = await startWorld({ dataDir });
    const { id, accessToken, refreshToken } = await before.install(before.syp);
    const tokens = { install_id: id, access_token: accessToken, refresh_token: refreshToken };
    await subscribe(apiOf(before, tokens), { topics: ['order.created'] });
    const after = await startWorld({ dataDir, endpoints: 'public' });
    await createOrder(apiOf(after, tokens), orderBody());
    await after.sandbox.tick();
    expect(after.received).toEqual([]);
    expect(await attempts(after)).toMatchObject([{ status: null, failure: 'endpoint_refused' }]);
    expect(await portalPage(after, 'en')).toContain('not sent: the endpoint is not allowed');
    expect(await portalPage(after, 'ar')).toContain('لم يُرسل: العنوان غير مسموح');
  });

  test('WHK-8: loopback, private, link-local, shared, reserved and mapped addresses are not public', () => {
    const closed = [
      '0.0.0.0',
      '10.255.255.255',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.1',
      '192.168.1.1',
      '198.18.0.1',
      '203.0.113.9',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '::ffff:93.184.215.14',
      '64:ff9b::a00:1',
      'fc00::1',
      'fd12::1',
      'fe80::1',
      'ff02::1',
      '2001:db8::1',
      '2002:a00:1::',
      'shop.example.com',
      '',
    ];
    expect(closed.filter(isPublicAddress)).toEqual([]);
    const open = [
      '9.255.255.255',
      '11.0.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '93.184.215.14',
      '2606:4700::6810:1',
    ];
    expect(open.filter(isPublicAddress)).toEqual(open);
  });

  test('WHK-8: the connection goes to a checked address, whatever the name resolves to by then', async () => {
    let requestedHost = '';
    const { url } = await listening((request, response) => {
      requestedHost = request.headers.host ?? '';
      response.end();
    });
    const { port } = new URL(url);
    const init = { method: 'POST', headers: {}, body: '{}', addresses: ['127.0.0.1'] } as const;
    const answer = await sendOverHttp(`http://nowhere.invalid:${port}/`, {
      ...init,
      addresses: ['127.0.0.1'],
    });
    expect([answer.status, requestedHost]).toEqual([200, `nowhere.invalid:${port}`]);
  });
});

describe('an attempt over the network', () => {
  test('WHK-8, DEL-1: a redirect is not followed and is a failure', async () => {
    let led = 0;
    const { url } = await listening((request, response) => {
      if (request.url === '/secret') led++;
      response.writeHead(307, { location: '/secret' }).end();
    });
    const world = await deliveredTo(url);
    expect(await attempts(world)).toMatchObject([{ status: 307 }]);
    expect(led).toBe(0);
  });

  test('DEL-1: the first 1 KB of the response is stored in whole characters and shown escaped', async () => {
    const { url } = await listening((_request, response) => {
      response.statusCode = 500;
      response.write(`<script>${'ب'.repeat(400)}`);
      response.end('ج'.repeat(100_000));
    });
    const world = await deliveredTo(url);
    const [attempt] = await attempts(world);
    expect(attempt?.status).toBe(500);
    expect(attempt?.answer).toBe(`<script>${'ب'.repeat(400)}${'ج'.repeat((1024 - 808) / 2)}`);
    const shown = await portalPage(world, 'en');
    expect(shown).toContain('&lt;script&gt;ببب');
    expect(shown).not.toContain('<script');
  });

  test('DEL-1: a refused connection and a broken connection are each recorded with their own reason', async () => {
    const { url, server } = await listening((request) => request.socket.destroy());
    const broken = await deliveredTo(url);
    expect(await attempts(broken)).toMatchObject([{ status: null, failure: 'connection_lost' }]);
    await new Promise((resolve) => server.close(resolve));
    const refused = await deliveredTo(url);
    expect(await attempts(refused)).toMatchObject([{ status: null, failure: 'connection_refused' }]);
    expect(await portalPage(refused, 'en')).toContain('connection refused');
    expect(await portalPage(refused, 'ar')).toContain('رُفض الاتصال');
  });
});

test('DEL-1: an attempt records its time, its duration and its fault', async () => {
  const world = await startWorld();
  const api = await world.install(world.syp);
  await subscribe(api, { topics: ['order.created'] });
  world.endpoint.answer = () => {
    world.clock.advance(1234);
    return 503;
  };
  const at = world.clock.now();
  await createOrder(api, orderBody());
  await world.sandbox.tick();
  await world.control('POST', '/faults', { on: 'delivery', effect: 'drop_response', count: 1 });
  await world.sandbox.advance(minuteMs);
  const [first, second] = await attempts(world);
  expect(first).toEqual({ at: new Date(at + 1234).toISOString(), status: 503, duration_ms: 1234 });
  expect(second).toMatchObject({ status: null, duration_ms: 1234, fault: 'drop_response' });
  const shown = await portalPage(world, 'en');
  for (const part of ['1234 ms', '>503<', 'Fault: drop the answer']) expect(shown).toContain(part);
});
