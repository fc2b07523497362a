import { describe, expect, it, vi } from 'vitest';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import type { InstallId, StoreId } from 'commerce-platform-client/contract/ids';
import type { BodyOutcome } from '@/lib/system/http/read-body';
import { readEvent } from './read-event';
import { receiveWebhook } from './receive-webhook.server';

const nowSeconds = 1_800_000_000;

/** Receives a delivery that names no install, so the receiver needs no database. Its body is read if it gets so far. */
async function received(
  change: Record<string, string | null> = {},
  { method = 'POST', body = Buffer.from('{}') as BodyOutcome } = {},
) {
  const headers: Record<string, string | null> = {
    'content-type': 'application/json',
    [deliveryHeaders.timestamp]: String(nowSeconds),
    [deliveryHeaders.signature]: '0'.repeat(64),
    ...change,
  };
  const readBody = vi.fn(async () => body);
  const delivery = {
    method,
    header: (name: string) => headers[name] ?? null,
    address: 'unit test',
    readBody,
  };
  return { ...(await receiveWebhook(delivery, nowSeconds)), limits: readBody.mock.calls as unknown[][] };
}

describe('a delivery', () => {
  it.each<[name: string, status: number, headers: Record<string, string | null>, method?: string]>([
    ['PUT', 405, {}, 'PUT'],
    ['text/plain', 415, { 'content-type': 'text/plain' }],
    ['without a type', 415, { 'content-type': null }],
    ['compressed', 415, { 'content-encoding': 'gzip' }],
    ['without a timestamp', 400, { [deliveryHeaders.timestamp]: null }],
    ['with two signatures', 400, { [deliveryHeaders.signature]: 'a, b' }],
    ['S11: signed 301 s ago', 400, { [deliveryHeaders.timestamp]: String(nowSeconds - 301) }],
    ['S11: signed in 301 s', 400, { [deliveryHeaders.timestamp]: String(nowSeconds + 301) }],
    ['S13: over 256 KB by its length', 413, { 'content-length': '262145' }],
  ])('%s is refused with %i before its body is read', async (_, status, change, method = 'POST') => {
    expect(await received(change, { method })).toMatchObject({ status, limits: [] });
  });

  it.each([-300, 0, 300])('S11 S13: signed %i s from now is read, at most 256 KB in 5 s', async (seconds) => {
    const timestamp = { [deliveryHeaders.timestamp]: String(nowSeconds + seconds) };
    const { status, limits } = await received({ ...timestamp, 'content-length': '262144' });
    expect(status).toBe(401);
    expect(limits).toEqual([[{ bytesMax: 262_144, timeoutMs: 5_000 }]]);
  });

  it.each([
    ['too_large', 413],
    ['not_in_time', 408],
    ['overloaded', 503],
  ] as const)('S28: whose body is %s gets %i', async (body, status) => {
    expect(await received({}, { body })).toMatchObject({ status });
  });
});

describe('a signed event', () => {
  const signer = { installId: 'inst_1' as InstallId, storeId: 'store_1' as StoreId, isDevelopment: false };
  const read = (change: object) =>
    readEvent(
      signer,
      Buffer.from(
        JSON.stringify({
          id: 'evt_1',
          api_version: '2026-07-01',
          topic: 'order.paid',
          install_id: 'inst_1',
          store_id: 'store_1',
          occurred_at: '2027-01-15T08:00:00Z',
          sequence: 1,
          data: { order_id: 'ord_1' },
          ...change,
        }),
      ),
    );

  it('S12: is used only if it names the install and the store of its secret', () => {
    expect(read({})).toMatchObject({ state: 'stored', kind: 'order', entityId: 'ord_1' });
    expect(read({ install_id: 'inst_2' })).toBeNull();
    expect(read({ store_id: 'store_2' })).toBeNull();
  });
});
