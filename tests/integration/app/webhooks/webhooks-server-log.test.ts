import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { dbPool } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { storeEvent } from '@/lib/webhooks/inbox.server';
import type { InboxRow } from '@/lib/webhooks/read-event';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { inboxOf } from '@/tests/support/mirror/inbox-probe';
import { findServerLog, type ServerLog } from '@/tests/support/stack/server-log';
import { eventOf, signed } from '@/tests/support/webhooks/delivery';
import { receive } from '@/tests/support/webhooks/receive';
import { type SubscribedInstall, subscribedInstall } from '@/tests/support/webhooks/subscribed-install';

let world: AppWorld;
let install: SubscribedInstall;
let serverLog: ServerLog;

beforeAll(async () => {
  world = await startAppWorld();
  install = await subscribedInstall(world, 0);
  serverLog = await findServerLog();
});
afterAll(() => world.stop());

/** Returns events with a text that occurs nowhere else, the canary. Each event has it in all of its free texts. */
function eventsWith(canary: string, change: Record<string, unknown> = {}) {
  return Array.from({ length: 5 }, () =>
    eventOf(install.installId, install.storeId, {
      data: { order_id: 'ord_1', note: canary, customer: { name: `${canary} ${'x'.repeat(300)}` } },
      ...change,
    }),
  );
}

const movement = (reason: string) => ({
  topic: 'inventory.movement_created',
  data: {
    movement_id: 'mov_1',
    variant_id: 'var_1',
    location_id: 'loc_1',
    delta: 1,
    stock_after: 2,
    reason,
  },
});

/** A row of the inbox with the canary in its body. */
const rowOf = (canary: string): InboxRow => ({
  installId: install.installId,
  eventId: randomUUID(),
  topic: 'order.created',
  sequence: null,
  occurredAt: null,
  test: false,
  body: JSON.stringify({ note: canary }),
  state: 'stored',
  reason: null,
  kind: null,
  entityId: null,
  movement: null,
});

const deliver = (events: object[]) =>
  Promise.all(events.map((body) => receive(signed(install.installId, install.secret, body))));

/** Makes each INSERT into the inbox fail, with an error of its own. */
async function refuseInserts(work: (message: string) => Promise<void>): Promise<void> {
  const message = `refused by a test ${randomUUID()}`;
  await world.sql.query(`CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '${message}'; END $$`);
  await world.sql.query(
    'CREATE TRIGGER refuse_event BEFORE INSERT ON inbox FOR EACH ROW EXECUTE FUNCTION refuse_event()',
  );
  try {
    await work(message);
  } finally {
    await world.sql.query('DROP TRIGGER refuse_event ON inbox; DROP FUNCTION refuse_event');
  }
}

describe.skipIf(inject('testServer').nodes)('S8: the log of PostgreSQL has no text of an event', () => {
  it('the log shows the text of a statement that fails (control)', async () => {
    const canary = `canary-${randomUUID()}`;
    await expect(world.sql.query(`SELECT 1 / (length('${canary}') * 0)`)).rejects.toThrow('division by zero');
    expect(await serverLog.readWith(canary)).toContain('STATEMENT:  SELECT 1 / (length');
  });

  it('when the statement waits too long for a lock', async () => {
    const canary = `canary-${randomUUID()}`;
    const before = (await serverLog.read()).length;
    await world.sql.query('BEGIN; LOCK TABLE inbox IN ACCESS EXCLUSIVE MODE');
    const answers = await deliver(eventsWith(canary));
    await world.sql.query('ROLLBACK');
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    const log = await serverLog.readWith('canceling statement due to lock timeout');
    expect(log.slice(before)).toContain('INSERT INTO inbox');
    expect(log.includes(canary)).toBe(false);
  }, 60_000);

  it.each([
    ['prepared', undefined],
    ['not prepared', 'off'],
  ] as const)('when the statement fails (%s)', async (_, setting) => {
    const canary = `canary-${randomUUID()}`;
    if (setting) env().PREPARED_STATEMENTS = setting;
    onTestFinished(() => void delete env().PREPARED_STATEMENTS);
    await refuseInserts(async (message) => {
      const answers = await deliver(eventsWith(canary));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      const log = await serverLog.readWith(message);
      expect(log.slice(log.lastIndexOf(message))).toContain('INSERT INTO inbox');
      expect(log.includes(canary)).toBe(false);
    });
  });

  it('when PostgreSQL refuses a value of the event', async () => {
    const canary = `canary-${randomUUID()}`;
    const row = { ...rowOf(canary), occurredAt: '2026-02-31T00:00:00Z' };
    await expect(storeEvent(row)).rejects.toThrow('date/time field value out of range');
    const log = await serverLog.readWith('2026-02-31T00:00:00Z');
    expect(log).toContain('INSERT INTO inbox');
    expect(log.includes(canary)).toBe(false);
  });

  it.each([
    ['a NUL character', (canary: string) => eventsWith(canary, { topic: `${canary}\0` })],
    ['half of a character', (canary: string) => eventsWith(canary, movement(`${canary} \ud83d`))],
  ])('when PostgreSQL cannot store %s, and the event is quarantined', async (_, events) => {
    const canary = `canary-${randomUUID()}`;
    const answers = await deliver([...events(canary), ...eventsWith(canary)]);
    expect(answers.map(({ code }) => code)).toEqual([
      ...Array<string>(5).fill('quarantined'),
      ...Array<string>(5).fill('stored'),
    ]);
    expect((await serverLog.read()).includes(canary)).toBe(false);
  });
});

describe('prepared statements of the inbox', () => {
  it('if a pooler has lost them, the events are stored without them', async () => {
    await deliver([eventOf(install.installId, install.storeId)]);
    const lost = await Promise.all(Array.from({ length: 10 }, () => dbPool().connect()));
    for (const connection of lost) await connection.query('DEALLOCATE ALL');
    for (const connection of lost) connection.release();
    const event = eventOf(install.installId, install.storeId);
    expect((await deliver([event])).map(({ code }) => code)).toEqual(['stored']);
    expect((await inboxOf(world, install.installId)).map(({ event_id }) => event_id)).toContain(event.id);
  });
});
