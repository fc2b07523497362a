import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dbPool, systemQuery, tenantDb, withSystem } from '@/lib/system/db';
import { purgeAll } from '@/lib/worker/purge.server';
import { applyEvents } from '@/lib/webhooks/apply-events.server';
import { createBodyPartitions, renewBodyPartitions } from '@/lib/webhooks/body-partitions.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { written } from '@/tests/support/mirror/inbox-probe';
import { eventOf, signed } from '@/tests/support/webhooks/delivery';
import { receive } from '@/tests/support/webhooks/receive';
import { type SubscribedInstall, subscribedInstall } from '@/tests/support/webhooks/subscribed-install';

/**
 * Tests the partitions of the table inbox_bodies. In these tests, a day is a number relative to today in UTC. A
 * partition has the bodies that are deleted on its day. The app and the worker use a login that owns no table, as in
 * production.
 */

let world: AppWorld;
let install: SubscribedInstall;

beforeAll(async () => {
  world = await startAppWorld({ appLogin: true });
  install = await subscribedInstall(world, 0);
});
afterAll(() => world.stop());
beforeEach(async () => {
  for (const day of await partitionDays()) await dropPartition(day);
  await world.system('DELETE FROM inbox');
});

const event = (change: Record<string, unknown> = {}) => eventOf(install.installId, install.storeId, change);
const deliver = (body: object) => receive(signed(install.installId, install.secret, body));
const nameOf = async (day: number) => {
  const { rows } = await world.sql.query<{ name: string }>(
    `SELECT 'inbox_bodies_' || to_char((now() AT TIME ZONE 'UTC')::date + $1::int, 'YYYYMMDD') AS name`,
    [day],
  );
  return rows[0]?.name ?? '';
};
/** Returns the days of all partitions, sorted. */
async function partitionDays(): Promise<number[]> {
  const { rows } = await world.sql.query<{ day: number }>(
    `SELECT to_date(right(c.relname, 8), 'YYYYMMDD') - (now() AT TIME ZONE 'UTC')::date AS day
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'inbox_bodies'::regclass ORDER BY 1`,
  );
  return rows.map(({ day }) => day);
}
/** Drops the partition of a day, with the rights of the owner of the tables. */
const dropPartition = async (day: number) => world.sql.query(`DROP TABLE ${await nameOf(day)}`);
/**
 * As the owner of the tables, creates the partition of a day (which may be in the past) and stores one body in the
 * partition.
 */
async function plantBody(day: number, eventId: string): Promise<void> {
  const name = await nameOf(day);
  await world.sql.query(
    `CREATE TABLE ${name} PARTITION OF inbox_bodies FOR VALUES FROM ('${name.slice(-8)}') TO (('${name.slice(-8)}'::date + 1))`,
  );
  await world.system(
    `INSERT INTO inbox_bodies SELECT $1, $2, (now() AT TIME ZONE 'UTC')::date + $3::int, 'said'`,
    [install.installId, eventId, day],
  );
}
const bodies = async () => {
  const rows = await world.system<{ event_id: string; day: number }>(
    `SELECT event_id, delete_on - (now() AT TIME ZONE 'UTC')::date AS day FROM inbox_bodies ORDER BY delete_on, event_id COLLATE "C"`,
  );
  return rows.map(({ event_id, day }): [string, number] => [event_id, day]);
};
/** Returns the ids of the events whose bodies are still stored in the inbox. */
const bodiesInInbox = async () => {
  const rows = await world.system<{ event_id: string }>(
    'SELECT event_id FROM inbox WHERE body IS NOT NULL ORDER BY event_id',
  );
  return rows.map(({ event_id }) => event_id);
};
/** Delivers an event and applies it. Afterwards the body of the event is in a partition. */
async function deliverAndApply(change: Record<string, unknown> = {}): Promise<string> {
  const body = event(change);
  expect((await deliver(body)).status).toBe(200);
  expect(await applyEvents()).toBe(1);
  return body.id;
}
/** The days whose partitions the worker creates: the next eight days, and three more in advance. */
const needed = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

describe('creating partitions', () => {
  it('the worker creates the partitions of the next days, and a repetition creates none', async () => {
    expect(await createBodyPartitions()).toBe(needed.length);
    expect(await partitionDays()).toEqual(needed);
    expect(await createBodyPartitions()).toBe(0);
  });

  it('four workers at the same time create each partition once', async () => {
    const created = await Promise.all([1, 2, 3, 4].map(() => createBodyPartitions()));
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(needed.length);
    expect(await partitionDays()).toEqual(needed);
  });

  it('after a pause of many days, the missing partitions are created and all old ones are dropped', async () => {
    for (const day of [-60, -40, -1, 0, 5]) await plantBody(day, `evt_${day}`);
    expect(await renewBodyPartitions()).toBe(4);
    expect(await partitionDays()).toEqual(needed);
    expect(await bodies()).toEqual([['evt_5', 5]]);
  });

  it('deliveries on a day without a partition are stored, and applying them creates it, also in several workers at once', async () => {
    const events = Array.from({ length: 20 }, () => event());
    const answers = await Promise.all(events.map((body) => deliver(body)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['stored']));
    expect(await partitionDays()).toEqual([]);
    const applied = await Promise.all([1, 2, 3, 4].map(() => applyEvents()));
    expect(applied.reduce((sum, count) => sum + count, 0)).toBe(events.length);
    expect(await bodies()).toEqual(events.map(({ id }) => [id, 8]).toSorted());
    expect(await bodiesInInbox()).toEqual([]);
  });

  it('M2: if a partition cannot be created, deliveries are still stored, and are applied later', async () => {
    const body = event();
    await world.sql.query('ALTER FUNCTION create_body_partition(date) RENAME TO away');
    try {
      expect(await deliver(body)).toEqual({ status: 200, code: 'stored' });
      await expect(applyEvents()).rejects.toThrow('create_body_partition');
      expect(await bodiesInInbox()).toEqual([body.id]);
    } finally {
      await world.sql.query('ALTER FUNCTION away(date) RENAME TO create_body_partition');
    }
    expect(await applyEvents()).toBe(1);
    expect(await bodies()).toEqual([[body.id, 8]]);
  });

  it('a crash before the commit leaves no partition, and the next run creates all', async () => {
    const crash = new Error('crash');
    const crashing = withSystem(async (tx) => {
      await tx.$queryRaw`SELECT create_body_partition((now() AT TIME ZONE 'UTC')::date + 8)`;
      throw crash;
    });
    await expect(crashing).rejects.toThrow(crash);
    expect(await partitionDays()).toEqual([]);
    expect(await createBodyPartitions()).toBe(needed.length);
  });
});

describe('moving bodies', () => {
  it('a crash while events are applied leaves each body in the inbox, and the next run moves it once', async () => {
    const body = event();
    await deliver(body);
    const crash = new Error('crash');
    const crashing = withSystem(async (tx) => {
      await tx.$queryRaw`SELECT apply_events(500)`;
      throw crash;
    });
    await expect(crashing).rejects.toThrow(crash);
    expect([await bodiesInInbox(), await bodies()]).toEqual([[body.id], []]);
    expect(await applyEvents()).toBe(1);
    expect([await bodiesInInbox(), await bodies()]).toEqual([[], [[body.id, 8]]]);
    const rows = await world.system('SELECT body FROM inbox_bodies');
    expect(rows).toEqual([{ body: JSON.stringify(body) }]);
  });

  it.each<[number, [string, number][]]>([
    [0, [['evt_late', 8]]],
    [7, [['evt_late', 1]]],
    [8, []],
    [20, []],
  ])(
    'an event that is applied %i days after its receipt keeps its body only until the eighth day',
    async (days, kept) => {
      await world.system(
        `INSERT INTO inbox (install_id, event_id, topic, body, received_at)
       VALUES ($1, 'evt_late', 'order.updated', 'said', now() - $2 * interval '1 day')`,
        [install.installId, days],
      );
      expect(await applyEvents()).toBe(1);
      expect(await bodies()).toEqual(kept);
      expect(await bodiesInInbox()).toEqual([]);
    },
  );

  it('an event loses its movement in the inbox when it is applied, and the movement is stored', async () => {
    const data = {
      movement_id: 'mov_1',
      variant_id: 'var_1',
      location_id: 'loc_1',
      delta: -3,
      stock_after: 9,
      reason: 'sale',
    };
    await deliverAndApply({ topic: 'inventory.movement_created', data });
    expect(await world.system('SELECT movement FROM inbox')).toEqual([{ movement: null }]);
    const stored = await world.system('SELECT delta FROM movements WHERE install_id = $1', [
      install.installId,
    ]);
    expect(stored).toEqual([{ delta: '-3' }]);
  });
});

describe('dropping partitions', () => {
  it('S20: a purge drops exactly the bodies whose day has come, and keeps those of quarantined events', async () => {
    for (const day of [-1, 0, 1, 7]) await plantBody(day, `evt_${day}`);
    const applied = await deliverAndApply();
    const unknown = event({ topic: 'order.teleported' });
    expect(await deliver(unknown)).toEqual({ status: 200, code: 'quarantined' });
    await world.system(
      `UPDATE inbox SET received_at = now() - interval '29 days' WHERE state = 'quarantined'`,
    );
    expect((await purgeAll()).bodyPartitions).toBe(2);
    expect(await bodies()).toEqual([
      ['evt_1', 1],
      ['evt_7', 7],
      [applied, 8],
    ]);
    expect(await bodiesInInbox()).toEqual([unknown.id]);
    expect((await purgeAll()).bodyPartitions).toBe(0);
  });

  it('four workers at the same time drop each partition once', async () => {
    for (const day of [-4, -3, -2, -1, 0]) await plantBody(day, `evt_${day}`);
    const dropped = await Promise.all([1, 2, 3, 4].map(() => renewBodyPartitions()));
    expect(dropped.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(await partitionDays()).toEqual(needed);
  });

  it('a crash between two drops loses nothing: the next run drops the rest', async () => {
    for (const day of [-2, -1, 0]) await plantBody(day, `evt_${day}`);
    await systemQuery('SELECT drop_body_partition()', []);
    expect(await bodies()).toEqual([
      ['evt_-1', -1],
      ['evt_0', 0],
    ]);
    expect(await renewBodyPartitions()).toBe(2);
    expect(await bodies()).toEqual([]);
  });

  it('M3: an event that is delivered again after its body was dropped changes nothing', async () => {
    const body = event();
    await deliver(body);
    expect(await applyEvents()).toBe(1);
    await dropPartition(8);
    const before = await written(world);
    expect(await deliver(body)).toEqual({ status: 200, code: 'stored' });
    expect(await applyEvents()).toBe(0);
    expect(await bodies()).toEqual([]);
    expect(await written(world)).toBe(before);
  });

  it('a backup that reads the bodies delays the drop, but no delivery and no event', async () => {
    await plantBody(0, 'evt_old');
    await createBodyPartitions();
    const reader = new pg.Client({ connectionString: world.appEnv.DATABASE_URL });
    await reader.connect();
    try {
      await reader.query('BEGIN; SET LOCAL ROLE daftar_system; SELECT count(*) FROM inbox_bodies');
      expect((await purgeAll()).bodyPartitions).toBe(null);
      const applied = await deliverAndApply();
      expect(await bodies()).toEqual([
        ['evt_old', 0],
        [applied, 8],
      ]);
      await reader.query('ROLLBACK');
      expect((await purgeAll()).bodyPartitions).toBe(1);
    } finally {
      await reader.end();
    }
  });

  it('the bodies of an uninstalled store are deleted from all partitions, and those of other stores stay', async () => {
    const other = await subscribedInstall(world, 1);
    for (const day of [1, 2]) {
      await plantBody(day, `evt_${day}`);
      await world.system(
        `INSERT INTO inbox_bodies SELECT $1, event_id, delete_on, body FROM inbox_bodies WHERE event_id = $2`,
        [other.installId, `evt_${day}`],
      );
    }
    await world.system(
      `UPDATE installs SET status = 'revoked', revoked_at = now() - interval '25 hours' WHERE install_id = $1`,
      [other.installId],
    );
    expect((await purgeAll()).bodiesOfUninstalled).toBe(2);
    expect(await bodies()).toEqual([
      ['evt_1', 1],
      ['evt_2', 2],
    ]);
    const left = await world.system('SELECT DISTINCT install_id FROM inbox_bodies');
    expect(left).toEqual([{ install_id: install.installId }]);
  });
});

describe('the rights to partitions', () => {
  beforeEach(async () => {
    await deliverAndApply();
  });

  it('S25: neither role can read a partition by its name, and a tenant cannot read the bodies at all', async () => {
    const name = await nameOf(8);
    expect(await bodies()).toHaveLength(1);
    const asTenant = (table: string) =>
      tenantDb(install.installId).transaction((tx) => tx.$queryRawUnsafe(`SELECT * FROM ${table}`));
    for (const table of [name, 'inbox_bodies'])
      await expect(asTenant(table)).rejects.toThrow(`permission denied for table ${table}`);
    for (const statement of [
      `SELECT FROM ${name}`,
      `DELETE FROM ${name}`,
      `TRUNCATE ${name}`,
      `DROP TABLE ${name}`,
    ])
      await expect(systemQuery(statement, []), statement).rejects.toThrow(/permission denied|must be owner/);
  });

  it('S25: each partition has row security, also for its owner', async () => {
    const { rows } = await world.sql.query(
      `SELECT DISTINCT relrowsecurity AS enabled, relforcerowsecurity AS forced FROM pg_inherits
       JOIN pg_class ON oid = inhrelid WHERE inhparent = 'inbox_bodies'::regclass`,
    );
    expect(rows).toEqual([{ enabled: true, forced: true }]);
    expect((await world.sql.query(`SELECT FROM ${await nameOf(8)}`)).rowCount).toBe(0);
  });

  it.each(['create_body_partition(current_date)', 'drop_body_partition()'])(
    'S25: a tenant and the login itself cannot call %s',
    async (call) => {
      const denied = /permission denied for function/;
      await expect(
        tenantDb(install.installId).transaction((tx) => tx.$queryRawUnsafe(`SELECT ${call}`)),
      ).rejects.toThrow(denied);
      await expect(dbPool().query(`SELECT ${call}`)).rejects.toThrow(denied);
    },
  );

  it.each([-1, 41])('no partition is created for a day far from the days in use: %s', async (day) => {
    await expect(
      systemQuery(`SELECT create_body_partition((now() AT TIME ZONE 'UTC')::date + $1::int)`, [day]),
    ).rejects.toThrow('no partition for this day');
  });
});
