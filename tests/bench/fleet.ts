import { setTimeout as sleep } from 'node:timers/promises';
import { setService } from '@/lib/system/process/process-facts';
import { startWebhookEndpoint } from '@/tests/support/webhooks/webhook-endpoint';
import { startBenchWorld } from '@/tests/support/stack/bench-world';

/**
 * Measures what many installs cost one worker:
 *
 * - the duration of one claim (the statement with which a worker takes work) while all installs have waiting work
 * - the statements and the CPU time per second of an idle worker
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/fleet.ts [installs]
 */
const installs = Number(process.argv[2] ?? 5_000);
const claims = 60;
const idleSeconds = 20;

const endpoint = await startWebhookEndpoint();
const world = await startBenchWorld(endpoint.appUrl, {});
setService('worker');
const { dbPool, systemQuery } = await import('@/lib/system/db');
const { claimDirty } = await import('@/lib/mirror/dirty/dirty-queue.server');
const { claimOperation } = await import('@/lib/operations/sending/operation-queue.server');
const { claimSweeps } = await import('@/lib/mirror/sweeps/sweep-queue.server');
const { sweepSchedule } = await import('@/lib/mirror/sweeps/sweep-schedule');
const { startWorker } = await import('@/lib/worker/start-worker.server');

const say = (text: string) => process.stdout.write(`${text}\n`);

let statements = 0;
dbPool().on('connect', (connection) => {
  const query = connection.query.bind(connection) as (...args: unknown[]) => unknown;
  Object.assign(connection, {
    query: (...args: unknown[]) => {
      statements += 1;
      return query(...args);
    },
  });
});

/**
 * Adds installs with tokens that stay valid. The sweeps (reads of whole lists) of these installs are due in an hour.
 */
async function addInstalls(): Promise<void> {
  await systemQuery(
    `INSERT INTO installs (install_id, store_id, app_id, status, store_name, store_slug, currency, decimals, locale,
       timezone, country, is_development, installed_at, read_at, effective_scopes)
     SELECT 'inst_bench_' || n, 'st', 'app', 'active', '', '', 'SYP', 0, 'ar', 'UTC', 'SY', false, now(), now(),
       ARRAY['orders:read', 'products:read']
     FROM generate_series(1, $1::integer) n`,
    [installs],
  );
  await systemQuery(
    `INSERT INTO install_tokens (install_id, state, version, access_token_enc, refresh_token_enc, obtained_at, expires_at,
       installation_due_at)
     SELECT install_id, 'active', 1, '', '', now(), now() + interval '1 day', now() + interval '1 day'
     FROM installs WHERE install_id LIKE 'inst_bench_%'`,
    [],
  );
  await systemQuery(
    `INSERT INTO webhook_secrets (install_id, store_id, checked_at, status)
     SELECT install_id, store_id, now(), 'active' FROM installs WHERE install_id LIKE 'inst_bench_%'`,
    [],
  );
  await systemQuery(
    `INSERT INTO sweeps (install_id, resource, kind, due_at)
     SELECT install_id, resource, kind, now() + interval '1 hour' FROM installs,
       unnest($1::text[], $2::text[]) AS s (resource, kind) WHERE install_id LIKE 'inst_bench_%'`,
    [sweepSchedule.map(({ resource }) => resource), sweepSchedule.map(({ kind }) => kind)],
  );
}

/**
 * Measures a claim (the statement with which a worker takes work) many times. Prints the median and the 95th percentile
 * of its duration.
 */
async function measureClaims(name: string, claim: () => Promise<unknown[]>): Promise<void> {
  const tookMs: number[] = [];
  let claimed = 0;
  for (let round = 0; round < claims; round++) {
    const startMs = performance.now();
    claimed += (await claim()).length;
    tookMs.push(performance.now() - startMs);
  }
  tookMs.sort((a, b) => a - b);
  const at = (q: number) => (tookMs[Math.floor(tookMs.length * q)] ?? Number.NaN).toFixed(1);
  say(
    `${name}: ${at(0.5)} ms (median), ${at(0.95)} ms (95th percentile); ${claimed} claimed by ${claims} claims`,
  );
}

async function measureIdle(): Promise<void> {
  const worker = startWorker();
  await sleep(3_000);
  const before = { statements, cpu: process.cpuUsage() };
  await sleep(idleSeconds * 1_000);
  const { user, system } = process.cpuUsage(before.cpu);
  say(
    `idle worker, ${installs} installs: ${((statements - before.statements) / idleSeconds).toFixed(0)} statements and ` +
      `${((user + system) / 1_000 / idleSeconds).toFixed(0)} ms of CPU per second`,
  );
  await worker.stop();
}

await addInstalls();
await systemQuery('ANALYZE', []).catch(() => undefined);
await measureIdle();
await systemQuery(
  `INSERT INTO dirty_marks (install_id, kind, entity_id, mark)
   SELECT install_id, 'order', 'ord_' || n, n FROM installs, generate_series(1, 5) n WHERE install_id LIKE 'inst_bench_%'`,
  [],
);
await systemQuery(`UPDATE sweeps SET due_at = now() WHERE install_id LIKE 'inst_bench_%'`, []);
await measureClaims(`one claim of a dirty mark, ${installs} installs waiting`, () => claimDirty(1));
await measureClaims(`one claim of 16 dirty marks, ${installs} installs waiting`, () => claimDirty(16));
await measureClaims(`one claim of a sweep, ${installs} installs waiting`, () => claimSweeps(1));
await systemQuery(
  `INSERT INTO operations (install_id, id, kind, idempotency_key, next_attempt_at)
   SELECT install_id, gen_random_uuid(), 'create_movement', gen_random_uuid(), now()
   FROM installs, generate_series(1, 3) n WHERE install_id LIKE 'inst_bench_%'`,
  [],
);
// The operations (recorded writes) of this benchmark have no stored request. So each call of claimOperation throws an
// error, but only after the transaction of the measured claim was committed.
await measureClaims(`one claim of an operation, ${installs} installs waiting`, () =>
  claimOperation('due').then(
    () => [],
    (error: unknown) => [error],
  ),
);
await world.stop();
await endpoint.stop();
