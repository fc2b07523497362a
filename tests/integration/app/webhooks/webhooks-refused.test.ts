import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import {
  type DeliveryParts,
  eventOf,
  signed,
  validDelivery,
  withHeaders,
} from '@/tests/support/webhooks/delivery';
import { receive } from '@/tests/support/webhooks/receive';
import { mutationOf } from '@/tests/support/webhooks/mutated-delivery';
import { written } from '@/tests/support/mirror/inbox-probe';
import { type SubscribedInstall, subscribedInstall } from '@/tests/support/webhooks/subscribed-install';
import { testScale } from '@/tests/support/stack/test-scale';

/**
 * Number of changed deliveries to test. It is 20,000 at full test scale (S10), and at least 2,000, so that every kind
 * of change occurs.
 */
const mutationsMax = Math.max(2_000, Math.round(20_000 * testScale));

let world: AppWorld;
let a: SubscribedInstall;
let b: SubscribedInstall;

beforeAll(async () => {
  world = await startAppWorld();
  a = await subscribedInstall(world, 0);
  b = await subscribedInstall(world, 1);
});
afterAll(() => world.stop());

const validEvent = () => eventOf(a.installId, a.storeId);
const valid = () => validDelivery(a);
const shifted = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);
const resigned = (body: object | string | Uint8Array) => signed(a.installId, a.secret, body);

describe('a delivery that is not from the platform or not for this app', () => {
  const unsigned = (signature: (valid: string) => string | undefined) => () => {
    const parts = valid();
    return withHeaders(parts, {
      [deliveryHeaders.signature]: signature(parts.headers[deliveryHeaders.signature] ?? ''),
    });
  };
  const flipBit = (body: Uint8Array) => body.map((byte, index) => (index === 40 ? byte ^ 1 : byte));
  const cases: [string, number, () => DeliveryParts][] = [
    ['EVT-6: no signature', 401, unsigned(() => undefined)],
    ['EVT-6: a signature that is not hex', 401, unsigned((hex) => `${hex.slice(0, 63)}g`)],
    ['EVT-6: a signature of 63 digits', 401, unsigned((hex) => hex.slice(0, 63))],
    ['EVT-6: a signature of 65 digits', 401, unsigned((hex) => `${hex}0`)],
    ['EVT-6: one bit of the body flipped', 401, () => ({ ...valid(), body: flipBit(valid().body) })],
    [
      'EVT-6: the body re-serialised',
      401,
      () => {
        const parts = valid();
        const again = JSON.stringify(JSON.parse(Buffer.from(parts.body).toString('utf8')), null, 1);
        return { ...parts, body: Buffer.from(again) };
      },
    ],
    [
      'EVT-6: the timestamp changed within the window',
      401,
      () => withHeaders(valid(), { [deliveryHeaders.timestamp]: shifted(-5) }),
    ],
    [
      'EVT-6: the signature of an empty body',
      401,
      () => ({ ...signed(a.installId, a.secret, ''), body: valid().body }),
    ],
    ['EVT-4: another install’s secret', 401, () => signed(a.installId, b.secret, validEvent())],
    [
      'EVT-4: the body of B signed by A under B’s header',
      401,
      () => signed(b.installId, a.secret, eventOf(b.installId, b.storeId)),
    ],
    [
      'EVT-4: the body of B signed by A under A’s header',
      401,
      () => resigned(eventOf(b.installId, a.storeId)),
    ],
    ['EVT-3: another store than the install’s', 401, () => resigned(eventOf(a.installId, b.storeId))],
    ['an unknown install', 401, () => signed('inst_unknown', a.secret, validEvent())],
    [
      'an unknown install, signed with what stands in for its secret',
      401,
      () => signed('inst_unknown', 'unknown install', eventOf('inst_unknown', a.storeId)),
    ],
    ['no install named', 401, () => withHeaders(valid(), { [deliveryHeaders.installId]: undefined })],
    [
      'a hostile install id',
      401,
      () => withHeaders(valid(), { [deliveryHeaders.installId]: `x' OR 1=1 --${'x'.repeat(200)}` }),
    ],
    ['no timestamp', 400, () => withHeaders(valid(), { [deliveryHeaders.timestamp]: undefined })],
    ['EVT-7: signed 301 s ago', 400, () => signed(a.installId, a.secret, validEvent(), shifted(-302))],
    ['EVT-7: signed 301 s ahead', 400, () => signed(a.installId, a.secret, validEvent(), shifted(302))],
    [
      'EVT-7: a timestamp in milliseconds',
      400,
      () => signed(a.installId, a.secret, validEvent(), String(Date.now())),
    ],
    ['EVT-7: the timestamp 1e9', 400, () => signed(a.installId, a.secret, validEvent(), '1e9')],
    ...Object.values(deliveryHeaders).map((name): [string, number, () => DeliveryParts] => [
      `${name} twice`,
      400,
      () => withHeaders(valid(), { [name]: `${valid().headers[name]}, ${valid().headers[name]}` }),
    ]),
    ['GET', 405, () => ({ ...valid(), method: 'GET' })],
    ['text/plain', 415, () => withHeaders(valid(), { 'content-type': 'text/plain' })],
    ['no content type', 415, () => withHeaders(valid(), { 'content-type': undefined })],
    [
      'gzip',
      415,
      () => withHeaders(resigned(gzipSync(JSON.stringify(validEvent()))), { 'content-encoding': 'gzip' }),
    ],
    ['over 256 KB by its length', 413, () => withHeaders(valid(), { 'content-length': '262145' })],
    [
      'over 256 KB in chunks without a length',
      413,
      () => resigned({ ...validEvent(), padding: 'x'.repeat(262_144) }),
    ],
  ];

  it.each(cases)('M1: %s is answered %i and nothing is written', async (_, status, parts) => {
    const before = await written(world);
    expect(await receive(parts())).toMatchObject({ status });
    expect(await written(world)).toBe(before);
    // The app must accept the unchanged delivery. So if the app refuses the changed delivery, the change is the only
    // possible cause.
    expect(await receive(valid())).toEqual({ status: 200, code: 'stored' });
  });

  it('a body that arrives too slowly is aborted with 408, and nothing is written', async () => {
    async function* trickle() {
      yield valid().body.subarray(0, 1);
      await new Promise(() => undefined);
    }
    const before = await written(world);
    const onLimits = vi.fn();
    const answer = await receive(valid(), { timeoutMs: 100, chunks: trickle(), onLimits });
    expect(answer).toMatchObject({ status: 408 });
    // The test does not wait for the real limit of time, so it compares the limit.
    expect(onLimits).toHaveBeenCalledExactlyOnceWith({ bytesMax: 262_144, timeoutMs: 5_000 });
    expect(await written(world)).toBe(before);
  });

  it('M1 EVT-7: a timestamp 300 s in the past or future is accepted, and 301 s is refused', async () => {
    const at = 1_800_000_000;
    const received = (seconds: number) =>
      receive(signed(a.installId, a.secret, validEvent(), String(at + seconds)), { nowSeconds: at });
    for (const seconds of [-300, 300]) expect(await received(seconds)).toMatchObject({ status: 200 });
    for (const seconds of [-301, 301])
      expect(await received(seconds)).toEqual({ status: 400, code: 'bad_timestamp' });
  });

  it(`EVT-6: none of ${mutationsMax} mutations of a valid delivery is accepted, and nothing is written`, async () => {
    const original = signed(a.installId, a.secret, {
      ...validEvent(),
      data: {
        order_id: 'ord_1',
        total_minor: 125000,
        tags: ['هدية', 'VIP'],
        ratio: 1.5,
        note: "it's \\ here",
      },
    });
    const seed = Date.now() % 2 ** 31;
    console.log(`mutations of a delivery: seed ${seed}`);
    const before = await written(world);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(mutationOf(original, b.installId), async (parts) => {
        // Each delivery has its own client address, because the receiver delays the deliveries from an address with
        // many failures.
        expect((await receive(parts, { address: `client ${count++}` })).status).not.toBe(200);
      }),
      { seed, numRuns: mutationsMax },
    );
    expect(await written(world)).toBe(before);
    expect(await receive(original)).toEqual({ status: 200, code: 'stored' });
  });
});

it('S10: a forged delivery costs one HMAC, for an unknown install as for a known one', async () => {
  const hashes = vi.spyOn(crypto, 'createHmac');
  syncBuiltinESMExports();
  const countHashes = async (installId: string) => {
    const forged = signed(installId, 'a guess', validEvent());
    // The first delivery loads the secrets of the install into memory, so that the second delivery needs no
    // database read.
    await receive(forged);
    hashes.mockClear();
    expect(await receive(forged)).toEqual({ status: 401, code: 'bad_signature' });
    return hashes.mock.calls.length;
  };
  try {
    expect(await countHashes(a.installId)).toBe(1);
    expect(await countHashes('inst_unknown')).toBe(1);
  } finally {
    hashes.mockRestore();
    syncBuiltinESMExports();
  }
});
