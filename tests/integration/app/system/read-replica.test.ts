import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listProducts, ProductListQuery } from '@/lib/catalogue/list-products.server';
import { searchCatalogue } from '@/lib/catalogue/search-catalogue.server';
import { readBalances } from '@/lib/cash/read-balances.server';
import { readHome } from '@/lib/home/read-home.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { activityPorts } from '@/lib/kinds/activity-ports.server';
import { writeOrders } from '@/lib/mirror/orders/order-mirror.server';
import { writeProducts } from '@/lib/mirror/products/product-mirror.server';
import { ActivityFilterQuery, ActivityQuery } from '@/lib/operations/activity/activity-query';
import { type ActivityColumn, activityColumns } from '@/lib/operations/activity/activity-csv';
import { exportActivity } from '@/lib/operations/activity/export-activity.server';
import { listActivity } from '@/lib/operations/activity/list-activity.server';
import { listActors } from '@/lib/operations/activity/list-actors.server';
import { readOrderCharts } from '@/lib/orders/charts/read-order-charts.server';
import { exportOrders, OrderExportQuery } from '@/lib/orders/list/export-orders.server';
import { csvColumns, type CsvColumn } from '@/lib/orders/list/order-csv';
import { listOrders, OrderListQuery } from '@/lib/orders/list/list-orders.server';
import { saveSettings } from '@/lib/store/save-settings.server';
import { closeDb, readReplicaHealth, tenantDb } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { metrics } from '@/lib/system/metrics/metrics';
import { migrate } from '@/server/migrate';
import { type EmbeddedPostgres, startPostgres } from '@/server/postgres/postgres';
import { asSuperuser, createScratchDatabase, type ScratchDatabase } from '@/server/postgres/scratch-database';
import { type AppWorld, startAppWorld } from '@/tests/support/integration/app-world';
import { startCuttableNetwork } from '@/tests/support/integration/cuttable-network';
import { installContext } from '@/tests/support/integration/install-context';
import { startStreamingReplica, type StreamingReplica } from '@/tests/support/integration/streaming-replica';
import { eventually } from '@/tests/support/stack/eventually';
import { postgres15Bin } from '@/tests/support/stack/test-postgres-bin';

const title = postgres15Bin
  ? 'read replica'
  : 'read replica (skipped: PostgreSQL 15 and its pg_basebackup are not installed here)';

describe.skipIf(!postgres15Bin)(title, () => {
  const binDir = postgres15Bin ?? '';
  let folder: string;
  let server: EmbeddedPostgres;
  let database: ScratchDatabase;
  let replica: StreamingReplica;
  let world: AppWorld;
  let mine: InstallContext;
  let theirs: InstallContext;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'daftar-primary-'));
    // The server is not started with `fast`, because that switches off synchronous_commit.
    server = await startPostgres({ dataDir: path.join(folder, 'server'), binDir });
    database = await createScratchDatabase(server, { prefix: 'primary' });
    await migrate(database.url);
    replica = await startStreamingReplica(server.superuserUrl, binDir);
    process.env.DATABASE_READ_URL = replica.urlOf(database.url);
    world = await startAppWorld({ database });
    mine = await installContext(await world.install());
    theirs = await installContext(await world.install({ store: 1 }));
    for (const { installId, platform, db } of [mine, theirs]) {
      const orders = await platform.listOrders({ limit: 10 });
      const products = await platform.listProducts({ limit: 10 });
      await db.transaction(async (tx) => {
        await writeOrders(tx, installId, orders.body.data, { fence: 1_000_000n });
        await writeProducts(tx, installId, products.body.data, 1n);
        await tx.sweep.updateMany({ where: { installId }, data: { endedAt: new Date() } });
      });
    }
  });
  afterAll(async () => {
    await world.stop();
    await replica.remove();
    await server.stop();
    for (const dir of [server.home, folder]) await rm(dir, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await expect.poll(isReadFromReplica, { timeout: 12_000 }).toBe(true);
  });

  const isReadFromReplica = async () => {
    const [row] = await mine.db.read(
      (tx) => tx.$queryRaw<{ isReplica: boolean }[]>`SELECT pg_is_in_recovery() AS "isReplica"`,
    );
    return row?.isReplica;
  };
  /** Runs the work, and returns how many reads it made on each server, and why on the primary. */
  async function countReads(work: () => Promise<unknown>): Promise<Record<string, number>> {
    // The values are copied, because prom-client changes them in place.
    const read = async () => (await metrics().dbReads.get()).values.map((one) => ({ ...one }));
    const before = await read();
    await work();
    const changes = (await read()).map(({ labels: { server: on, reason }, value }) => {
      const earlier = before.find(({ labels }) => labels.server === on && labels.reason === reason);
      return [on === 'replica' ? 'replica' : String(reason), value - (earlier?.value ?? 0)] as const;
    });
    return Object.fromEntries(changes.filter(([, count]) => count > 0));
  }
  /** Changes the settings of the app in this process, and returns a function that restores them. */
  async function withUrls(urls: { DATABASE_URL?: string; DATABASE_READ_URL?: string }) {
    const { DATABASE_URL, DATABASE_READ_URL } = env();
    await closeDb();
    Object.assign(env(), urls);
    return async () => {
      await closeDb();
      Object.assign(env(), { DATABASE_URL, DATABASE_READ_URL });
    };
  }
  /** Writes a number in one transaction. The next read must see it. */
  const write = (value: number) =>
    saveSettings(mine, { installId: mine.installId, settings: { quoteDataDays: value } });
  const readBack = () =>
    mine.db.read((tx) =>
      tx.setting.findMany({ where: { installId: mine.installId, name: 'quoteDataDays' } }),
    );
  const written = (value: number) => [expect.objectContaining({ value })];

  const textOf = async (stream: Promise<ReadableStream<Uint8Array>>) => new Response(await stream).text();
  const { signal } = new AbortController();
  const same = (text: string) => text;
  const orderWords = {
    columns: Object.fromEntries(csvColumns.map((name) => [name, name])) as Record<CsvColumn, string>,
    status: same,
    payment: same,
    source: same,
  };
  const activityWords = {
    columns: Object.fromEntries(activityColumns.map((name) => [name, name])) as Record<
      ActivityColumn,
      string
    >,
    what: () => 'what',
    state: same,
    run: () => 'run',
  };
  const reads: [string, (context: InstallContext) => Promise<unknown>][] = [
    ['the list of orders', (context) => listOrders(context, OrderListQuery.parse({}))],
    [
      'the list of orders by total',
      (context) => listOrders(context, OrderListQuery.parse({ sort: 'highest' })),
    ],
    ['the search for orders', (context) => listOrders(context, OrderListQuery.parse({ q: 'a' }))],
    ['the list of products', (context) => listProducts(context, ProductListQuery.parse({}))],
    ['the search for products', (context) => listProducts(context, ProductListQuery.parse({ q: 'a' }))],
    ['the search of the catalogue', (context) => searchCatalogue(context, 'a')],
    ['Home', (context) => readHome(context)],
    ['the charts of Home', (context) => readOrderCharts(context, 30)],
    ['the activity list', (context) => listActivity(context, ActivityQuery.parse({}), activityPorts)],
    ['the people of the activity list', (context) => listActors(context)],
    [
      'the export of orders',
      (context) =>
        textOf(exportOrders(context, OrderExportQuery.parse({ q: 'a' }), { words: orderWords, signal })),
    ],
    [
      'the export of the activity',
      (context) =>
        textOf(
          exportActivity(context, ActivityFilterQuery.parse({}), {
            words: activityWords,
            signal,
            ports: activityPorts,
          }),
        ),
    ],
    ['the cash balances', (context) => readBalances(context)],
  ];

  it.each(reads)('%s comes from the replica, and is the same as from the primary', async (_, read) => {
    let fromReplica: unknown;
    // A busy machine may replay a checkpoint just now, so the read is repeated until the replica is current.
    await expect
      .poll(() => countReads(async () => (fromReplica = await read(mine))))
      .toEqual({ replica: expect.any(Number) });
    const restore = await withUrls({ DATABASE_READ_URL: undefined });
    let fromPrimary: unknown;
    expect(await countReads(async () => (fromPrimary = await read(mine)))).toEqual({});
    await restore();
    expect(fromReplica).toEqual(fromPrimary);
  });

  it('a read sees the write before it while the replica is behind, and uses the replica when it has caught up', async () => {
    await replica.query('SELECT pg_wal_replay_pause()');
    const number = 'LATE-1';
    await mine.db.transaction(
      (tx) => tx.$executeRaw`UPDATE orders SET order_number = ${number},
      header = jsonb_set(header, '{order_number}', to_jsonb(${number}::text))
      WHERE id = (SELECT min(id) FROM orders WHERE install_id = ${mine.installId})`,
    );
    const list = () => listOrders(mine, OrderListQuery.parse({}));
    const shown = expect.objectContaining({
      rows: expect.arrayContaining([expect.objectContaining({ order_number: number })]),
    });
    expect(await countReads(async () => expect(await list()).toEqual(shown))).toEqual({ behind: 1 });
    const next = await countReads(async () => expect(await list()).toEqual(shown));
    expect(Object.keys(next)).toEqual([expect.stringMatching(/^(?:paused|behind)$/)]);
    expect(await readReplicaHealth()).toBe('behind');
    await replica.query('SELECT pg_wal_replay_resume()');
    await expect.poll(() => countReads(list)).toEqual({ replica: 1 });
    expect(await list()).toEqual(shown);
    expect(await readReplicaHealth()).toBe('ok');
  });

  it('each read sees the write before it, while writes and reads follow each other', async () => {
    const counts = await countReads(async () => {
      for (let value = 1; value <= 60; value += 1) {
        await write(value);
        expect(await readBack()).toEqual(written(value));
      }
    });
    // Without a single read on the replica, this test would prove nothing.
    expect(counts.replica).toBeGreaterThan(0);
  });

  it('a read sees a commit that is not yet flushed (synchronous_commit = off)', async () => {
    await closeDb();
    await asSuperuser(server, `ALTER DATABASE ${database.name} SET synchronous_commit = off`);
    await asSuperuser(server, `ALTER SYSTEM SET wal_writer_delay = '10s'`);
    await asSuperuser(server, 'SELECT pg_reload_conf()');
    for (let value = 100; value < 110; value += 1) {
      await write(value);
      expect(await readBack()).toEqual(written(value));
    }
    await closeDb();
    await asSuperuser(server, `ALTER DATABASE ${database.name} RESET synchronous_commit`);
    await asSuperuser(server, 'ALTER SYSTEM RESET wal_writer_delay');
    await asSuperuser(server, 'SELECT pg_reload_conf()');
  });

  it('shows only the rows of its own install on the replica', async () => {
    const idsOf = ({ db }: InstallContext) =>
      db.read((tx) => tx.$queryRaw<{ install_id: string }[]>`SELECT DISTINCT install_id FROM orders`);
    const readRows = async () => {
      expect(await idsOf(mine)).toEqual([{ install_id: mine.installId }]);
      expect(await idsOf(theirs)).toEqual([{ install_id: theirs.installId }]);
      expect(
        await tenantDb(mine.installId)
          .read((tx) => tx.installToken.count())
          .catch(String),
      ).toContain('permission denied');
    };
    await expect.poll(() => countReads(readRows)).toEqual({ replica: 2 });
  });

  it('a write is refused, and is not repeated on the primary', async () => {
    await write(30);
    await expect.poll(isReadFromReplica).toBe(true);
    await expect(mine.db.read((tx) => tx.setting.deleteMany({}))).rejects.toThrow('read-only transaction');
    await expect(
      mine.db.read((tx) => tx.$queryRaw`SELECT set_config('transaction_read_only', 'off', true)`),
    ).rejects.toThrow('before any query');
    await expect(mine.db.read((tx) => tx.$executeRaw`SELECT nextval('fence_seq')`)).rejects.toThrow(
      'read-only',
    );
    expect(await readBack()).toEqual(written(30));
  });

  it('an error of the work is thrown and does not run the work again', async () => {
    let runs = 0;
    const fail = () => {
      runs += 1;
      return Promise.reject(new Error('of the work'));
    };
    await expect(mine.db.read(fail)).rejects.toThrow('of the work');
    expect(runs).toBe(1);
    expect(await isReadFromReplica()).toBe(true);
  });

  const sleepsOnReplica = () =>
    eventually('the query runs on the replica', async () => {
      const rows = await replica.query(
        `SELECT pid FROM pg_stat_activity WHERE query LIKE '%count(*)%pg_sleep%' AND state = 'active' AND pid <> pg_backend_pid()`,
      );
      return rows.length > 0;
    });
  /** Counts the settings of the install. The query takes 14 s on the replica, and no time on the primary. */
  const countSlowly = () =>
    mine.db.read(
      (tx) => tx.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM settings
        CROSS JOIN pg_sleep(CASE WHEN pg_is_in_recovery() THEN 14 ELSE 0 END)`,
    );

  it('a query that the replica cancels by a recovery conflict is repeated on the primary', async () => {
    const counts = await countReads(async () => {
      const counted = countSlowly();
      await sleepsOnReplica();
      await write(31);
      await write(32);
      await world.sql.query('VACUUM settings');
      expect(await counted).toEqual([{ count: 1 }]);
    });
    expect(counts).toEqual({ conflict: 1 });
    expect(await countReads(isReadFromReplica)).not.toHaveProperty('paused');
  });

  it('a transaction that the replica ends by a recovery conflict is repeated on the primary', async () => {
    let runs = 0;
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const slow = mine.db.read(async (tx) => {
      runs += 1;
      const before = await tx.setting.count();
      begun();
      if (runs === 1) await sleep(1_000);
      return [before, await tx.setting.count()];
    });
    await hasBegun;
    await world.sql.query('BEGIN; LOCK TABLE settings IN ACCESS EXCLUSIVE MODE; COMMIT');
    expect(await slow).toEqual([1, 1]);
    expect(runs).toBe(2);
  });

  it('a killed replica breaks no read, and is used again after its start', async () => {
    const counts = await countReads(async () => {
      const counted = countSlowly();
      await sleepsOnReplica();
      await replica.kill();
      expect(await counted).toEqual([{ count: 1 }]);
    });
    expect(counts).toEqual({ unreachable: 1 });
    expect(await countReads(() => readHome(mine))).toHaveProperty('paused');
    expect(await readReplicaHealth()).toBe('unreachable');
    // After the pause, the replica is tried again, and the read still succeeds.
    await expect.poll(() => countReads(readBack), { timeout: 10_000 }).toEqual({ unreachable: 1 });
    await replica.start();
    await expect.poll(isReadFromReplica).toBe(true);
  });

  it('a server that accepts connections and never answers delays a read by about a second, once', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const restore = await withUrls({
      DATABASE_READ_URL: Object.assign(new URL(database.url), { port: String(port) }).href,
    });
    const startedAt = performance.now();
    expect(await countReads(readBack)).toEqual({ unreachable: 1 });
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(await countReads(readBack)).toEqual({ paused: 1 });
    silent.close();
    await restore();
  });

  it('a read whose network is cut during a query comes from the primary after 10 s, and the replica is used again after that', async () => {
    const network = await startCuttableNetwork(Number(new URL(replica.urlOf(database.url)).port));
    const restore = await withUrls({ DATABASE_READ_URL: network.urlOf(database.url) });
    await write(33);
    await expect.poll(isReadFromReplica, { timeout: 12_000 }).toBe(true);
    const startedAt = performance.now();
    const counts = await countReads(async () => {
      const counted = countSlowly();
      await sleepsOnReplica();
      network.cut();
      expect(await counted).toEqual([{ count: 1 }]);
    });
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(counts).toEqual({ unreachable: 1 });
    network.repair();
    // The pause ends after 5 s. The connection that was cut is no longer used.
    await expect.poll(() => countReads(readBack), { timeout: 30_000 }).toEqual({ replica: 1 });
    await restore();
    network.close();
  });

  it('a statement that is too slow for the replica is repeated on the primary, and other reads still use the replica', async () => {
    await write(34);
    await expect.poll(isReadFromReplica).toBe(true);
    expect(await countReads(async () => expect(await countSlowly()).toEqual([{ count: 1 }]))).toEqual({
      slow: 1,
    });
    await expect.poll(() => countReads(readBack)).toEqual({ replica: 1 });
  });

  it.each([
    ['the primary itself', () => database.url],
    ['another database of the replica', () => replica.urlOf(server.url)],
  ])('does not use %s as the replica', async (_, urlOf) => {
    const restore = await withUrls({ DATABASE_READ_URL: urlOf() });
    expect(await countReads(async () => expect(await isReadFromReplica()).toBe(false))).toEqual({ unfit: 1 });
    expect(await readReplicaHealth()).toBe('unfit');
    await restore();
  });

  it('uses the primary if the login may not read the identity of the server', async () => {
    const onDatabase = new pg.Client({
      connectionString: Object.assign(new URL(server.superuserUrl), { pathname: database.name }).href,
    });
    await onDatabase.connect();
    await onDatabase.query('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC');
    expect(await countReads(readBack)).toEqual({ unfit: 1 });
    await onDatabase.query('GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC');
    await onDatabase.end();
  });

  it('uses the primary at once while all connections to the replica are in use', async () => {
    const hold = ({ db }: InstallContext) => db.read((tx) => tx.$queryRaw`SELECT 1 AS one FROM pg_sleep(2)`);
    const third = await installContext(await world.install({ store: 2 }));
    await expect.poll(isReadFromReplica).toBe(true);
    const readAtOnce = async () => {
      const held = [mine, mine, mine, mine, theirs, theirs, theirs, theirs, third, third].map(hold);
      await sleep(500);
      expect(await third.db.read((tx) => tx.$queryRaw`SELECT pg_is_in_recovery() AS it`)).toEqual([
        { it: false },
      ]);
      await Promise.all(held);
    };
    await expect.poll(() => countReads(readAtOnce)).toEqual({ busy: 1, replica: 10 });
  });

  it('closes its connections to the replica with those to the primary', async () => {
    const open = `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'daftar-%' AND datname = '${database.name}'`;
    expect(await replica.query(open)).not.toEqual([]);
    await closeDb();
    await expect.poll(() => replica.query(open)).toEqual([]);
  });

  // This test is the last one, because it changes which server is the primary.
  it('after a failover, uses a replica of the new primary, and not one of the old primary', async () => {
    const stale = await startStreamingReplica(server.superuserUrl, binDir);
    await write(40);
    await expect.poll(isReadFromReplica).toBe(true);
    await replica.query('SELECT pg_promote()');
    // The old primary continues to write, so the position of its replica is greater than that of the new primary.
    for (let value = 41; value < 60; value += 1) await write(value);
    const restore = await withUrls({
      DATABASE_URL: replica.urlOf(database.url),
      DATABASE_READ_URL: stale.urlOf(database.url),
    });
    await sleep(5_100);
    await write(39);
    expect(await countReads(async () => expect(await readBack()).toEqual(written(39)))).toEqual({ unfit: 1 });
    const fresh = await startStreamingReplica(replica.urlOf(server.superuserUrl), binDir);
    await closeDb();
    env().DATABASE_READ_URL = fresh.urlOf(database.url);
    await expect.poll(isReadFromReplica).toBe(true);
    expect(await readBack()).toEqual(written(39));
    await restore();
    await fresh.remove();
    await stale.remove();
  });
});
