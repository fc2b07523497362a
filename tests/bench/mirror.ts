import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { startBenchWorld } from '@/tests/support/stack/bench-world';
import { startWebhookEndpoint } from '@/tests/support/webhooks/webhook-endpoint';

/**
 * Measures three parts of the worker's job to keep the mirror (the app's copy of the platform's data) current:
 *
 * - how fast events become dirty marks (notes that a record must be read)
 * - the time from a sale until each install has the mirrored row
 * - the share of the request budget that the backfill (the first read of all past orders) uses
 *
 * The benchmark takes about seven minutes, mostly because it waits for whole minutes of the request budget.
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/mirror.ts [apply] [live] [backfill]
 */
const applied = { installs: 500, events: 100_000 };
const live = { installsPerStore: 5, seconds: 60, salesPerSecond: 2 };
const backfill = { orders: 60_000, minutes: 2 };

const endpoint = await startWebhookEndpoint();
const world = await startBenchWorld(endpoint.appUrl, { SANDBOX_ORDERS: String(backfill.orders) });
const { budgetRules } = await import('@/lib/installs/request-budget.server');
const { systemQuery } = await import('@/lib/system/db');
const { onLiveChange } = await import('@/lib/system/live/notify');
const { applyEvents } = await import('@/lib/webhooks/apply-events.server');
const { startWorker } = await import('@/lib/worker/start-worker.server');

const say = (text: string) => process.stdout.write(`${text}\n`);
const quantile = (values: number[], q: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN;
const one = async (text: string, values: unknown[] = []) => {
  const [row] = await systemQuery<{ n: string }>(text, values);
  return Number(row?.n);
};

/**
 * Measures how fast events in the inbox become dirty marks (notes that a record must be read). The installs have no
 * token, so the worker does not read the marked records from the platform.
 */
async function benchApplying(): Promise<void> {
  await systemQuery(
    `INSERT INTO installs (install_id, store_id, app_id, status, store_name, store_slug, currency, decimals, locale,
       timezone, country, is_development, installed_at, read_at)
     SELECT 'inst_bench_' || n, 'st', 'app', 'active', '', '', 'SYP', 0, 'ar', 'UTC', 'SY', false, now(), now()
     FROM generate_series(1, $1::integer) n`,
    [applied.installs],
  );
  await systemQuery(
    `INSERT INTO inbox (install_id, event_id, topic, sequence, occurred_at, body, kind, entity_id)
     SELECT 'inst_bench_' || (1 + n % $1::integer), 'evt_' || n, 'order.status_changed', n, now(), '{}', 'order', 'ord_' || (n % 20000)
     FROM generate_series(1, $2::integer) n`,
    [applied.installs, applied.events],
  );
  const expected = await one(
    `SELECT count(*) AS n FROM (SELECT DISTINCT install_id, entity_id FROM inbox) entities`,
  );
  const startedMs = performance.now();
  await Promise.all(
    [1, 2].map(async () => {
      while ((await applyEvents()) > 0);
    }),
  );
  const seconds = (performance.now() - startedMs) / 1000;
  const marks = await one('SELECT count(*) AS n FROM dirty_marks');
  const remaining = await one(`SELECT count(*) AS n FROM inbox WHERE state <> 'marked'`);
  say(
    `inbox to mark, two appliers: ${Math.round(applied.events / seconds)} events a second; ` +
      `${marks} marks of ${expected} expected, ${remaining} events not marked`,
  );
  await systemQuery('DELETE FROM dirty_marks', []);
  await systemQuery('DELETE FROM inbox', []);
  await systemQuery(`DELETE FROM installs WHERE install_id LIKE 'inst_bench_%'`, []);
}

const Requests = z.object({ data: z.array(z.object({ at: z.string(), path: z.string() })) });

/**
 * Measures which share of the request budget the backfill (the first read of all past orders) uses. The install has
 * many past orders, and no user sends requests meanwhile.
 */
async function benchBackfill(): Promise<void> {
  const installId = await world.install(0);
  const worker = startWorker();
  const fromMs = Date.now();
  await sleep(backfill.minutes * 60_000);
  const { data } = Requests.parse(
    await world.sandbox.control('GET', `/requests?install_id=${encodeURIComponent(installId)}`),
  );
  await worker.stop();
  // The request budget is unused when the benchmark starts, so the backfill can send more requests in the first minute.
  // The later minutes show the rate at which the backfill can continue.
  const minutes = Array.from({ length: backfill.minutes }, (_, minute) => {
    const startMs = fromMs + minute * 60_000;
    return data.filter(({ at }) => Date.parse(at) >= startMs && Date.parse(at) < startMs + 60_000).length;
  });
  say(
    `backfill, requests by the minute: ${minutes.join(', ')} of ${budgetRules.requestsMax} ` +
      `(${minutes.map((count) => `${Math.round((count / budgetRules.requestsMax) * 100)} %`).join(', ')})`,
  );
  const [pace] = await systemQuery<{ n: string }>(
    `SELECT fetched AS n FROM sweeps WHERE install_id = $1 AND resource = 'orders' AND kind = 'full'`,
    [installId],
  );
  say(`  orders read in ${backfill.minutes} minutes, beside products, stock and discounts: ${pace?.n}`);
  await systemQuery('DELETE FROM sweeps WHERE install_id = $1', [installId]);
  await systemQuery('DELETE FROM install_tokens WHERE install_id = $1', [installId]);
}

/**
 * Measures the time from the request that creates a sale on the platform until the open screens of each
 * install are notified.
 */
async function benchLive(): Promise<void> {
  const stores = [1, 2, 3];
  const installs: InstallId[] = [];
  for (const store of stores)
    for (let count = 0; count < Math.ceil(20 / stores.length); count++)
      installs.push(await world.install(store));
  const worker = startWorker();
  await until(async () => {
    const waiting = await one(`SELECT count(*) AS n FROM sweeps WHERE ended_at IS NULL AND kind = 'full'`);
    const marks = await one('SELECT count(*) AS n FROM dirty_marks');
    const subscribed = await one(`SELECT count(*) AS n FROM webhook_secrets WHERE status = 'active'`);
    return waiting === 0 && marks === 0 && subscribed >= installs.length;
  });
  const tookMs: number[] = [];
  const requestedAtMs = new Map<string, number>();
  const notified = new Set<string>();
  const early: [string, string, number][] = [];
  const take = (installId: string, id: string, atMs: number) => {
    const requestedMs = requestedAtMs.get(id);
    if (requestedMs === undefined) return void early.push([installId, id, atMs]);
    if (notified.has(`${installId} ${id}`)) return;
    notified.add(`${installId} ${id}`);
    tookMs.push(atMs - requestedMs);
  };
  const listening = onLiveChange(
    ({ installId, kind, id }) => kind === 'order' && take(installId, id, Date.now()),
    () => undefined,
  );
  await listening.ready;
  const before = await one('SELECT count(*) AS n FROM inbox');
  let expected = 0;
  const variants = new Map<number, string>();
  for (let sale = 0; sale < live.seconds * live.salesPerSecond; sale++) {
    const store = stores[sale % stores.length] ?? 1;
    const nextMs = Date.now() + 1000 / live.salesPerSecond;
    const startMs = Date.now();
    const variant = variants.get(store) ?? (await variantOf(store));
    variants.set(store, variant);
    const { data } = await world.sandbox.control<{ data: { id: string } }>('POST', '/orders', {
      store_id: world.stores[store]?.id,
      source: 'storefront',
      items: [{ variant_id: variant, quantity: 1 }],
    });
    requestedAtMs.set(data.id, startMs);
    for (const [installId, id, atMs] of early.splice(0)) take(installId, id, atMs);
    expected += installs.length / stores.length;
    await sleep(Math.max(0, nextMs - Date.now()));
  }
  await until(async () => notified.size >= Math.floor(expected), 30_000).catch(() => undefined);
  for (const [installId, id, atMs] of early.splice(0)) take(installId, id, atMs);
  const events = (await one('SELECT count(*) AS n FROM inbox')) - before;
  listening.stop();
  await worker.stop();
  say(
    `event to mirrored row, ${installs.length} installs, ${Math.round(events / live.seconds)} events a second: ` +
      `p50 ${Math.round(quantile(tookMs, 0.5))} ms, p95 ${Math.round(quantile(tookMs, 0.95))} ms, ` +
      `p99 ${Math.round(quantile(tookMs, 0.99))} ms, ${tookMs.length} rows of ${Math.floor(expected)}`,
  );
}

async function variantOf(store: number): Promise<string> {
  const dump = z.object({
    products: z.array(
      z.object({
        status: z.string(),
        variants: z.array(z.object({ id: z.string(), status: z.string(), stock: z.number() })),
      }),
    ),
  });
  const { products } = dump.parse(
    await world.sandbox.control('GET', `/dump?store_id=${world.stores[store]?.id}`),
  );
  const variant = products
    .filter(({ status }) => status === 'active')
    .flatMap(({ variants }) => variants)
    .filter(({ status }) => status === 'active')
    .sort((a, b) => b.stock - a.stock)[0];
  if (!variant) throw new Error('nothing to sell');
  return variant.id;
}

async function until(probe: () => Promise<boolean>, timeoutMs = 180_000): Promise<void> {
  const endMs = Date.now() + timeoutMs;
  while (!(await probe())) {
    if (Date.now() > endMs) throw new Error('did not become idle');
    await sleep(200);
  }
}

const benches = { apply: benchApplying, live: benchLive, backfill: benchBackfill };
const parts = z.array(z.enum(['apply', 'live', 'backfill'])).parse(process.argv.slice(2));
if (parts.length === 0) parts.push('apply', 'live', 'backfill');
try {
  for (const part of parts) await benches[part]();
} finally {
  await endpoint.stop();
  await world.stop();
}
