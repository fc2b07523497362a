import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Random } from '@/sandbox/world/random';
import { hostileTexts, pick, spoil } from './hostile-text';

const at = '2026-11-24T10:00:00Z';
const money = (amount_minor: number) => ({ amount_minor, currency: 'SYP', decimals: 0 });
const fulfillment = {
  id: 'ful_1',
  provider: 'DHL',
  tracking_number: 'T1',
  status: 'pending',
  created_at: at,
  updated_at: at,
  lines: [{ order_item_id: 'item_1', quantity: 1 }],
};
const refund = {
  id: 'ref_1',
  amount: money(700),
  reason: 'damaged',
  created_at: at,
  lines: [{ order_item_id: 'item_1', quantity: 1, amount_minor: 700 }],
};
const order = {
  order_number: '1001',
  status: 'placed',
  payment_status: 'paid',
  source: 'app',
  line_pricing: 'gross',
  subtotal: money(3000),
  discount: money(0),
  shipping: money(0),
  tax: money(0),
  total: money(3000),
  paid: money(3000),
  refunded: money(0),
  exchange_rate: null,
  tags: ['VIP'],
  created_at: at,
  updated_at: at,
  items: [
    {
      id: 'item_1',
      variant_id: 'var_1',
      kind: 'variant',
      name: 'Soap',
      quantity: 2,
      unit_price: money(1500),
      total: money(3000),
    },
  ],
  fulfillments: [fulfillment],
  refunds: [refund],
  note: 'ring twice',
  attributes: { 'daftar.test': 'blue', reference: { kind: 'quote', number: 'Q-1', url: null } },
  customer: { first_name: 'Salma', last_name: null, email: null, phone: '+963944123456' },
  shipping_address: { city: 'Homs' },
};
const webhook = {
  id: 'whk_1',
  endpoint_url: 'https://app.example/api/webhooks',
  topics: ['order.created'],
  status: 'active',
  consecutive_failures: 0,
  activated_at: at,
  disabled_at: null,
  secret: 's'.repeat(32),
};
const testEvent = {
  event_id: 'evt_1',
  topic: 'order.created',
  sequence: 1,
  occurred_at: at,
  test: true,
  data: { note: 'x' },
  deliveries: [{ id: 'del_1', status: 'pending', endpoint_url: 'https://app.example/api/webhooks' }],
};
const refusal = {
  error: {
    code: 'conflict',
    message: 'no',
    request_id: 'req_1',
    details: {
      fields: [{ path: 'tags', message: 'no' }],
      lines: [{ index: 0, variant_id: 'var_1', requested: 2, available: 1 }],
      current_status: 'placed',
    },
  },
};

/**
 * Returns the normal response body of the platform to a request. The caller usually replaces one part of the body with
 * a hostile text.
 */
function answerTo(method: string, path: string): unknown {
  const parts = path.split('/').slice(2);
  const id = parts[1] ?? `ord_${randomUUID()}`;
  if (parts[0] === 'inventory') return { data: {} };
  if (parts[0] === 'webhooks') return { data: parts[1] === 'test' ? testEvent : webhook };
  if (method === 'POST' && parts[2] === 'refunds') return { data: { ...refund, order_status: 'placed' } };
  if (parts[2] === 'fulfillments') return { data: { ...fulfillment, order_status: 'shipped' } };
  if (method === 'GET' && parts[1] === undefined) return { data: [{ id, ...order }], next_cursor: null };
  return { data: { id, ...order } };
}

/** JSON that is nested 20,000 levels deep. A recursive parser or writer would overflow its stack. */
const deepJson = `{"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`;

/** Starts a fake platform that puts a hostile text into each response. */
export async function startHostilePlatform(
  random: Random,
): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => void respond(request, response));
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await buffer(request);
    const answer = answerTo(request.method ?? '', (request.url ?? '').split('?')[0] ?? '');
    const status = random.chance(0.6) ? 200 : pick(random, [400, 403, 404, 409, 413, 422, 500]);
    const body = random.chance(0.9) ? spoil(random, status === 200 ? answer : refusal) : answer;
    const text =
      random.chance(0.02) && status === 200
        ? JSON.stringify(body).replace('"ring twice"', deepJson).replace('"blue"', deepJson)
        : random.chance(0.02)
          ? pick(random, Object.values(hostileTexts))
          : JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': pick(random, ['req_1', 'é\u00ff', 'x'.repeat(4_000)]),
      ...(random.chance(0.1) && { 'idempotency-replayed': 'true' }),
    });
    response.end(text);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
