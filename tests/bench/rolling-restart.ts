import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { type Child, startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { installStore } from '@/tests/support/e2e/install-store';
import { actionId } from '@/tests/support/reports/entry-points';
import { startBalancer } from '@/tests/support/stack/balancer';
import { bundlePrograms, locateProgram } from '@/tests/support/stack/programs';
import { startStack } from '@/tests/support/stack/stack';

/**
 * Replaces both app processes behind a load balancer, one after the other, while requests, orders and five live streams
 * run. Prints how many requests were lost. The argument `requests` is the minimum number, because the benchmark sends
 * requests until both processes are replaced. The benchmark needs a build (`next build`).
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/rolling-restart.ts [requests] [drain seconds]
 *
 * Goals: 0 of 2,000 requests are lost, and each created order exists once. Each live stream receives the event
 * `restart`, opens again and never ends in any other way.
 */
const requestsMin = Number(process.argv[2] ?? 2_000);
const drainSeconds = process.argv[3] ?? '2';
const clients = 6;
const streamsCount = 5;

// This benchmark starts four app processes. A process starts twice as fast from a bundle, so the benchmark bundles the
// programs first.
await bundlePrograms();
const logs = await mkdtemp(path.join(os.tmpdir(), 'daftar-roll-'));
const balancer = await startBalancer();
const url = `http://localhost:${balancer.port}`;
const stack = await startStack(logs, { proxyUrl: url });
Object.assign(process.env, stack.env);
const { closeDb } = await import('@/lib/system/db');
const apps: Child[] = [];
try {
  await roll();
} finally {
  await Promise.all(apps.map((app) => app.kill()));
  await closeDb();
  balancer.stop();
  await stack.stop();
  await rm(logs, { recursive: true, force: true });
}
process.exit();

async function startApp(): Promise<{ app: Child; port: number }> {
  const port = await freePort();
  const { flags, file } = locateProgram('server/app.ts');
  const app = startChild({
    name: 'app',
    flags,
    args: [file],
    env: { ...stack.env, PORT: String(port), DRAIN_SECONDS: drainSeconds },
    logFile: path.join(logs, `app-${port}.log`),
  });
  apps.push(app);
  await app.ready;
  balancer.add(port);
  await balancer.until(port, true);
  return { app, port };
}

/** Opens the app in a store. Returns the install and the headers of a signed-in browser. */
async function openStore() {
  const { stores } = await stack.sandbox.control<{ stores: { id: string; currency: string }[] }>('GET', '');
  const store = stores.find(({ currency }) => currency === 'SYP');
  if (!store) throw new Error('the sandbox has no store in Syrian pounds');
  const { startSession } = await import('@/lib/installs/sign-in/session.server');
  const { sealSession, sessionCookieName } = await import('@/lib/installs/sign-in/session-cookie.server');
  const installId = InstallId.parse(await installStore(stack, store.id));
  const session = await sealSession(await startSession(installId, null));
  return { storeId: store.id, installId, cookie: `${sessionCookieName(installId)}=${session}` };
}

async function roll(): Promise<void> {
  const old = [await startApp(), await startApp()];
  const { storeId, installId, cookie } = await openStore();
  const counts = { sent: 0, orders: 0, restarts: 0, cuts: 0 };
  const lost: string[] = [];
  let isRolled = false;
  const send = async (what: string, address: string, init: RequestInit = {}): Promise<void> => {
    counts.sent += 1;
    try {
      const response = await fetch(url + address, { ...init, headers: { cookie, ...init.headers } });
      const text = await response.text();
      if (!response.ok) lost.push(`${what}: ${response.status}`);
      else if (what === 'order' && /"code":"(succeeded|unconfirmed)"/.test(text)) counts.orders += 1;
      else if (what === 'order') lost.push(`order: ${text.slice(-200)}`);
    } catch (error) {
      lost.push(`${what}: ${String(error instanceof Error && error.cause ? error.cause : error)}`);
    }
  };
  const client = async (): Promise<void> => {
    for (let n = 0; !isRolled || counts.sent < requestsMin; n += 1) {
      if (n % 40 === 0) await send('order', `/i/${installId}/orders/new`, orderAction(installId));
      else if (n % 10 === 0) await send('page', `/i/${installId}/orders`);
      else await send('read', `/api/i/${installId}/orders`);
    }
  };
  const ended = new AbortController();
  const streams = Array.from({ length: streamsCount }, () =>
    keepStream(`${url}/api/i/${installId}/live`, cookie, counts, ended.signal),
  );
  const load = Promise.all(Array.from({ length: clients }, client));
  for (const { app, port } of old) {
    await startApp();
    process.kill(app.pid, 'SIGTERM');
    const exit = await app.exited;
    console.log(
      `app on port ${port} ended: ${exit.signal ?? `exit code ${exit.code}`}, ${counts.sent} requests so far`,
    );
  }
  isRolled = true;
  await load;
  ended.abort();
  await Promise.all(streams);
  const { orders } = await stack.sandbox.control<{ orders: { customer: { first_name: string | null } }[] }>(
    'GET',
    `/dump?store_id=${storeId}`,
  );
  const created = orders.filter(({ customer }) => customer.first_name === 'Roll').length;
  console.log(
    `lost ${lost.length} of ${counts.sent} requests; ${counts.orders} orders sent, ${created} on the platform`,
  );
  console.log(
    `${streamsCount} streams: ${counts.restarts} told to reconnect, ${counts.cuts} ended otherwise`,
  );
  for (const line of new Set(lost)) console.log(`  ${line}`);
  if (lost.length > 0 || created !== counts.orders || counts.cuts > 0) process.exitCode = 1;
}

function orderAction(installId: string): RequestInit {
  const order = {
    currency: 'SYP',
    items: [{ name: 'Gift box', quantity: 1, unit_price_minor: 1_000 }],
    shipping: { amount_minor: 0, method: 'pickup' },
    customer: { name: 'Roll', phone: '+963944123456' },
    payment_method: 'cod',
  };
  return {
    method: 'POST',
    headers: {
      origin: url,
      'next-action': actionId('createOrderAction'),
      'content-type': 'text/plain;charset=UTF-8',
    },
    body: JSON.stringify([{ installId, operationId: randomUUID(), order, replaces: null }]),
  };
}

/**
 * Keeps a live stream open as a browser does: it opens the stream again whenever the stream ends. Counts how each
 * stream ends.
 */
async function keepStream(
  address: string,
  cookie: string,
  counts: { restarts: number; cuts: number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await fetch(address, { headers: { cookie, accept: 'text/event-stream' }, signal });
      const text = await response.text();
      if (text.includes('event: restart')) counts.restarts += 1;
      else counts.cuts += 1;
    } catch {
      if (!signal.aborted) counts.cuts += 1;
    }
    await sleep(Math.random() * 1_000);
  }
}
