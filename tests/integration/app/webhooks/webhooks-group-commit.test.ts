import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dbPool } from '@/lib/system/db';
import { BoundMessage } from '@/lib/system/statements/bound-message';
import { startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { startOutage } from '@/tests/support/integration/database-outage';
import { eventOf, signed } from '@/tests/support/webhooks/delivery';
import { receive } from '@/tests/support/webhooks/receive';
import { eventually } from '@/tests/support/stack/eventually';
import { inboxOf } from '@/tests/support/mirror/inbox-probe';
import { type SubscribedInstall, subscribedInstall } from '@/tests/support/webhooks/subscribed-install';

let world: AppWorld;
let install: SubscribedInstall;

beforeAll(async () => {
  world = await startAppWorld();
  install = await subscribedInstall(world, 0);
});
afterAll(() => world.stop());
beforeEach(() => world.system('DELETE FROM inbox'));

const event = (change: Record<string, unknown> = {}) => eventOf(install.installId, install.storeId, change);
const deliveryOf = (body: object) => signed(install.installId, install.secret, body);

/**
 * Returns the number of INSERT statements for the inbox (the table of received events) that were sent to the database
 * while `work` ran.
 */
async function countInserts(work: () => Promise<unknown>): Promise<number> {
  const pool = dbPool();
  const { query } = pool;
  let count = 0;
  // Counts the statements and still sends each statement to the database.
  const counting = (...sent: unknown[]) => {
    if (sent[0] instanceof BoundMessage && sent[0].text.includes('INSERT INTO inbox')) count++;
    return Reflect.apply(query, pool, sent);
  };
  pool.query = counting as typeof query;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  return count;
}

it('200 deliveries at the same time, some repeated, some unusable, are answered correctly and stored once, in few statements', async () => {
  const good = Array.from({ length: 150 }, () => event());
  const repeated = good.filter((_, index) => index % 5 === 0);
  const poison = [
    ...Array.from({ length: 10 }, (_, day) => event({ occurred_at: `0000-01-${10 + day}T00:00:00Z` })),
    ...Array.from({ length: 10 }, (_, index) => event({ topic: `order.\0${index}` })),
  ];
  const all = [...good, ...repeated, ...poison].toSorted(({ id }, other) => (id < other.id ? -1 : 1));
  expect(all).toHaveLength(200);
  let answers: { status: number; code: string }[] = [];
  const inserts = await countInserts(async () => {
    answers = await Promise.all(all.map((body) => receive(deliveryOf(body))));
  });
  const poisonIds = new Set(poison.map(({ id }) => id));
  expect(answers).toEqual(
    all.map(({ id }) => ({ status: 200, code: poisonIds.has(id) ? 'quarantined' : 'stored' })),
  );
  const rows = await inboxOf(world, install.installId);
  const ids = (state: string) => rows.filter((row) => row.state === state).map(({ event_id }) => event_id);
  expect(ids('stored').toSorted()).toEqual(good.map(({ id }) => id).toSorted());
  expect(ids('quarantined')).toHaveLength(poison.length);
  expect(rows.every(({ state, reason }) => (state === 'quarantined') === (reason !== null))).toBe(true);
  // Without group commit, the app would send 220 INSERT statements: 200 for the deliveries, and 20 to store the
  // unusable events in quarantine. With group commit, the app sends fewer. If PostgreSQL refuses a group, the app
  // splits the group in half repeatedly, until each unusable event is alone.
  expect(inserts).toBeLessThan(180);
});

it('400 usable deliveries at the same time take few statements', async () => {
  const inserts = await countInserts(() =>
    Promise.all(Array.from({ length: 400 }, () => receive(deliveryOf(event())))),
  );
  expect(inserts).toBeLessThan(40);
  expect(await inboxOf(world, install.installId)).toHaveLength(400);
});

it('bodies of the maximum size at the same time are all stored, byte for byte', async () => {
  const large = Array.from({ length: 40 }, (_, index) =>
    event({ data: { order_id: `ord_${index}`, note: '\\\'"$1؟'.repeat(20_000) } }),
  );
  const answers = await Promise.all(large.map((body) => receive(deliveryOf(body))));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['stored']));
  const rows = await world.system<{ event_id: string; body: string }>('SELECT event_id, body FROM inbox');
  const bodies = new Map(rows.map(({ event_id, body }) => [event_id, body]));
  for (const body of large) expect(bodies.get(body.id) === JSON.stringify(body)).toBe(true);
});

it('M2: when the database stops, every delivery that was answered 200 is stored, and every other one gets 503', async () => {
  const seen: { id: string; status: number }[] = [];
  let going = true;
  const sender = async () => {
    while (going) {
      const body = event();
      seen.push({ id: body.id, status: (await receive(deliveryOf(body))).status });
      await setImmediate();
    }
  };
  const senders = Array.from({ length: 20 }, sender);
  for (let outages = 0; outages < 3; outages++) {
    const taken = seen.length;
    await eventually('deliveries are taken', async () =>
      seen.slice(taken).some(({ status }) => status === 200),
    );
    const endOutage = await startOutage(world);
    const away = seen.length;
    await eventually('deliveries are turned away', async () =>
      seen.slice(away).some(({ status }) => status === 503),
    );
    await endOutage();
  }
  going = false;
  await Promise.all(senders);
  const stored = new Set((await inboxOf(world, install.installId)).map(({ event_id }) => event_id));
  expect(seen.filter(({ id, status }) => status === 200 && !stored.has(id))).toEqual([]);
  expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 503]));
});

it('EVT-2: two processes that receive the same events at the same time store each event once and answer 200 to all', async () => {
  const logs = await mkdtemp(path.join(os.tmpdir(), 'daftar-entries-'));
  const ports = [await freePort(), await freePort()];
  const entries = ports.map((port, index) =>
    startChild({
      name: 'webhook-entry',
      args: ['tests/support/webhooks/webhook-entry.ts'],
      env: { ...world.appEnv, PORT: String(port) },
      logFile: path.join(logs, `${index}.log`),
    }),
  );
  try {
    await Promise.all(entries.map(({ ready }) => ready));
    const events = Array.from({ length: 150 }, () => event());
    const send = async (port: number, body: object) => {
      const parts = deliveryOf(body);
      const url = `http://127.0.0.1:${port}/api/webhooks`;
      const response = await fetch(url, {
        method: 'POST',
        headers: parts.headers,
        body: Buffer.from(parts.body),
      });
      await response.arrayBuffer();
      return response.status;
    };
    const statuses = await Promise.all(
      ports.flatMap((port, turn) =>
        (turn === 0 ? events : events.toReversed()).map((body) => send(port, body)),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const stored = (await inboxOf(world, install.installId)).map(({ event_id }) => event_id);
    expect(stored.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  } finally {
    await Promise.all(entries.map((entry) => entry.stop()));
    await rm(logs, { recursive: true, force: true });
  }
});
