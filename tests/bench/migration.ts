import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '@/server/migrate';
import { noTransactionMarker } from '@/server/postgres/apply-migration';
import { migrationsDir } from '@/server/postgres/migrations';
import { createScratchDatabase } from '@/server/postgres/scratch-database';
import { insertManyOrders } from '@/tests/support/mirror/many-orders';
import { superuserOf } from '@/tests/support/mirror/mirror-database';
import { startTestServer } from '@/tests/support/stack/test-server';
import { clock, quantile } from './times';

/**
 * Measures how long requests wait because of migrations, with a million orders. While `npm run migrate` adds a column,
 * builds an index, adds a check and validates it, four connections read orders and two write them. A report repeatedly
 * reads the table for two seconds in one transaction.
 *
 * A migration makes requests wait for a lock, and the benchmark samples this wait in pg_locks. The duration of a
 * request also contains its wait for the CPU. For comparison, the benchmark also prints durations without a migration.
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/migration.ts [orders]
 */
const count = Number(process.argv[2] ?? 1_000_000);
const install = 'inst_large';
const goalMs = 250;
const reportMs = 2_000;
const quietMs = 10_000;

const migrations = {
  '29990101000000_column': `ALTER TABLE orders ADD COLUMN bench_note text NOT NULL DEFAULT ''`,
  '29990101000001_index': `${noTransactionMarker}\nCREATE INDEX CONCURRENTLY bench_index ON orders (install_id, source, id)`,
  '29990101000002_check': `ALTER TABLE orders ADD CONSTRAINT bench_check CHECK (total_minor >= 0) NOT VALID`,
  '29990101000003_valid': `${noTransactionMarker}\nALTER TABLE orders VALIDATE CONSTRAINT bench_check`,
};

const read = `SELECT id, header FROM orders WHERE install_id = '${install}' AND deleted_at IS NULL
  ORDER BY created_at DESC, id DESC LIMIT 50`;
// The id is a subquery, so that random() is evaluated once. Otherwise it is evaluated for each row, without an index.
const write = `UPDATE orders SET fence = fence + 1 WHERE install_id = '${install}'
  AND id = (SELECT 'ord_' || md5((random() * ${count - 1})::int::text))`;

const server = await startTestServer();
const database = await createScratchDatabase(server, { prefix: 'bench', template: server.template });
const dir = await mkdtemp(path.join(os.tmpdir(), 'daftar-bench-'));
const superuser = await superuserOf(server, database);
const stopping = new AbortController();
try {
  console.log(`${count} orders in ${Math.round((await clock(fill)) / 1_000)} s`);
  await cp(migrationsDir, dir, { recursive: true });
  for (const [name, sql] of Object.entries(migrations)) {
    await mkdir(path.join(dir, name));
    await writeFile(path.join(dir, name, 'migration.sql'), sql);
  }
  const durations: number[] = [];
  const waits: number[] = [];
  const load = [
    ...Array.from({ length: 4 }, () => request(durations, read)),
    ...Array.from({ length: 2 }, () => request(durations, write)),
    runReports(),
    sampleWaits(waits),
  ];
  await sleep(quietMs);
  const before = durations.splice(0);
  waits.length = 0;
  const migrateMs = await clock(() => migrate(database.url, dir));
  stopping.abort();
  await Promise.all(load);
  print('without a migration', before);
  print(`during ${(migrateMs / 1_000).toFixed(1)} s of migrations`, durations);
  const longestMs = Math.max(0, ...waits);
  console.log(
    `longest wait of a request for a lock: ${longestMs.toFixed(0)} ms (goal: at most ${goalMs} ms)`,
  );
  if (longestMs > goalMs) process.exitCode = 1;
} finally {
  stopping.abort();
  await superuser.end();
  await database.drop();
  await server.stop();
  await rm(dir, { recursive: true });
}

async function fill(): Promise<void> {
  await insertManyOrders(superuser, install, count);
}

function print(title: string, values: number[]): void {
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => quantile(values, share).toFixed(1));
  console.log(`${title}: ${values.length} requests, p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms`);
}

/** Sends a statement repeatedly, in transactions of the role daftar_app, as the app does. */
async function request(durations: number[], sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url, application_name: 'bench-request' });
  await client.connect();
  while (!stopping.signal.aborted) {
    const ms = await clock(() =>
      client.query(
        `BEGIN; SET LOCAL ROLE daftar_app; SET LOCAL daftar.install_id = '${install}'; ${sql}; COMMIT`,
      ),
    );
    durations.push(ms);
    await sleep(5);
  }
  await client.end();
}

/**
 * Repeatedly runs a transaction that reads the table for two seconds. During this time, a migration cannot get its lock
 * on the table.
 */
async function runReports(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url, application_name: 'bench-report' });
  await client.connect();
  while (!stopping.signal.aborted) {
    await client.query(`BEGIN; SELECT FROM orders LIMIT 1; SELECT pg_sleep(${reportMs / 1_000}); COMMIT`);
    await sleep(500);
  }
  await client.end();
}

/**
 * About every 5 ms, finds the requests that wait for a lock on the table. Records how long each request has waited so
 * far.
 */
async function sampleWaits(waits: number[]): Promise<void> {
  while (!stopping.signal.aborted) {
    const { rows } = await superuser.query<{ ms: number }>(
      `SELECT (extract(epoch FROM clock_timestamp() - waitstart) * 1000)::float8 AS ms
       FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE NOT granted AND relation = 'orders'::regclass AND application_name = 'bench-request'`,
    );
    for (const { ms } of rows) waits.push(ms);
    await sleep(5);
  }
}
