import { execFileSync } from 'node:child_process';
import path from 'node:path';
import pg from 'pg';
import { compilePrograms, programsDir } from '@/server/packaging/compile-programs';
import { createScratchDatabase } from '@/server/postgres/scratch-database';
import { appEnvOf } from '@/tests/support/integration/app-env';
import { breakInstall, storeManyInstalls } from '@/tests/support/operating/many-installs';
import { startTestServer } from '@/tests/support/stack/test-server';

/**
 * Measures how long `npm run ops` takes to find 3 stuck stores among 1,000. Each store has the waiting work of a
 * healthy store, 20 ended writes and `events` applied events. The benchmark prints two durations: of the SQL statement
 * with the evaluation of its rows, and of the whole compiled program `node dist/daftar.js ops`. The benchmark fails if
 * the command does not name exactly the 3 stuck stores.
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/ops.ts [stores] [events of each store] [DIR…]
 *
 * With DIR, the benchmark measures the compiled programs of other checkouts (DIR/dist) instead, one after another.
 */
const stores = Number(process.argv[2] ?? 1_000);
const events = Number(process.argv[3] ?? 100);
const rounds = 15;
const root = path.dirname(programsDir);
const given = process.argv.slice(4);

const server = await startTestServer();
const database = await createScratchDatabase(server, { prefix: 'bench', template: server.template });
const nowhere = { origin: 'http://localhost:3998', clientId: 'bench', clientSecret: 'bench' };
const appEnv = appEnvOf({ appUrl: 'http://localhost:3999', sandbox: nowhere, database, logLevel: 'warn' });
Object.assign(process.env, appEnv);
const { readStores } = await import('@/lib/ops/read-stores.server');
const { closeDb, systemQuery } = await import('@/lib/system/db');

const say = (text: string) => process.stdout.write(`${text}\n`);

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}

async function time(work: () => unknown): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Throws an error if the named stores are not exactly the expected stuck stores, in the order of their ids. */
function check(named: string[], expected: string[]): void {
  if (named.join() !== expected.toSorted().join())
    throw new Error(`named ${named.join()} instead of ${expected.join()}`);
}

try {
  const ids = await storeManyInstalls(systemQuery, stores);
  await systemQuery(
    `INSERT INTO inbox (install_id, event_id, topic, state, kind, entity_id, received_at)
     SELECT id, 'evt_' || n, 'order.updated', 'settled', 'order', 'ord_' || n, now() - n * interval '10 minutes'
     FROM unnest($1::text[]) id, generate_series(1, ${events}) n`,
    [ids],
  );
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query('ANALYZE');
  await owner.end();
  const stuck = [ids[7], ids[Math.floor(stores / 2)], ids[stores - 1]] as [string, string, string];
  await systemQuery(breakInstall.webhook_refused, [stuck[0]]);
  await systemQuery(breakInstall.operation_needs_review, [stuck[1]]);
  await systemQuery(breakInstall.sweep_overdue, [stuck[2]]);

  const reads: number[] = [];
  for (let round = 0; round < rounds; round++) reads.push(await time(readStores));
  check(
    (await readStores()).stuck.map(({ installId }) => installId),
    stuck,
  );
  say(
    `${stores} stores, statement and evaluation: p50 ${quantile(reads, 0.5).toFixed(0)} ms, max ${Math.max(...reads).toFixed(0)} ms`,
  );

  if (given.length === 0) await compilePrograms();
  const programs = new Map((given.length > 0 ? given : [root]).map((dir) => [dir, [] as number[]]));
  for (let round = 0; round < rounds; round++)
    for (const [dir, times] of programs) {
      let output = '';
      times.push(
        await time(() => {
          const args = ['--enable-source-maps', path.join(dir, 'dist/daftar.js'), 'ops', '--json'];
          output = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
        }),
      );
      const json = JSON.parse(output) as { stuck: { installId: string }[] };
      check(
        json.stuck.map(({ installId }) => installId),
        stuck,
      );
    }
  for (const [dir, times] of programs)
    say(
      `${dir}: the compiled program: p50 ${quantile(times, 0.5).toFixed(0)} ms, min ${Math.min(...times).toFixed(0)} ms, max ${Math.max(...times).toFixed(0)} ms`,
    );
} finally {
  await closeDb();
  await server.stop();
}
