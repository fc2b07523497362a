import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { asSystemSql, dbPool, systemQuery, tenantDb, type Tx, withSystem } from '@/lib/system/db';
import { storeEvent } from '@/lib/webhooks/inbox.server';
import { unreadableEvent } from '@/lib/webhooks/read-event';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';

let world: AppWorld;
let install: InstallId;

beforeAll(async () => {
  world = await startAppWorld();
  install = await world.install();
});
afterAll(() => world.stop());

const roles: [string, <T>(work: (tx: Tx) => Promise<T>) => Promise<T>][] = [
  ['daftar_app', (work) => tenantDb(install).transaction(work)],
  ['daftar_system', withSystem],
];

const limits = { statement_timeout: '15s', lock_timeout: '10s', idle_in_transaction_session_timeout: '20s' };

describe('S25: PostgreSQL limits a transaction', () => {
  it.each(roles)('of %s, and the next user of the connection does not inherit the limits', async (_, run) => {
    for (const [name, value] of Object.entries(limits)) {
      const show = (tx: Tx) => tx.$queryRawUnsafe<Record<string, string>[]>(`SHOW ${name}`);
      expect(await run(show), name).toEqual([{ [name]: value }]);
      // After the transaction, the connection must have the default limit again. A pooler in transaction mode may give
      // the same connection to another program next.
      const { rows } = await dbPool().query<Record<string, string>>(`SHOW ${name}`);
      expect(rows, name).toEqual([{ [name]: '0' }]);
    }
  });

  it('of plain pg', async () => {
    for (const [name, value] of Object.entries(limits))
      expect(await systemQuery(`SHOW ${name}`, []), name).toEqual([{ [name]: value }]);
  });

  it.concurrent.each(roles)(
    'a statement of %s that does not end is ended by the server',
    async (role, run) => {
      await expect(run((tx) => tx.$queryRawUnsafe(`SELECT pg_sleep(60)::text AS ${role}`))).rejects.toThrow(
        'canceling statement due to statement timeout',
      );
      await noneRuns(`SELECT pg_sleep(60)::text AS ${role}`);
    },
  );

  it.concurrent('a wait for a lock ends', async () => {
    await world.sql.query('BEGIN; LOCK TABLE installs IN ACCESS EXCLUSIVE MODE');
    const waiting = withSystem((tx) => tx.install.count());
    await expect(waiting).rejects.toThrow('canceling statement due to lock timeout');
    await world.sql.query('ROLLBACK');
  });

  it.concurrent('the insert of an event that waits for a lock ends, and the next one is stored', async () => {
    const holder = new pg.Client({ connectionString: world.appEnv.DATABASE_URL });
    await holder.connect();
    const event = { ...unreadableEvent(install, Buffer.from('{}'), 'test'), eventId: 'evt_waited' };
    try {
      await holder.query(`BEGIN; ${asSystemSql}; SET LOCAL idle_in_transaction_session_timeout = 0;
        LOCK TABLE inbox IN ACCESS EXCLUSIVE MODE`);
      await expect(storeEvent(event)).rejects.toThrow('canceling statement due to lock timeout');
      await holder.query('ROLLBACK');
      await storeEvent(event);
      expect(await world.system(`SELECT 1 FROM inbox WHERE event_id = 'evt_waited'`)).toHaveLength(1);
    } finally {
      await holder.end();
    }
  });

  it.concurrent('a transaction whose process stopped working in the middle is ended', async () => {
    const frozen = new pg.Client({ connectionString: world.appEnv.DATABASE_URL });
    const ended = new Promise<Error>((resolve) => frozen.on('error', resolve));
    await frozen.connect();
    await frozen.query(`BEGIN; ${asSystemSql}; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE`);
    expect((await ended).message).toBe('terminating connection due to idle-in-transaction timeout');
    expect(await withSystem((tx) => tx.session.count())).toBe(0);
  });
});

it('S25: while one install runs 12 slow queries at once, another install is answered promptly', async () => {
  const other = await world.install({ store: 1 });
  const slow = Array.from({ length: 12 }, () =>
    tenantDb(install).transaction((tx) => tx.$queryRaw`SELECT pg_sleep(2)::text`),
  );
  const settled = Promise.allSettled(slow);
  const startedMs = performance.now();
  const page = tenantDb(other);
  for (let n = 0; n < 5; n += 1)
    expect(await page.transaction((tx) => tx.$queryRaw`SELECT 1 AS one FROM orders LIMIT 0`)).toEqual([]);
  const running = 'SELECT count(*)::integer AS count FROM pg_stat_activity WHERE query LIKE $1';
  const { rows } = await world.sql.query<{ count: number }>(running, ['SELECT pg_sleep(2)%']);
  expect(rows[0]?.count).toBeLessThanOrEqual(4);
  expect(performance.now() - startedMs).toBeLessThan(2_000);
  // The app's database client drops no query. The last queries wait for a connection and start only after 4 s, and they
  // succeed too.
  expect((await settled).every(({ status }) => status === 'fulfilled')).toBe(true);
});

/** Expects that the database stops running the query after its caller got an error. */
async function noneRuns(query: string): Promise<void> {
  const { rows } = await world.sql.query(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid() AND query = $1`,
    [query],
  );
  expect(rows).toEqual([]);
}
