import { setTimeout as sleep } from 'node:timers/promises';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { TokenResponse } from 'commerce-platform-client/contract/oauth';
import { setService } from '@/lib/system/process/process-facts';
import { cpuTimeMs } from '@/tests/bench/cpu-time';
import { startOrderStub } from '@/tests/bench/order-stub';
import { startBenchWorld } from '@/tests/support/stack/bench-world';
import { startWebhookEndpoint } from '@/tests/support/webhooks/webhook-endpoint';

/**
 * Measures what one event costs, from the inbox to the row of the order:
 *
 * - the SQL statements of one event and of one sweep step that finds nothing, in their sequence
 * - the events per second of one worker, and the CPU time of PostgreSQL per event, while events of many installs wait
 *
 * A stub of the platform returns the orders.
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/events.ts [installs] [events of each install] [rounds]
 */
const installs = Number(process.argv[2] ?? 200);
const eventsEach = Number(process.argv[3] ?? 10);
const rounds = Number(process.argv[4] ?? 3);

const endpoint = await startWebhookEndpoint();
const world = await startBenchWorld(endpoint.appUrl, {});
const stub = await startOrderStub(await anOrder());
process.env.PLATFORM_API_URL = `${stub.origin}/v1`;
setService('worker');
const { dbPool, systemQuery, withSystem } = await import('@/lib/system/db');
const { storeTokens } = await import('@/lib/installs/tokens/token-source.server');
const { startWorker } = await import('@/lib/worker/start-worker.server');
const { applyEvents } = await import('@/lib/webhooks/apply-events.server');
const { dirtyEntities, dueSweeps } = await import('@/lib/worker/work-mirror.server');

const say = (text: string) => process.stdout.write(`${text}\n`);

/** The statements that were sent since the list was cleared. */
const sent: string[] = [];
dbPool().on('connect', (connection) => {
  const query = connection.query.bind(connection) as (...args: unknown[]) => unknown;
  Object.assign(connection, {
    query: (...args: unknown[]) => {
      const [statement] = args as [string | { text: string }];
      sent.push((typeof statement === 'string' ? statement : statement.text).replace(/\s+/g, ' ').trim());
      return query(...args);
    },
  });
});

/** Returns an order of the sandbox as GET /orders/{id} returns it, without an id. */
async function anOrder(): Promise<object> {
  const { access_token: token } = await world.grant(0);
  const get = async (path: string) => {
    const response = await fetch(`${world.sandbox.origin}/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await response.json()) as { data: unknown };
  };
  const [first] = (await get('/orders?limit=1')).data as { id: string }[];
  return (await get(`/orders/${first?.id}`)).data as object;
}

const idOf = (n: number) => InstallId.parse(`inst_bench_${n}`);

/** Adds installs with usable tokens. Their sweeps are due in an hour. */
async function addInstalls(): Promise<void> {
  await systemQuery(
    `INSERT INTO installs (install_id, store_id, app_id, status, store_name, store_slug, currency, decimals, locale,
       timezone, country, is_development, installed_at, read_at, effective_scopes)
     SELECT 'inst_bench_' || n, 'st', 'app', 'active', '', '', 'SYP', 0, 'ar', 'UTC', 'SY', false, now(), now(),
       ARRAY['orders:read', 'products:read']
     FROM generate_series(1, $1::integer) n`,
    [installs],
  );
  for (let n = 1; n <= installs; n++)
    await withSystem((tx) =>
      storeTokens(
        tx,
        TokenResponse.parse({
          access_token: `at_${n}`,
          refresh_token: `rt_${n}`,
          token_type: 'Bearer',
          expires_in: 86_400,
          scope: 'orders:read products:read',
          install_id: idOf(n),
          store_id: 'st',
          store_slug: 'st',
        }),
        new Date(),
      ),
    );
  await systemQuery(`UPDATE install_tokens SET installation_due_at = now() + interval '1 day'`, []);
  await systemQuery(
    `INSERT INTO webhook_secrets (install_id, store_id, checked_at, status)
     SELECT install_id, store_id, now(), 'active' FROM installs WHERE install_id LIKE 'inst_bench_%'`,
    [],
  );
  await systemQuery(
    `INSERT INTO sweeps (install_id, resource, kind, due_at, ended_at, watermark)
     SELECT install_id, 'orders', 'updated', now() + interval '1 hour', now(), now() FROM installs
     WHERE install_id LIKE 'inst_bench_%'`,
    [],
  );
}

let round = 0;
/** Adds events about new orders to the inbox: `each` events of each of the first `count` installs. */
async function addEvents(count: number, each: number): Promise<void> {
  round += 1;
  await systemQuery(
    `INSERT INTO inbox (install_id, event_id, topic, sequence, occurred_at, body, kind, entity_id)
     SELECT 'inst_bench_' || n, 'evt_' || $3::integer || '_' || n || '_' || e, 'order.created', e, now(), '{}', 'order',
       'ord_' || $3::integer || '_' || n || '_' || e
     FROM generate_series(1, $2::integer) e, generate_series(1, $1::integer) n`,
    [count, each, round],
  );
}

const count = async (text: string) => {
  const [row] = await systemQuery<{ n: string }>(`SELECT count(*) AS n FROM ${text}`, []);
  return Number(row?.n);
};

/** Prints the statements of some work that was just done. Repetitions are left out. */
function sayStatements(title: string): void {
  say(`${title}: ${sent.length} statements`);
  sent.forEach((text, index) => say(`  ${index + 1}. ${text.slice(0, 150)}`));
}

/** Lists the statements of one event. The same work is done eight times before, so that everything is warm. */
async function listStatements(): Promise<void> {
  for (let n = 1; n <= 9; n++) {
    await addEvents(1, 1);
    sent.length = 0;
    await applyEvents();
    const applied = sent.length;
    const queue = dirtyEntities(() => undefined);
    await queue.work();
    await queue.settled();
    if (n < 9) continue;
    sayStatements(`one event, ${applied} of them to apply it`);
  }
  for (let n = 1; n <= 9; n++) {
    await systemQuery(`UPDATE sweeps SET due_at = now() WHERE install_id = 'inst_bench_1'`, []);
    sent.length = 0;
    const queue = dueSweeps(() => undefined);
    await queue.work();
    await queue.settled();
    if (n === 9) sayStatements('one sweep step that finds nothing');
  }
}

/** Returns the CPU time of all processes of PostgreSQL that serve this database, in milliseconds. */
async function postgresCpuMs(): Promise<number> {
  const rows = await systemQuery<{ pid: number }>('SELECT pid FROM pg_stat_activity', []);
  const times = await Promise.all(rows.map(({ pid }) => cpuTimeMs(pid)));
  return times.reduce((sum, ms) => sum + ms, 0);
}

/** Measures a worker that processes the events of all installs. */
async function measureEvents(): Promise<void> {
  await addEvents(installs, eventsEach);
  const events = installs * eventsEach;
  const orders = await count('orders');
  const before = { cpu: await postgresCpuMs(), node: process.cpuUsage(), atMs: performance.now() };
  sent.length = 0;
  const worker = startWorker();
  while ((await count('orders')) < orders + events || (await count('dirty_marks')) > 0) await sleep(100);
  const seconds = (performance.now() - before.atMs) / 1_000;
  const cpu = (await postgresCpuMs()) - before.cpu;
  const { user, system } = process.cpuUsage(before.node);
  say(
    `${events} events of ${installs} installs: ${(events / seconds).toFixed(0)} events a second, ` +
      `${(cpu / events).toFixed(1)} ms of PostgreSQL and ${((user + system) / 1_000 / events).toFixed(1)} ms of Node ` +
      `per event, ${(sent.length / events).toFixed(1)} statements per event`,
  );
  await worker.stop();
}

await addInstalls();
await systemQuery('ANALYZE', []).catch(() => undefined);
await listStatements();
for (let n = 0; n < rounds; n++) await measureEvents();
await world.stop();
await stub.stop();
await endpoint.stop();
