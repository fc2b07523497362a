import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { metrics } from '@/lib/system/metrics/metrics';
import { tables } from '@/lib/system/tables';
import { createBodyPartitions } from '@/lib/webhooks/body-partitions.server';
import { purgeAll, startPurgeFailures } from '@/lib/worker/purge.server';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { everyRow } from '@/tests/support/integration/every-row';
import { superuserOf } from '@/tests/support/mirror/mirror-database';

let world: AppWorld;
let superuser: pg.Client;

beforeAll(async () => {
  world = await startAppWorld();
  await createBodyPartitions();
  superuser = await superuserOf(inject('testServer'), { url: world.appEnv.DATABASE_URL ?? '' });
});
afterAll(async () => {
  await superuser.end();
  await world.stop();
});

const names = Object.keys(tables);
const purged = async () => {
  const removed = await purgeAll();
  expect(Object.values(removed)).not.toContain(null);
  return removed;
};
const system = <Row extends object>(text: string, values: unknown[] = []) => world.system<Row>(text, values);

/** Calls `work` in one transaction as the owner of the tables, with row security disabled. */
async function asOwner<T>(work: () => Promise<T>): Promise<T> {
  await world.sql.query('BEGIN');
  try {
    for (const name of names)
      await world.sql.query(`ALTER TABLE ${pg.escapeIdentifier(name)} DISABLE ROW LEVEL SECURITY`);
    const result = await work();
    // PostgreSQL refuses to alter a table that has pending deferred triggers. So the test runs these triggers now.
    await world.sql.query('SET CONSTRAINTS ALL IMMEDIATE');
    for (const name of names)
      await world.sql.query(`ALTER TABLE ${pg.escapeIdentifier(name)} ENABLE ROW LEVEL SECURITY`);
    await world.sql.query('COMMIT');
    return result;
  } catch (error) {
    await world.sql.query('ROLLBACK');
    throw error;
  }
}

type Column = { table: string; name: string; type: string };
const columnsOf = async (): Promise<Column[]> => {
  const { rows } = await world.sql.query<Column>(
    `SELECT table_name AS table, column_name AS name, udt_name AS type FROM information_schema.columns
     JOIN pg_class ON oid = format('public.%I', table_name)::regclass AND NOT relispartition
     WHERE table_schema = 'public' AND is_generated = 'NEVER' AND table_name <> '_prisma_migrations' ORDER BY table_name, ordinal_position`,
  );
  // The test uses only the tables of its own release. `npm run test:previous` runs it on the schema of the next
  // release, which may have more tables.
  return rows.filter(({ table }) => names.includes(table));
};

const uuid = () => randomUUID();
/**
 * Returns a test value for a column. For text types it contains the canary, a word for which the test searches after
 * the purge. For other types, the function returns any valid value.
 */
function valueOf({ table, name, type }: Column, installId: string, canary: string): unknown {
  if (name === 'install_id') return installId;
  // The items of a bulk run refer to the run by `run_id`. So this column gets the same value as the run's `id`.
  if (name === 'run_id' || (table === 'bulk_runs' && name === 'id'))
    return installId.length > 0 ? runIdOf(installId) : null;
  if (name === 'revoked_at' || /^(previous|finish_claimed|trial)_until$/.test(name) || name === 'lease_until')
    return null;
  if (name === 'state' && table === 'inbox') return 'ignored';
  if (name === 'role' && table === 'staff_roles') return 'owner';
  // A quote in state `draft` is enough for the test. The columns that other states require stay empty.
  if (table === 'quotes' && name === 'state') return 'draft';
  if (table === 'quotes' && ['number', 'order_id', 'operation_id', 'purged_at'].includes(name)) return null;
  if (table === 'quotes' && name === 'version') return 0;
  // A bulk item is for a variant or for an order. This item is for a variant, because only an item for a variant can
  // have a note.
  if (table === 'bulk_items' && ['order_id', 'tracking_number'].includes(name)) return null;
  if (type === 'text') return `${canary} ${table} ${name}`;
  if (type === '_text') return [`${canary} ${table} ${name}`];
  if (type === 'jsonb') return JSON.stringify({ [canary]: `${table} ${name}` });
  if (type === 'uuid') return uuid();
  if (type === 'timestamptz') return new Date();
  // The table inbox_bodies has one partition for each day of deletion. A body that is stored today is deleted in eight
  // days, so it belongs to the partition of that day.
  if (type === 'date') return new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10);
  if (type === 'bool') return false;
  // A constraint requires that the counts of a bulk run add up. The test uses 0 for each count.
  if (table === 'bulk_runs') return 0;
  return 1;
}

const runs = new Map<string, string>();
function runIdOf(installId: string): string {
  const id = runs.get(installId) ?? uuid();
  runs.set(installId, id);
  return id;
}

/**
 * Inserts one row of the install into every table that has the column install_id. Each text column contains the canary,
 * a word for which the test searches after the purge. Returns the names of the tables.
 */
async function plant(installId: InstallId, canary: string): Promise<string[]> {
  const columns = await columnsOf();
  const perInstall = new Set(columns.filter(({ name }) => name === 'install_id').map(({ table }) => table));
  const order = [
    'budgets',
    'bulk_runs',
    ...[...perInstall].filter((name) => !['budgets', 'bulk_runs', 'installs'].includes(name)),
  ];
  await asOwner(async () => {
    for (const table of order) {
      const own = columns.filter((column) => column.table === table);
      const values = own.map((column) => valueOf(column, installId, canary));
      // Deletes the existing rows of the install, because some tables allow only one row per install.
      await world.sql.query(`DELETE FROM ${pg.escapeIdentifier(table)} WHERE install_id = $1`, [installId]);
      const list = own.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
      await world.sql.query(
        `INSERT INTO ${pg.escapeIdentifier(table)} (${list}) VALUES (${own.map((_, n) => `$${n + 1}`).join(', ')})`,
        values,
      );
    }
    await world.sql.query('UPDATE installs SET store_name = $2, store_slug = $2 WHERE install_id = $1', [
      installId,
      canary,
    ]);
  });
  return [...perInstall];
}

const tablesWith = async (text: string) =>
  [...(await everyRow(superuser))]
    .flatMap(([name, rows]) => (rows.some((row) => row.includes(text)) ? [name] : []))
    .sort();

const revoke = (installId: InstallId, hours: number) =>
  system(
    `UPDATE installs SET status = 'revoked', revoked_at = now() - $2 * interval '1 hour' WHERE install_id = $1`,
    [installId, hours],
  );

describe('an uninstalled store', () => {
  it('is deleted from every table within 48 h; only its closed install and the ids of its events stay, without text', async () => {
    const [gone, stays] = [await world.install(), await world.install({ store: 1 })];
    const planted = await plant(gone, 'canary_gone');
    await plant(stays, 'canary_stays');
    // The canary is the word for which the test searches after the purge. The purge must remove it, so each table with
    // a text column must contain it before the purge.
    expect((await tablesWith('canary_gone')).sort()).toEqual(
      // The tables without a text column cannot contain the canary, which is the word for which the test searches.
      planted
        .filter((name) => !['budgets', 'budget_requests', 'ledger_marks', 'quote_counters'].includes(name))
        .sort(),
    );
    await revoke(gone, 23);
    await purged();
    expect(await tablesWith('canary_gone')).toContain('orders');
    await revoke(gone, 25);
    const removed = await purged();
    expect(removed.uninstalled).toBeGreaterThan(15);
    expect(await tablesWith('canary_gone')).toEqual(['inbox']);
    const inbox = (await everyRow(superuser))
      .get('inbox')
      ?.filter((row) => row.includes('canary_gone'))
      .join('');
    for (const said of ['inbox body', 'inbox movement', 'inbox reason']) expect(inbox).not.toContain(said);
    expect(await tablesWith(gone)).toEqual(['inbox', 'installs', 'ledger_marks']);
    expect(await tablesWith('canary_stays')).toEqual(
      expect.arrayContaining(['orders', 'operations', 'webhook_secrets']),
    );
    await purged();
    expect((await purged()).uninstalled).toBe(0);
  });

  it('keeps its webhook secrets while deliveries signed with these secrets may still arrive', async () => {
    const installId = await world.install();
    await plant(installId, 'canary_secret');
    await system(
      `UPDATE webhook_secrets SET previous_until = now() + interval '1 hour' WHERE install_id = $1`,
      [installId],
    );
    await revoke(installId, 25);
    await purged();
    // The data key must remain, because the stored webhook secrets are encrypted with it.
    expect(await tablesWith('canary_secret')).toEqual(['data_keys', 'inbox', 'installs', 'webhook_secrets']);
    await system(
      `UPDATE webhook_secrets SET previous_until = now() - interval '1 second' WHERE install_id = $1`,
      [installId],
    );
    await purged();
    expect(await tablesWith('canary_secret')).toEqual(['inbox']);
  });

  it('that connects again during the purge loses no data after that', async () => {
    const installId = await world.install({ reuse_install_id: true });
    await revoke(installId, 25);
    const rows = 6_000;
    await asOwner(() =>
      world.sql.query(
        `INSERT INTO movements (install_id, id, variant_id, location_id, delta, stock_after, reason, occurred_at)
         SELECT $1, 'mov_' || n, 'v', 'l', 1, 1, 'r', now() FROM generate_series(1, $2::int) n`,
        [installId, rows],
      ),
    );
    // The transaction locks the row of the install, as a new grant does. Each batch of the purge needs the same lock.
    // So the purge must wait until the transaction has ended.
    const grant = new pg.Client({ connectionString: world.appEnv.DATABASE_URL });
    await grant.connect();
    try {
      await grant.query('BEGIN; SET LOCAL ROLE daftar_system');
      await grant.query(`UPDATE installs SET revoked_at = NULL, status = 'active' WHERE install_id = $1`, [
        installId,
      ]);
      const purging = purgeAll();
      await grant.query(`SELECT pg_sleep(0.5)`);
      await grant.query('COMMIT');
      await purging;
    } finally {
      await grant.end();
    }
    const remaining = [...(await everyRow(superuser))]
      .find(([name]) => name === 'movements')?.[1]
      .filter((row) => row.includes(installId));
    expect(remaining).toHaveLength(rows);
    expect(await tablesWith(installId)).toContain('sweeps');
  });

  it('keeps only the ids, not the bodies, of events that arrive after the purge', async () => {
    const installId = await world.install();
    await revoke(installId, 30);
    await purged();
    await system(
      `INSERT INTO inbox (install_id, event_id, topic, state, body) VALUES ($1, 'evt_late', 'order.created', 'ignored', 'canary_late')`,
      [installId],
    );
    expect((await purged()).bodiesOfUninstalled).toBe(1);
    expect(await tablesWith('canary_late')).toEqual([]);
    expect(await tablesWith('evt_late')).toEqual(['inbox']);
  });
});

describe('expired data', () => {
  let installId: InstallId;
  beforeEach(async () => {
    installId = await world.install();
  });

  const inboxRow = (id: string, state: string, days: number) =>
    system(
      `INSERT INTO inbox (install_id, event_id, topic, state, body, movement, received_at)
       VALUES ($1, $2, 'order.updated', $3, 'said', '{"delta": 1}', now() - $4 * interval '1 day')`,
      [installId, id, state, days],
    );
  const inbox = async () => {
    const rows = await system<{ event_id: string; said: string }>(
      `SELECT event_id, concat_ws('+', body, CASE WHEN movement IS NOT NULL THEN 'movement' END) AS said
       FROM inbox WHERE install_id = $1 ORDER BY event_id`,
      [installId],
    );
    return Object.fromEntries(rows.map(({ event_id, said }) => [event_id, said]));
  };

  it('M3 EVT-2: events lose their body after 7 days, unreadable events after 30 days, and event ids are kept for 35 days', async () => {
    for (const days of [6, 8, 29, 31, 34, 36])
      for (const state of ['settled', 'quarantined', 'stored'])
        await inboxRow(`${days} ${state}`, state, days);
    await purged();
    expect(await inbox()).toEqual({
      '6 settled': 'said+movement',
      '6 quarantined': 'said+movement',
      '6 stored': 'said+movement',
      '8 settled': '',
      '8 quarantined': 'said+movement',
      '8 stored': 'said+movement',
      '29 settled': '',
      '29 quarantined': 'said+movement',
      '29 stored': 'said+movement',
      '31 settled': '',
      '31 quarantined': '',
      '31 stored': 'said+movement',
      '34 settled': '',
      '34 quarantined': '',
      '34 stored': 'said+movement',
    });
  });

  it('an operation loses its request bytes a day after its end and is deleted after 180 days, unless it needs review', async () => {
    const operation = (kind: string, state: string, hours: number | null) =>
      system(
        `INSERT INTO operations (install_id, id, kind, idempotency_key, state, request_enc, ended_at)
         VALUES ($1, gen_random_uuid(), $2, 'key', $3, 'sealed', now() - $4 * interval '1 hour')`,
        [installId, kind, state, hours],
      );
    await operation('open', 'unknown', null);
    await operation('23 h', 'succeeded', 23);
    await operation('25 h', 'succeeded', 25);
    await operation('review', 'needs_review', 200 * 24);
    await operation('179 days', 'refused', 179 * 24);
    await operation('181 days', 'refused', 181 * 24);
    await purged();
    const rows = await system<{ kind: string; sealed: boolean }>(
      'SELECT kind, request_enc IS NOT NULL AS sealed FROM operations WHERE install_id = $1',
      [installId],
    );
    expect(Object.fromEntries(rows.map(({ kind, sealed }) => [kind, sealed]))).toEqual({
      open: true,
      '23 h': true,
      '25 h': false,
      review: false,
      '179 days': false,
    });
  });

  it('a bulk run is deleted with its items 180 days after its end, unless an item needs review', async () => {
    const run = async (kind: string, days: number | null, needsReview: number) => {
      const id = uuid();
      await system(
        `INSERT INTO bulk_runs (install_id, id, kind, input, request_hash, total, waiting, skipped, needs_review, ended_at)
         VALUES ($1, $2, $3, '{}', '', 1, $6, 1 - $6 - $4::int, $4, now() - $5 * interval '1 day')`,
        [installId, id, kind, needsReview, days, days === null ? 1 : 0],
      );
      await system(
        `INSERT INTO bulk_items (install_id, run_id, position, order_id, operation_id, state)
         VALUES ($1, $2, 0, $3, gen_random_uuid(), 'succeeded')`,
        [installId, id, kind],
      );
    };
    await run('running', null, 0);
    await run('179', 179, 0);
    await run('181', 181, 0);
    await run('181 review', 181, 1);
    await purged();
    for (const column of ['kind FROM bulk_runs', 'order_id AS kind FROM bulk_items']) {
      const rows = await system<{ kind: string }>(`SELECT ${column} WHERE install_id = $1`, [installId]);
      expect(rows.map(({ kind }) => kind).sort()).toEqual(['179', '181 review', 'running']);
    }
  });

  it('drift is deleted after 30 days', async () => {
    await asOwner(() =>
      world.sql.query(
        `INSERT INTO drifts (install_id, id, resource, entity_id, found_by, fields, found_at)
         SELECT $1, gen_random_uuid(), 'orders', days::text, 'sample', '{status}', now() - days * interval '1 day'
         FROM unnest(ARRAY[29, 31]) days`,
        [installId],
      ),
    );
    await purged();
    const rows = await system<{ entity_id: string }>('SELECT entity_id FROM drifts WHERE install_id = $1', [
      installId,
    ]);
    expect(rows).toEqual([{ entity_id: '29' }]);
  });

  it('more rows than one batch are deleted in one purge', async () => {
    await system(
      `INSERT INTO inbox (install_id, event_id, topic, state, received_at)
       SELECT $1, 'evt_' || n, 'order.updated', 'settled', now() - interval '40 days' FROM generate_series(1, 4100) n`,
      [installId],
    );
    expect((await purged()).events).toBe(4_100);
    expect(await inbox()).toEqual({});
  });

  it('is still deleted if one purge fails', async () => {
    await inboxRow('old', 'settled', 36);
    await world.sql.query('ALTER TABLE operations RENAME TO operations_away');
    try {
      const removed = await purgeAll();
      expect(removed).toMatchObject({ requests: null, operations: null, events: 1 });
    } finally {
      await world.sql.query('ALTER TABLE operations_away RENAME TO operations');
    }
  });
});

it('each purge that fails is counted once in a run, also if the data of several uninstalled stores stay', async () => {
  const failures = async () => {
    const { values } = await metrics().purgeFailures.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.purge, value]));
  };
  const closed = [await world.install({ store: 1 }), await world.install({ store: 2 })];
  await system(
    `UPDATE installs SET revoked_at = now() - interval '2 days', status = 'revoked' WHERE install_id = ANY ($1)`,
    [closed],
  );
  startPurgeFailures();
  const { operations = NaN, uninstalled = NaN, ...others } = await failures();
  await world.sql.query('ALTER TABLE operations RENAME TO operations_away');
  try {
    await purgeAll();
  } finally {
    await world.sql.query('ALTER TABLE operations_away RENAME TO operations');
  }
  expect(await failures()).toMatchObject({ operations: operations + 1, uninstalled: uninstalled + 1 });
  expect(Object.keys(others)).toContain('events');
  expect((await failures()).events).toBe(others.events);
});
