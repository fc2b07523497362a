import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { createScratchDatabase } from '@/server/postgres/scratch-database';
import { startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import {
  load,
  loadInstallId,
  loadSecret,
  quantile,
  type Result,
  type Target,
} from '@/tests/bench/receiver-load';
import { appEnvOf } from '@/tests/support/integration/app-env';
import { readPort } from '@/tests/support/operating/scrape';
import { startTestServer } from '@/tests/support/stack/test-server';

/**
 * Measures how much metrics or traces slow down the receiver of webhook deliveries. Two receivers run: one without
 * them, and one with them. Metrics are scraped once a second. Spans go to a collector that discards them, with the
 * sampler of the variables OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG. The benchmark measures the two receivers
 * alternately and reverses the order in each round.
 *
 * Two processes of the same program differ by several percent for their whole life. The benchmark therefore starts
 * several pairs of receivers, one pair after the other. The receiver with metrics or traces starts first in every second
 * pair.
 *
 * For each pair the benchmark prints two ratios of the median with them to the median without them: one for the rates,
 * and one for the CPU times per delivery. The last line has the geometric means of the ratios of all pairs. The goal for
 * the rate is at least 0.98.
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/metrics.ts [seconds per measurement] [rounds] [connections] [pairs]
 *       [metrics | traces | both]
 */
const seconds = Number(process.argv[2] ?? 3);
const rounds = Number(process.argv[3] ?? 4);
const connections = Number(process.argv[4] ?? 16);
const pairs = Number(process.argv[5] ?? 6);
const what = z.enum(['metrics', 'traces', 'both']).parse(process.argv[6] ?? 'metrics');
const scrapeEveryMs = 1_000;

/** A collector of traces that discards what it gets. */
const collector = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});
collector.listen(0, '127.0.0.1');
await once(collector, 'listening');

const server = await startTestServer();
const logs = await mkdtemp(path.join(os.tmpdir(), 'daftar-bench-'));
const database = await createScratchDatabase(server, { prefix: 'bench', template: server.template });
const nowhere = { origin: 'http://localhost:3998', clientId: 'bench', clientSecret: 'bench' };
const appEnv = {
  ...appEnvOf({ appUrl: 'http://localhost:3999', sandbox: nowhere, database, logLevel: 'warn' }),
  NODE_ENV: 'production' as const,
};
Object.assign(process.env, appEnv);
const { closeDb, loadDataKeys, systemQuery, withSystem } = await import('@/lib/system/db');
const { insertDataKeys } = await import('@/lib/system/keys/data-keys');
const { encrypt } = await import('@/lib/system/keys/crypto');

/** Stores an install with its webhook secret. The load generator signs its deliveries with this secret. */
async function knowInstall(): Promise<void> {
  const installId = loadInstallId;
  await insertDataKeys([{ installId, version: 1 }], { usableInMs: 0 }, systemQuery);
  await loadDataKeys([installId]);
  const currentEnc = encrypt(loadSecret, { installId, column: 'webhook_secrets.current_enc', row: [] });
  await withSystem((tx) =>
    tx.webhookSecret.create({ data: { installId, storeId: `store_${installId}`, currentEnc } }),
  );
}

async function startReceiver(name: string, extra: Record<string, string> = {}): Promise<Target> {
  const port = await freePort();
  const child = startChild({
    name: 'webhook-entry',
    args: ['tests/support/webhooks/webhook-entry.ts'],
    env: { ...appEnv, PORT: String(port), ...extra },
    logFile: path.join(logs, `${name}.log`),
  });
  await child.ready;
  return { name, url: `http://127.0.0.1:${port}/api/webhooks`, pid: child.pid, stop: child.stop };
}

type Ratios = { rps: number; srv_us: number };

/** Starts a pair of receivers, measures them alternately and stops them. `first` is the receiver that starts first. */
async function measurePair(first: 'with' | 'without'): Promise<Ratios> {
  const metricsPort = await freePort();
  const { port: collectorPort } = collector.address() as AddressInfo;
  const extra = {
    ...(what !== 'traces' && { METRICS_PORT: String(metricsPort) }),
    ...(what !== 'metrics' && { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}` }),
  };
  const order = first === 'with' ? (['with', 'without'] as const) : (['without', 'with'] as const);
  const targets: Target[] = [];
  let scraping: NodeJS.Timeout | undefined;
  try {
    for (const name of order) targets.push(await startReceiver(name, name === 'with' ? extra : {}));
    if (what !== 'traces')
      scraping = setInterval(() => void readPort(metricsPort, '/metrics'), scrapeEveryMs);
    const results: Record<string, Result[]> = { with: [], without: [] };
    for (let round = 0; round < rounds; round++)
      for (const target of round % 2 === 0 ? targets : targets.toReversed())
        results[target.name]?.push(await load(target, connections, seconds));
    const median = (name: string, field: keyof Result) =>
      quantile(
        (results[name] ?? []).map((one) => one[field]),
        0.5,
      );
    for (const name of ['without', 'with'])
      process.stdout.write(
        `${name.padEnd(7)} ${what}: ${Math.round(median(name, 'rps'))} a second, ` +
          `p50 ${median(name, 'p50').toFixed(2)} ms, p99 ${median(name, 'p99').toFixed(2)} ms, CPU ${median(name, 'srv_us')} µs\n`,
      );
    const ratio = (field: keyof Ratios) => median('with', field) / median('without', field);
    return { rps: ratio('rps'), srv_us: ratio('srv_us') };
  } finally {
    clearInterval(scraping);
    for (const target of targets) await target.stop();
  }
}

const print = (label: string, { rps, srv_us }: Ratios) =>
  process.stdout.write(`${label}: rate ${rps.toFixed(3)}, CPU of a delivery ${srv_us.toFixed(3)}\n`);

try {
  await knowInstall();
  const all: Ratios[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const ratios = await measurePair(pair % 2 === 0 ? 'without' : 'with');
    print(`pair ${pair + 1} of ${pairs}`, ratios);
    all.push(ratios);
  }
  const mean = (field: keyof Ratios) =>
    Math.exp(all.reduce((sum, ratios) => sum + Math.log(ratios[field]), 0) / all.length);
  print(`mean of ${pairs} pairs`, { rps: mean('rps'), srv_us: mean('srv_us') });
} finally {
  collector.closeAllConnections();
  collector.close();
  await closeDb();
  await server.stop();
  await rm(logs, { recursive: true, force: true });
}
