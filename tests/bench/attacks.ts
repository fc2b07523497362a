import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InstallId, type StoreId } from '@/lib/shared/ids';
import { installStore } from '@/tests/support/e2e/install-store';
import { untilMirrored } from '@/tests/support/e2e/open-store';
import { actionId } from '@/tests/support/reports/entry-points';
import { type Stack, startStack } from '@/tests/support/stack/stack';
import { eventOf, signed } from '@/tests/support/webhooks/delivery';
import { clock, quantile } from './times';

/**
 * Measures how much an attack slows down other users of the same app process. Each time is also printed as a
 * ratio to the calm value, which is the time without an attack. The benchmark needs the production build, so
 * run `next build` first.
 *
 *     npx tsx --tsconfig tsconfig.node.json tests/bench/attacks.ts [rounds] [seconds per attack]
 *
 * Goals: 60 requests at once with 480 junk session cookies each (or 3,000 tiny cookies) take at most twice as
 * long as 60 requests without cookies. During each attack the p99 of signed deliveries is at most 1 s. The
 * pages of another store have no error, and their p95 is at most twice the calm value. Client, app, worker,
 * sandbox and PostgreSQL share the cores of this machine, so the times are meaningful only on an otherwise
 * idle machine.
 */
const rounds = Number(process.argv[2] ?? 5);
const attackMs = Number(process.argv[3] ?? 10) * 1_000;

/** A store with the app installed, and the cookie header of a merchant who is signed in to it. */
type Tenant = { installId: InstallId; storeId: StoreId; cookie: string };

/** Connections that the current attack has opened. */
const raw = new Set<Socket>();
/** Aborts the live streams that the current attack has opened. */
let streams = new AbortController();

const logs = await mkdtemp(path.join(os.tmpdir(), 'daftar-attacks-'));
const stack: Stack = await startStack(logs);
Object.assign(process.env, stack.env);
const { closeDb } = await import('@/lib/system/db');
try {
  await compareCookies();
  await compareAttacks();
} finally {
  await closeDb();
  await stack.stop();
  await rm(logs, { recursive: true, force: true });
}
process.exit();

/**
 * Sends 60 requests at once, with this cookie header and without a valid session. Returns the time in
 * milliseconds until the app has responded to all of them.
 */
function burst(cookie: string | undefined): Promise<number> {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  const once = () => ask('/api/i/inst_unknown/orders', { headers });
  return clock(() => Promise.all(Array.from({ length: 60 }, once)));
}

/**
 * Returns a cookie header with 480 junk session cookies. More would not fit, because Node refuses request
 * headers of more than 16 KB.
 */
function junkCookies(): string {
  return Array.from({ length: 480 }, (_, n) => `__Host-daftar.session.${n}=x`).join('; ');
}

async function compareCookies(): Promise<void> {
  const junk = junkCookies();
  const tiny = Array.from({ length: 3_000 }, (_, n) => n.toString(36)).join(';');
  const kinds = { none: undefined, 'other cookies': `a=${'x'.repeat(junk.length - 2)}`, junk, tiny };
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
  await burst(undefined);
  for (let round = 0; round < rounds; round += 1)
    for (const [kind, cookie] of Object.entries(kinds)) times.get(kind)?.push(await burst(cookie));
  const median = (kind: string) => quantile(times.get(kind) ?? [], 0.5);
  for (const kind of times.keys())
    process.stdout.write(
      `60 requests at once, cookies: ${kind.padEnd(14)}${median(kind).toFixed(0).padStart(6)} ms, ` +
        `${(median(kind) / median('none')).toFixed(1)} times\n`,
    );
}

/**
 * Runs each attack. During the attack, it sends signed webhook deliveries and opens a page of another store.
 * Prints the times of these deliveries and of the page.
 */
async function compareAttacks(): Promise<void> {
  const { stores } = await stack.sandbox.control<{ stores: { id: StoreId }[] }>('GET', '');
  const [attacker, victim] = [await openTenant(stores[0]?.id), await openTenant(stores[1]?.id)];
  const { webhook } = await stack.sandbox.control<{ webhook: { secret: string } }>(
    'GET',
    `/installs/${victim.installId}`,
  );
  const measured = [
    () => deliver(victim, webhook.secret),
    () => ask(`/i/${victim.installId}/orders`, { headers: { cookie: victim.cookie } }),
  ];
  // The first requests load code, so their times are not used.
  await beside({ perSecond: 0, send: () => undefined }, measured);
  const calm = { delivery: Number.NaN, page: Number.NaN };
  for (const [name, attack] of Object.entries(attacksOf(attacker))) {
    const [delivery, visit] = await beside(attack, measured);
    const values = {
      delivery: quantile(delivery?.times ?? [], 0.99),
      page: quantile(visit?.times ?? [], 0.95),
    };
    if (name === 'calm') Object.assign(calm, values);
    const cell = (kind: keyof typeof values) =>
      `${values[kind].toFixed(0).padStart(6)} ms ${(values[kind] / calm[kind]).toFixed(1).padStart(5)} times`;
    const errors = (delivery?.errors ?? 0) + (visit?.errors ?? 0);
    process.stdout.write(
      `${name.padEnd(34)} deliveries p99 ${cell('delivery')}, page p95 ${cell('page')}, errors ${errors}\n`,
    );
    await endAttack();
  }
}

type Attack = {
  /** Number of requests or connections that the attack starts per second. */
  perSecond: number;
  send(): unknown;
};

/**
 * The ten attacks. The first entry has no attack, for comparison. The attacker has a session of one store and
 * no access to any other store.
 */
function attacksOf({ installId, storeId, cookie }: Tenant): Record<string, Attack> {
  const api = `/api/i/${installId}`;
  const page = `/i/${installId}/orders`;
  const junk = junkCookies();
  const matchAction = actionId('matchMessageAction');
  let count = 0;
  return {
    calm: { perSecond: 0, send: () => undefined },
    'junk cookies': {
      perSecond: 60,
      send: () => ask('/api/i/inst_unknown/orders', { headers: { cookie: junk } }),
    },
    'upgrade requests': {
      perSecond: 100,
      send: () =>
        openRaw('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    },
    'bodies that never end': {
      perSecond: 50,
      send: () => openRaw('POST /q/unknown HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\na'),
    },
    'forged deliveries over sockets': {
      perSecond: 300,
      send: () => deliver({ installId: InstallId.parse(`inst_${count++}`), storeId }, 'forged'),
    },
    'costly actions: matched messages': {
      perSecond: 30,
      send: () =>
        ask(`${page}/new`, {
          method: 'POST',
          headers: {
            cookie,
            origin: stack.appUrl,
            'next-action': matchAction,
            'content-type': 'text/plain;charset=UTF-8',
          },
          body: JSON.stringify([{ installId, text: 'two soaps, three towels and a blue bag '.repeat(40) }]),
        }),
    },
    exports: { perSecond: 20, send: () => ask(`${api}/orders/export`, { headers: { cookie } }) },
    'live streams': { perSecond: 30, send: () => openStream(`${api}/live`, cookie) },
    'RSC requests': { perSecond: 20, send: () => ask(page, { headers: { cookie, rsc: '1' } }) },
    'guessed acceptance links': { perSecond: 50, send: () => ask(`/q/${'g'.repeat(38)}${10_000 + count++}`) },
    'sign-in starts': {
      perSecond: 50,
      send: () =>
        ask('/api/auth/signin/platform', {
          method: 'POST',
          headers: { origin: stack.appUrl },
          body: new URLSearchParams({ json: 'true' }),
        }),
    },
  };
}

/** Installs the app in a store, loads the store's orders and starts a session. */
async function openTenant(storeId: StoreId | undefined): Promise<Tenant> {
  if (!storeId) throw new Error('the sandbox has too few stores');
  const { startSession } = await import('@/lib/installs/sign-in/session.server');
  const { sealSession, sessionCookieName } = await import('@/lib/installs/sign-in/session-cookie.server');
  const installId = InstallId.parse(await installStore(stack, storeId));
  await untilMirrored(stack, installId);
  const session = await sealSession(await startSession(installId, null));
  return { installId, storeId, cookie: `${sessionCookieName(installId)}=${session}` };
}

type Measured = { times: number[]; errors: number };

/**
 * Runs an attack at its rate, and sends each of the measured requests five times a second. Returns the
 * durations of the measured requests, in milliseconds, and how many of them failed.
 */
async function beside(attack: Attack, requests: (() => Promise<number>)[]): Promise<Measured[]> {
  const untilMs = performance.now() + attackMs;
  const pending: unknown[] = [];
  const attacking = (async () => {
    for (
      let due = performance.now();
      attack.perSecond > 0 && due < untilMs;
      due += 1_000 / attack.perSecond
    ) {
      await sleep(Math.max(0, due - performance.now()));
      pending.push(Promise.resolve(attack.send()).catch(() => undefined));
    }
  })();
  const measured = requests.map(async (request) => {
    const result: Measured = { times: [], errors: 0 };
    const running: Promise<void>[] = [];
    const once = async () => {
      const status = await request().catch(() => 0);
      if (status !== 200) result.errors += 1;
    };
    for (; performance.now() < untilMs; await sleep(200))
      running.push(clock(once).then((ms) => void result.times.push(ms)));
    await Promise.all(running);
    return result;
  });
  const all = await Promise.all(measured);
  await attacking;
  streams.abort();
  await Promise.all(pending);
  return all;
}

/**
 * Closes the connections that the attack left open. Then waits for 2 s, so that the app can handle the
 * requests that are still in its queue.
 */
async function endAttack(): Promise<void> {
  for (const socket of raw) socket.destroy();
  raw.clear();
  streams = new AbortController();
  await sleep(2_000);
}

function openRaw(text: string): void {
  const { hostname, port } = new URL(stack.appUrl);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  raw.add(socket);
  socket.write(text);
}

async function openStream(pathname: string, cookie: string): Promise<void> {
  const headers = { cookie, accept: 'text/event-stream' };
  const response = await fetch(stack.appUrl + pathname, { headers, signal: streams.signal });
  await response.arrayBuffer();
}

/** Sends a request and reads the whole response. Returns its status. */
async function ask(pathname: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(stack.appUrl + pathname, { redirect: 'manual', ...init });
  await response.arrayBuffer();
  return response.status;
}

function deliver(
  { installId, storeId }: Pick<Tenant, 'installId' | 'storeId'>,
  secret: string,
): Promise<number> {
  const { method, headers, body } = signed(installId, secret, eventOf(installId, storeId));
  return ask('/api/webhooks', { method, headers, body: Buffer.from(body) });
}
