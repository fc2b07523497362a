import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { createScratchDatabase } from '@/server/postgres/scratch-database';
import {
  load,
  loadInstallId,
  loadSecret,
  quantile,
  reference,
  type Result,
  runNode,
  type Target,
} from '@/tests/bench/receiver-load';
import { appEnvOf } from '@/tests/support/integration/app-env';
import { eventOf, signed } from '@/tests/support/webhooks/delivery';
import { eventually } from '@/tests/support/stack/eventually';
import { startTestServer } from '@/tests/support/stack/test-server';

/**
 * Measures how many webhook deliveries per second two receivers of the app accept: its server entry and its route
 * handler. Each receiver is measured in turn with a reference receiver of tests/bench/reference, and the benchmark
 * prints the ratio of the two rates. The benchmark also sends a flood of forged deliveries together with a few valid
 * deliveries. The route handler is measured only if the app is built (`next build`).
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/webhooks.ts [seconds per measurement] [rounds]
 */
const seconds = Number(process.argv[2] ?? 3);
const rounds = Number(process.argv[3] ?? 3);
const connections = [1, 16, 64];
const secret = loadSecret;
const installId = InstallId.parse(loadInstallId);
const flood = { forgedPerSecond: 5_000, installs: 10, seconds: 20 };

const root = path.resolve(import.meta.dirname, '../..');

/** For each measured receiver, the name of the reference receiver with which it is compared. */
const measures = new Map([
  ['server entry', 'reference: batch'],
  ['route handler', 'reference: Next'],
]);

const server = await startTestServer();
const logs = await mkdtemp(path.join(os.tmpdir(), 'daftar-bench-'));
const [ours, theirs] = await Promise.all([
  createScratchDatabase(server, { prefix: 'bench', template: server.template }),
  createScratchDatabase(server, { prefix: 'reference' }),
]);
const appEnv = {
  ...appEnvOf({
    appUrl: 'http://localhost:3999',
    // No sandbox runs at this address. The benchmark needs no sandbox, because it stores the webhook secret itself,
    // which normally comes from a subscription at the platform.
    sandbox: { origin: 'http://localhost:3998', clientId: 'bench', clientSecret: 'bench' },
    database: ours,
    logLevel: 'warn',
  }),
  NODE_ENV: 'production' as const,
};
Object.assign(process.env, appEnv);
const { closeDb, loadDataKeys, systemQuery, withSystem } = await import('@/lib/system/db');
const { insertDataKeys } = await import('@/lib/system/keys/data-keys');
const { encrypt } = await import('@/lib/system/keys/crypto');

/** Creates an install and stores for it the webhook secret that a subscription at the platform would return. */
async function knowInstall(id: string, itsSecret: string): Promise<void> {
  await insertDataKeys([{ installId: id, version: 1 }], { usableInMs: 0 }, systemQuery);
  await loadDataKeys([id]);
  const currentEnc = encrypt(itsSecret, { installId: id, column: 'webhook_secrets.current_enc', row: [] });
  await withSystem((tx) =>
    tx.webhookSecret.create({ data: { installId: id, storeId: `store_${id}`, currentEnc } }),
  );
}

async function prepareReference(): Promise<void> {
  const client = new pg.Client({ connectionString: theirs.url });
  await client.connect();
  await client.query(
    'CREATE TABLE inbox(id text PRIMARY KEY, install_id text, topic text, sequence bigint, occurred_at timestamptz, raw text)',
  );
  await client.end();
}

async function startReference(mode: 'verify' | 'batch' | 'insert'): Promise<Target> {
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(reference, 'refserver.mjs')], {
    cwd: root,
    env: { ...process.env, MODE: mode, PORT: String(port), PGURL: theirs.url, SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise((resolve) => createInterface(child.stdout).once('line', resolve));
  const stop = () => {
    child.kill();
    return exited;
  };
  return { name: `reference: ${mode}`, url: `http://127.0.0.1:${port}/webhooks`, pid: child.pid ?? 0, stop };
}

async function startEntry(): Promise<Target> {
  const port = await freePort();
  const child = startChild({
    name: 'webhook-entry',
    args: ['tests/support/webhooks/webhook-entry.ts'],
    env: { ...appEnv, PORT: String(port) },
    logFile: path.join(logs, 'entry.log'),
  });
  await child.ready;
  const url = `http://127.0.0.1:${port}/api/webhooks`;
  return { name: 'server entry', url, pid: child.pid, stop: child.stop };
}

/** Runs `next start` for the build in a folder, without the app's own server entry. */
async function startNext(
  name: string,
  { folder, pathname, env }: { folder: string; pathname: string; env: Record<string, string> },
): Promise<Target> {
  const port = await freePort();
  const child = spawn(process.execPath, [next, 'start', folder, '-p', String(port), '-H', '127.0.0.1'], {
    cwd: root,
    env: { ...process.env, ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}${pathname}`;
  const answers = () =>
    fetch(url).then(
      () => true,
      () => null,
    );
  await eventually(`${name} answers`, answers);
  const stop = () => {
    child.kill();
    return exited;
  };
  return { name, url, pid: child.pid ?? 0, stop };
}

const next = path.join(root, 'node_modules/next/dist/bin/next');

/**
 * Starts the app's webhook route handler if the app is built. Also starts the receiver that the route handler is
 * compared with: a Next route that verifies each delivery and inserts it with one statement
 * (tests/bench/next-reference).
 */
async function startRoutes(): Promise<Target[]> {
  if (!existsSync(path.join(root, '.next/BUILD_ID'))) {
    process.stdout.write('no .next: run `npm run build` to measure the route handler\n');
    return [];
  }
  const folder = path.join(root, 'tests/bench/next-reference');
  await runNode([next, 'build', folder]);
  return [
    await startNext('reference: Next', {
      folder,
      pathname: '/webhooks',
      env: { PGURL: theirs.url, SECRET: secret },
    }),
    await startNext('route handler', { folder: root, pathname: '/api/webhooks', env: appEnv }),
  ];
}

/** Measures each receiver once per round and prints the medians. Each round reverses the order of the receivers. */
async function compare(targets: Target[], conc: number): Promise<void> {
  const results = new Map<Target, Result[]>(targets.map((target) => [target, []]));
  for (let round = 0; round < rounds; round++)
    for (const target of round % 2 === 0 ? targets : targets.toReversed())
      results.get(target)?.push(await load(target, conc, seconds));
  const median = (name: string, what: keyof Result) =>
    quantile(
      [...results].flatMap(([target, all]) => (target.name === name ? all.map((one) => one[what]) : [])),
      0.5,
    );
  for (const { name } of targets) {
    const [rps, p50, p99] = [median(name, 'rps'), median(name, 'p50'), median(name, 'p99')];
    const cpu = median(name, 'srv_us');
    const measure = measures.get(name);
    const ratio =
      measure === undefined
        ? ''
        : `; to ${measure}: rate ${(rps / median(measure, 'rps')).toFixed(2)}, p50 ${(p50 / median(measure, 'p50')).toFixed(2)}`;
    process.stdout.write(
      `${String(conc).padStart(2)} connections  ${name.padEnd(20)}${String(Math.round(rps)).padStart(6)} a second, ` +
        `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, CPU ${cpu} µs${ratio}\n`,
    );
  }
}

/**
 * Sends valid deliveries while forged deliveries flood the receiver. Each second, the function sends one valid delivery
 * for each install. The deliveries are spread evenly over the second. Returns the status and the time in milliseconds
 * of each response.
 */
async function deliverValid(url: string, ids: string[]): Promise<{ status: number; ms: number }[]> {
  const answers: Promise<{ status: number; ms: number }>[] = [];
  for (let sent = 0; sent < flood.seconds * ids.length; sent++) {
    const id = ids[sent % ids.length] ?? '';
    const parts = signed(id, secretOf(id), eventOf(id, `store_${id}`));
    const startedMs = performance.now();
    answers.push(
      fetch(url, { method: 'POST', headers: parts.headers, body: Buffer.from(parts.body) }).then(
        async (response) => {
          await response.arrayBuffer();
          return { status: response.status, ms: performance.now() - startedMs };
        },
        () => ({ status: 0, ms: performance.now() - startedMs }),
      ),
    );
    await sleep(1_000 / ids.length);
  }
  return Promise.all(answers);
}

const secretOf = (id: string) => createHmac('sha256', secret).update(id).digest('hex');

async function withstandFlood({ url, name }: Target): Promise<void> {
  const ids = Array.from({ length: flood.installs }, (_, index) => `inst_flood_${index}`);
  for (const id of ids) await knowInstall(id, secretOf(id));
  const options = { url, perSecond: flood.forgedPerSecond, seconds: flood.seconds, installIds: ids };
  const [forged, valid] = await Promise.all([
    runNode(['--import', 'tsx', path.join(root, 'tests/bench/forged-flood.ts'), JSON.stringify(options)]),
    sleep(1_000).then(() => deliverValid(url, ids)),
  ]);
  const times = valid.map(({ ms }) => ms);
  const refused = valid.filter(({ status }) => status !== 200).length;
  process.stdout.write(
    `flood of ${flood.forgedPerSecond} forged a second on the ${name}: ${forged.trim()}\n` +
      `  valid beside it: ${valid.length}, refused ${refused}, p50 ${quantile(times, 0.5).toFixed(1)} ms, ` +
      `p99 ${quantile(times, 0.99).toFixed(1)} ms\n`,
  );
}

const targets: Target[] = [];
try {
  await Promise.all([prepareReference(), knowInstall(installId, secret)]);
  for (const mode of ['verify', 'batch', 'insert'] as const) targets.push(await startReference(mode));
  const entry = await startEntry();
  targets.push(entry);
  const fast = [...targets];
  const routes = await startRoutes();
  targets.push(...routes);
  for (const conc of connections) {
    await compare(fast, conc);
    if (routes.length > 0) await compare(routes, conc);
  }
  await withstandFlood(entry);
} finally {
  for (const target of targets) await target.stop();
  await closeDb();
  await server.stop();
  await rm(logs, { recursive: true, force: true });
}
