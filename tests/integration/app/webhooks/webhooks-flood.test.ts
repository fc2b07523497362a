import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryHeaders } from 'commerce-platform-client/contract/webhooks';
import { dbPool } from '@/lib/system/db';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { startOutage } from '@/tests/support/integration/database-outage';
import { eventOf, signed, validDelivery, withHeaders } from '@/tests/support/webhooks/delivery';
import { receive } from '@/tests/support/webhooks/receive';
import { written } from '@/tests/support/mirror/inbox-probe';
import { type SubscribedInstall, subscribedInstall } from '@/tests/support/webhooks/subscribed-install';

let world: AppWorld;
let installs: SubscribedInstall[];

beforeAll(async () => {
  world = await startAppWorld();
  installs = await Promise.all([0, 1, 2].map((store) => subscribedInstall(world, store)));
});
afterAll(() => world.stop());

/** Returns a delivery for an install id that never existed. It is signed with a wrong secret. */
const invented = () => signed(`inst_${randomUUID()}`, 'a guess', eventOf('inst_x', 'store_x'));
const forged = (install: SubscribedInstall) =>
  withHeaders(validDelivery(install), {
    [deliveryHeaders.signature]: randomUUID().replaceAll('-', '').repeat(2),
  });

/** Returns how often the app read a webhook secret from the database while `work` ran. */
async function countLookUps(work: () => Promise<unknown>): Promise<number> {
  const pool = dbPool();
  let lookUps = 0;
  // Counts the calls of pool.connect() without arguments. Only the read of a webhook secret calls it so: an insert uses
  // pool.query, which calls connect with a callback.
  const { connect } = pool;
  const counting = (...sent: unknown[]) => {
    if (sent.length === 0) lookUps++;
    return Reflect.apply(connect, pool, sent);
  };
  pool.connect = counting as typeof connect;
  try {
    await work();
  } finally {
    pool.connect = connect;
  }
  return lookUps;
}

/** Makes every request for a database connection wait until the returned function is called. */
function holdConnections(): () => void {
  const pool = dbPool();
  const { connect } = pool;
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  pool.connect = (async () => {
    await released;
    return Reflect.apply(connect, pool, []);
  }) as typeof connect;
  return () => {
    pool.connect = connect;
    release();
  };
}

describe('a flood of forged deliveries', () => {
  it('refuses no valid delivery from the same or another address, writes nothing and costs few queries', async () => {
    const flooder = '203.0.113.9';
    const statuses = { forged: [] as number[], valid: [] as number[] };
    const startedMs = performance.now();
    const lookUps = await countLookUps(async () => {
      for (let wave = 0; wave < 20; wave++) {
        const bad = Array.from({ length: 150 }, (_, index) => {
          const known = installs[index % installs.length];
          return receive(index % 2 === 0 || !known ? invented() : forged(known), { address: flooder });
        });
        const good = installs.flatMap((install) =>
          [flooder, '198.51.100.7'].map((address) => receive(validDelivery(install), { address })),
        );
        for (const { status } of await Promise.all(bad)) statuses.forged.push(status);
        for (const { status } of await Promise.all(good)) statuses.valid.push(status);
      }
    });
    expect(new Set(statuses.valid)).toEqual(new Set([200]));
    expect(new Set(statuses.forged)).toEqual(new Set([401]));
    const [{ count } = { count: '' }] = await world.system<{ count: string }>('SELECT count(*) FROM inbox');
    expect(Number(count)).toBe(statuses.valid.length);
    // Each of the 20 rounds invents 75 install ids. All 75 ids together cause at most two look-ups. Each of the three
    // existing installs causes at most one look-up a second.
    expect(lookUps).toBeLessThan(2 * 20 + (3 * (performance.now() - startedMs)) / 1_000);
  });

  it('an unknown install is looked up once; the result "unknown" is then cached for a while', async () => {
    const parts = invented();
    const before = await written(world);
    const lookUps = await countLookUps(async () => {
      for (let count = 0; count < 50; count++)
        expect(await receive(parts, { address: `client ${count}` })).toEqual({
          status: 401,
          code: 'bad_signature',
        });
    });
    expect(lookUps).toBe(1);
    expect(await written(world)).toBe(before);
  });

  it('requests for an install during its look-up share the result', async () => {
    const parts = invented();
    const send = (count: number) => receive(parts, { address: `other ${count}` });
    const lookUps = await countLookUps(async () => {
      const release = holdConnections();
      const first = send(0);
      await new Promise((resolve) => setTimeout(resolve, 20));
      const rest = Array.from({ length: 50 }, (_, count) => send(count + 1));
      release();
      await Promise.all([first, ...rest]);
    });
    expect(lookUps).toBe(1);
  });

  it('EVT-8: failed signatures for a known install cause at most one look-up a second, not one look-up each', async () => {
    const [install] = installs;
    if (!install) throw new Error('no install');
    const startedMs = performance.now();
    const lookUps = await countLookUps(async () => {
      for (let count = 0; count < 60; count++)
        expect(await receive(forged(install), { address: `guesser ${count}` })).toMatchObject({
          status: 401,
        });
    });
    expect(lookUps).toBeLessThanOrEqual(1 + (performance.now() - startedMs) / 1_000);
  });

  it('requests of an address that failed often wait and share look-ups; other addresses do not wait', async () => {
    const spent = '203.0.113.77';
    await Promise.all(Array.from({ length: 30 }, () => receive(invented(), { address: spent })));
    const startedMs = performance.now();
    const together = await countLookUps(async () => {
      const answers: Promise<unknown>[] = [];
      for (let count = 0; count < 15; count++) {
        answers.push(receive(invented(), { address: spent }));
        await new Promise((resolve) => setTimeout(resolve, 8));
      }
      await Promise.all(answers);
    });
    expect(together).toBeLessThanOrEqual(2 + (performance.now() - startedMs) / 200);
    const alone = await countLookUps(async () => {
      for (let count = 0; count < 15; count++) await receive(invented(), { address: `newcomer ${count}` });
    });
    expect(alone).toBe(15);
  });

  it('if more invented installs arrive at the same time than may wait, the others get 503, because they were not validated', async () => {
    // The test must send all look-ups of webhook secrets to one queue, so that the queue becomes full. Addresses with
    // many failed deliveries use another queue. So the test uses an address from which no delivery has failed yet.
    const address = '203.0.113.10';
    const release = holdConnections();
    const requests = Array.from({ length: 2_500 }, () => receive(invented(), { address }));
    // The queue of look-ups of webhook secrets is full. So the app must respond to the next request at once, while the
    // requests in the queue still wait.
    expect(await Promise.race(requests)).toEqual({ status: 503, code: 'overloaded' });
    release();
    const answers = await Promise.all(requests);
    const codes = new Set(answers.map(({ status, code }) => `${status} ${code}`));
    expect(codes).toEqual(new Set(['401 bad_signature', '503 overloaded']));
    const [install] = installs;
    if (install)
      expect(await receive(validDelivery(install), { address })).toMatchObject({
        status: 200,
      });
  });

  it('an install that cannot be looked up while the database is down gets 503, never 401', async () => {
    const endOutage = await startOutage(world);
    try {
      expect(await receive(invented(), { address: 'elsewhere' })).toEqual({
        status: 503,
        code: 'unavailable',
      });
    } finally {
      await endOutage();
    }
  });

  it('no body is read while the install of its delivery is still looked up', async () => {
    let isRead = false;
    function* watched(body: Uint8Array) {
      isRead = true;
      yield body;
    }
    const parts = invented();
    const release = holdConnections();
    const answer = receive(parts, { address: 'slow database', chunks: watched(parts.body) });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isRead).toBe(false);
    release();
    expect(await answer).toMatchObject({ status: 401 });
    expect(isRead).toBe(true);
  });
});
