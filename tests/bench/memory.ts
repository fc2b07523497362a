import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { WebhookTopic } from 'commerce-platform-client/contract/webhooks';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type Child, startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { startBenchWorld } from '@/tests/support/stack/bench-world';
import { type DeliveryParts, eventOf, signed } from '@/tests/support/webhooks/delivery';
import { eventually } from '@/tests/support/stack/eventually';

/**
 * Measures whether the memory of the app and of the worker stays constant over 100,000 webhook deliveries.
 * Run it after `npm run build`, on Linux only. If [events a second] is 0, deliveries are sent as fast as the
 * app accepts them. The benchmark prints RSS at each twentieth of the deliveries, the reachable memory after
 * a garbage collection at three points, and the growth of RSS.
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/memory.ts [events] [events a second]
 */
const events = Number(process.argv[2] ?? 100_000);
const perSecond = Number(process.argv[3] ?? 300);
const installCount = 20;
const connections = 16;
const ordersPerStore = 500;
const parts = 20;
/**
 * The number of parts that are a warm-up. During the warm-up, the app and the worker fill their caches and pools, and
 * the worker reads the past orders of the stores.
 */
const warmUpParts = 2;
const collectAt = [warmUpParts, parts / 2, parts];

type Install = { id: InstallId; storeId: string; secret: string; orders: string[]; products: string[] };
type Sample = { events: number; app: number; worker: number };

const port = await freePort();
const world = await startBenchWorld(`http://localhost:${port}`, { SANDBOX_ORDERS: String(ordersPerStore) });
const { systemQuery } = await import('@/lib/system/db');
const logs = await mkdtemp(path.join(os.tmpdir(), 'daftar-memory-'));
const agent = new http.Agent({ keepAlive: true, maxSockets: connections });

const say = (text: string) => process.stdout.write(`${text}\n`);
const mega = (bytes: number) => (bytes / 1e6).toFixed(1);
const count = async (text: string) => {
  const [row] = await systemQuery<{ n: string }>(`SELECT count(*) AS n FROM ${text}`, []);
  return Number(row?.n);
};

function start(name: string, program: string): Child {
  return startChild({
    name,
    args: ['--expose-gc', '--import', './tests/bench/report-heap.ts', program],
    env: { ...world.appEnv, NODE_ENV: 'production', PORT: String(port) },
    logFile: path.join(logs, `${name}.log`),
  });
}

const Dump = z.object({
  orders: z.array(z.object({ id: z.string() })),
  products: z.array(z.object({ id: z.string() })),
});
const Subscribed = z.object({ webhook: z.object({ secret: z.string() }) });

/**
 * Installs the app in each store. Then waits until the worker has subscribed every install to webhooks and read the
 * lists of its store.
 */
async function prepareInstalls(): Promise<Install[]> {
  const placed: { id: InstallId; storeId: string }[] = [];
  for (let index = 0; index < installCount; index++) {
    const store = index % world.stores.length;
    placed.push({ id: await world.install(store), storeId: world.stores[store]?.id ?? '' });
  }
  const isReady = async () =>
    (await count(`webhook_secrets WHERE status = 'active'`)) >= installCount &&
    (await count(`sweeps WHERE ended_at IS NULL AND kind = 'full'`)) === 0;
  await eventually('the worker takes the installs in', isReady, 180_000);
  const installs: Install[] = [];
  for (const { id, storeId } of placed) {
    const { webhook } = Subscribed.parse(await world.sandbox.control('GET', `/installs/${id}`));
    const dump = Dump.parse(await world.sandbox.control('GET', `/dump?store_id=${storeId}`));
    const [orders, products] = [dump.orders, dump.products].map((rows) => rows.map((row) => row.id));
    installs.push({ id, storeId, secret: webhook.secret, orders: orders ?? [], products: products ?? [] });
  }
  return installs;
}

const pick = (ids: string[], n: number) => ids[n % ids.length] ?? '';

type Change = { topic: WebhookTopic; data: Record<string, unknown> };
const statusChanged = (orderId: string): Change => ({
  topic: 'order.status_changed',
  data: { order_id: orderId, order_number: '1', status: 'approved', previous_status: 'placed' },
});
const knownOrder = ({ orders }: Install, n: number) => statusChanged(pick(orders, n));
/**
 * Returns an event about an order that the platform does not have, so the worker's read of the order finds nothing.
 * Each event names a different order, and each event sets a dirty mark (a note that the order must be read). The
 * request budget limits how fast the worker reads these orders. So most of the dirty marks are still in the queue when
 * the benchmark ends.
 */
const unknownOrder = (_install: Install, n: number) => statusChanged(`ord_nowhere_${n}`);
const knownProduct = ({ products }: Install, n: number): Change => ({
  topic: 'product.updated',
  data: { product_id: pick(products, n) },
});
const movement = (_install: Install, n: number): Change => ({
  topic: 'inventory.movement_created',
  data: {
    movement_id: `mov_bench_${n}`,
    variant_id: `var_${n % 500}`,
    location_id: 'loc_bench',
    delta: -1,
    stock_after: n % 100,
    reason: 'sale',
  },
});
const mix = [knownOrder, movement, unknownOrder, movement, knownOrder, knownProduct, movement, unknownOrder];

function deliveryOf(installs: Install[], index: number): DeliveryParts {
  const install = installs[index % installs.length];
  if (!install) throw new Error('no install');
  const turn = Math.floor(index / installs.length);
  const change = mix[turn % mix.length]?.(install, turn);
  return signed(
    install.id,
    install.secret,
    eventOf(install.id, install.storeId, { ...change, sequence: 1_000_000 + index }),
  );
}

function post({ headers, body }: DeliveryParts): Promise<void> {
  return new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:${port}/api/webhooks`;
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      const { statusCode } = response;
      response.resume().once('end', () => {
        if (statusCode === 200) resolve();
        else reject(new Error(`a valid delivery was answered ${statusCode}`));
      });
    });
    request.once('error', reject).end(body);
  });
}

/**
 * Sends the deliveries with indexes from `from` up to, but not including, `to`. Uses all connections, and starts no
 * delivery before its due time.
 */
async function deliver(installs: Install[], from: number, to: number): Promise<void> {
  const startMs = performance.now();
  let next = from;
  const sender = async () => {
    while (next < to) {
      const index = next++;
      const dueMs = perSecond > 0 ? startMs + ((index - from) * 1_000) / perSecond : startMs;
      if (dueMs > performance.now()) await sleep(dueMs - performance.now());
      await post(deliveryOf(installs, index));
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
}

async function rssOf({ pid }: Child): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/**
 * Makes another process collect garbage. Returns the memory of that process that is still reachable, in bytes. `time`
 * is the number of the signal to the process, beginning with 1. The process prints this number in its line `heap <time>
 * <bytes>`.
 */
async function heapOf(child: Child, time: number): Promise<number> {
  process.kill(child.pid, 'SIGUSR2');
  const line = await eventually(`${child.name} says what its heap holds`, async () =>
    child.lastLines().find((said) => said.startsWith(`heap ${time} `)),
  );
  return Number(line.split(' ')[2]);
}

async function sample(app: Child, worker: Child, part: number): Promise<Sample> {
  const now = { events: (events / parts) * part, app: await rssOf(app), worker: await rssOf(worker) };
  const notApplied = await count(`inbox WHERE state = 'stored'`);
  const time = collectAt.indexOf(part) + 1;
  const heaps = time > 0 ? [await heapOf(app, time), await heapOf(worker, time)].map(mega) : ['', ''];
  const cells = [now.events, mega(now.app), mega(now.worker), ...heaps, notApplied];
  say(cells.map((cell) => String(cell).padStart(13)).join(''));
  return now;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}

/** Returns the growth of RSS in bytes per event, as the slope of a least-squares line through the samples. */
function slope(samples: Sample[], name: 'app' | 'worker'): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [eventsMean, rssMean] = [
    mean(samples.map((one) => one.events)),
    mean(samples.map((one) => one[name])),
  ];
  const [shared, spread] = samples.reduce(
    ([above, below], one) => [
      above + (one.events - eventsMean) * (one[name] - rssMean),
      below + (one.events - eventsMean) ** 2,
    ],
    [0, 0],
  );
  return shared / spread;
}

function report(samples: Sample[], name: 'app' | 'worker'): void {
  const rss = samples.map((one) => one[name]);
  const quarter = rss.slice(warmUpParts, warmUpParts + Math.ceil((parts - warmUpParts) / 4));
  const secondHalf = rss.slice(parts / 2);
  say(
    `${name}: ${mega(slope(samples.slice(parts / 2), name) * 10_000)} MB per 10,000 events over the second half; ` +
      `median ${mega(median(quarter))} MB after the warm-up, ${mega(median(secondHalf))} MB in the second half, ` +
      `ratio ${(median(secondHalf) / median(quarter)).toFixed(3)}`,
  );
}

const children: Child[] = [];
try {
  const app = start('app', 'server/app.ts');
  const worker = start('worker', 'lib/worker/main.ts');
  children.push(app, worker);
  await Promise.all([app.ready, worker.ready]);
  const installs = await prepareInstalls();
  const titles = ['events', 'app RSS', 'worker RSS', 'app heap', 'worker heap', 'not applied'];
  say(titles.map((title) => title.padStart(13)).join(''));
  const startedMs = performance.now();
  const samples: Sample[] = [];
  for (let part = 1; part <= parts; part++) {
    await deliver(installs, (events / parts) * (part - 1), (events / parts) * part);
    samples.push(await sample(app, worker, part));
  }
  const seconds = Math.round((performance.now() - startedMs) / 1_000);
  await eventually(
    'all are applied',
    async () => (await count(`inbox WHERE state = 'stored'`)) === 0,
    120_000,
  );
  const read = await count(`inbox WHERE state = 'settled' AND kind IN ('order', 'product')`);
  say(
    `${events} events in ${seconds} s, all applied; ${read} of them settled by a read, ` +
      `${await count('dirty_marks')} entities still to be read`,
  );
  report(samples, 'app');
  report(samples, 'worker');
} finally {
  agent.destroy();
  for (const child of children) await child.stop();
  await world.stop();
  await rm(logs, { recursive: true, force: true });
}
