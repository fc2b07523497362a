import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as route from '@/app/api/webhooks/route';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { type DeliveryParts, validDelivery, withHeaders } from '@/tests/support/webhooks/delivery';
import { type SubscribedInstall, subscribedInstall } from '@/tests/support/webhooks/subscribed-install';
import { startWebhookEndpoint, type WebhookEndpoint } from '@/tests/support/webhooks/webhook-endpoint';

let world: AppWorld;
let install: SubscribedInstall;
let endpoint: WebhookEndpoint;

beforeAll(async () => {
  world = await startAppWorld();
  install = await subscribedInstall(world, 0);
  endpoint = await startWebhookEndpoint();
});
afterAll(async () => {
  await endpoint.stop();
  await world.stop();
});

const valid = (change?: Record<string, unknown>) => validDelivery(install, change);

type Method = 'GET' | 'POST';
type Answer = { status: number; body: string; type: string | null };

async function answerOf(response: Response): Promise<Answer> {
  return {
    status: response.status,
    body: await response.text(),
    type: response.headers.get('content-type'),
  };
}

const requestOf = ({ method, headers, body }: DeliveryParts): RequestInit => ({
  method,
  headers,
  ...(method !== 'GET' && { body: Buffer.from(body) }),
});

/** Sends a delivery to both receivers of webhooks: the server entry of the app, and the route handler of Next. */
const servers: Record<string, (parts: DeliveryParts) => Promise<Answer>> = {
  'server entry': async (parts) => answerOf(await fetch(`${endpoint.appUrl}/api/webhooks`, requestOf(parts))),
  'route handler': async (parts) =>
    answerOf(await route[parts.method as Method](new Request('http://app/api/webhooks', requestOf(parts)))),
};

describe.each(Object.entries(servers))('the %s', (_, deliver) => {
  it('DEL-1: stores the signed body byte for byte, and answers 200 with an empty body', async () => {
    const parts = valid({ data: { order_id: 'ord_1', note: '\\\'"$1؟' } });
    expect(await deliver(parts)).toEqual({ status: 200, body: '', type: null });
    const sent = Buffer.from(parts.body).toString();
    expect(await world.system('SELECT state FROM inbox WHERE body = $1', [sent])).toEqual([
      { state: 'stored' },
    ]);
  });

  it.each<[string, number, string, () => DeliveryParts]>([
    ['EVT-10: an unknown topic', 200, 'quarantined', () => valid({ topic: 'order.teleported' })],
    [
      'EVT-6: a signature of zeros',
      401,
      'bad_signature',
      () => withHeaders(valid(), { [deliveryHeaders.signature]: '0'.repeat(64) }),
    ],
    ['EVT-3: the ids of another store', 401, 'ids_differ', () => valid({ store_id: 'store_other' })],
    [
      'EVT-7: no timestamp',
      400,
      'bad_timestamp',
      () => withHeaders(valid(), { [deliveryHeaders.timestamp]: undefined }),
    ],
    ['GET', 405, 'method_not_allowed', () => ({ ...valid(), method: 'GET' })],
    [
      'text/plain',
      415,
      'unsupported_media_type',
      () => withHeaders(valid(), { 'content-type': 'text/plain' }),
    ],
    ['over 256 KB', 413, 'payload_too_large', () => valid({ padding: 'x'.repeat(262_144) })],
  ])('%s is answered %i with its code', async (_case, status, code, parts) => {
    expect(await deliver(parts())).toEqual({
      status,
      body: JSON.stringify({ code }),
      type: 'application/json',
    });
  });
});
