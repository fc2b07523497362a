import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { installStore } from '@/tests/support/e2e/install-store';
import { untilMirrored } from '@/tests/support/e2e/open-store';
import { actionId } from '@/tests/support/reports/entry-points';
import { asSystem } from '@/tests/support/stack/as-system';
import { bundlePrograms } from '@/tests/support/stack/programs';
import { type Stack, startStack } from '@/tests/support/stack/stack';
import { eventOf, signed } from '@/tests/support/webhooks/delivery';
import { type AttackName, attackNames, attacks, junkCookies } from './attack-kinds';
import { cpuTimeMs, machineBusyMs } from './cpu-time';
import { runNode } from './receiver-load';
import { clock, quantile } from './times';

/**
 * Measures how much an attack slows down other users of the same app process. The benchmark first measures each time
 * without an attack (the calm value). It prints each time during the attack, and its ratio to the calm value. The
 * benchmark needs the production build, so run `next build` first. It works only on Linux, because it reads /proc.
 *
 *     npx tsx --tsconfig tsconfig.node.json tests/bench/attacks.ts [seconds] [names of attacks, or cookies]
 *
 * Goals: 60 requests at once with 480 junk session cookies each (or 3,000 tiny cookies) take at most twice as long as
 * 60 requests without cookies. During each attack the p99 of signed deliveries is at most 1 s. The pages of another
 * store have no error, and their p95 is at most twice the calm value.
 *
 * Attacker, client, app, worker, sandbox and PostgreSQL share the cores of this machine. So the benchmark also prints
 * how many cores the app, the database and the attacker used, and how many the whole machine used. If other programs
 * take cores that the app needs, the times say nothing about the attack.
 */
const seconds = Number(process.argv[2] ?? 20);
const chosen = process.argv.slice(3);
/** How often each cookie header is measured. The result is the median. */
const cookieRounds = 5;
/**
 * The number of times that each attack is measured, each time after a calm period (a period without an attack). The
 * results are medians, because other programs on the machine can make a single period many times slower.
 */
const attackRounds = 3;

/**
 * The time in milliseconds in which the attacking program loads its code. The measurement starts after this time.
 * Loading takes a whole core for a second. A real attacker uses a different machine, so the app would not lose this
 * core.
 */
const attackerLoadMs = 5_000;

/** A store with the app installed, and the cookie header of a merchant who is signed in to it. */
type Tenant = { installId: InstallId; storeId: string; cookie: string };

/** The output of an attacking program at its end. */
const Attacked = z.object({ sent: z.number(), answers: z.record(z.string(), z.number()), cpuMs: z.number() });

/** The client address of all requests that are not part of the attack, as the proxy in front of the app reports it. */
const otherAddress = '198.51.100.2';

await bundlePrograms();
const logs = await mkdtemp(path.join(os.tmpdir(), 'daftar-attacks-'));
const stack: Stack = await startStack(logs, { appEnv: { TRUSTED_PROXIES: '1' } });
Object.assign(process.env, stack.env);
const { closeDb } = await import('@/lib/system/db');
try {
  if (chosen.length === 0 || chosen.includes('cookies')) await compareCookies();
  const names = attackNames.filter((name) => chosen.length === 0 || chosen.includes(name));
  if (names.length > 0) await compareAttacks(names);
} finally {
  await closeDb();
  await stack.stop();
  await rm(logs, { recursive: true, force: true });
}
process.exit();

/**
 * Sends 60 requests at once, with the given cookie header and without a valid session. Returns the time in milliseconds
 * until the app has responded to all of them.
 */
function burst(cookie: string | undefined): Promise<number> {
  const headers: Record<string, string> = cookie === undefined ? {} : { cookie };
  const once = () => ask('/api/i/inst_unknown/orders', { headers });
  return clock(() => Promise.all(Array.from({ length: 60 }, once)));
}

async function compareCookies(): Promise<void> {
  const tiny = Array.from({ length: 3_000 }, (_, n) => n.toString(36)).join(';');
  const kinds = {
    none: undefined,
    'other cookies': `a=${'x'.repeat(junkCookies.length - 2)}`,
    junk: junkCookies,
    tiny,
  };
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
  await burst(undefined);
  for (let round = 0; round < cookieRounds; round += 1)
    for (const [kind, cookie] of Object.entries(kinds)) times.get(kind)?.push(await burst(cookie));
  const median = (kind: string) => quantile(times.get(kind) ?? [], 0.5);
  for (const kind of times.keys())
    process.stdout.write(
      `60 requests at once, cookies: ${kind.padEnd(14)}${median(kind).toFixed(0).padStart(6)} ms, ` +
        `${(median(kind) / median('none')).toFixed(1)} times\n`,
    );
}

/**
 * Runs each attack three times, each time after a calm period of the same length. During the calm period and during the
 * attack, it sends signed webhook deliveries and opens a page of another store. Then it prints the times of the
 * deliveries and of the page.
 */
async function compareAttacks(names: AttackName[]): Promise<void> {
  const { stores } = await stack.sandbox.control<{ stores: { id: string }[] }>('GET', '');
  const [attacker, other] = [await openTenant(stores[0]?.id), await openTenant(stores[1]?.id)];
  const { webhook } = await stack.sandbox.control<{ webhook: { secret: string } }>(
    'GET',
    `/installs/${other.installId}`,
  );
  const measure = () => measureOther(other, webhook.secret);
  // The first requests load code and are slow, so their times are not used.
  await measure();
  for (const name of names) {
    const measured: AttackRound[] = [];
    for (let round = 0; round < attackRounds; round += 1) {
      // The first requests of an attack load code and fill caches. So each attack first runs for a second without a
      // measurement.
      if (round === 0) await runAttacker(name, attacker, { seconds: 1 });
      await sleep(3_000);
      measured.push(await measureAttack(name, attacker, measure));
    }
    report(name, measured);
  }
}

/** The results of a calm period (without an attack) and of an attack of the same length. */
type AttackRound = {
  calm: Measured;
  during: Measured;
  calmCores: Cores;
  cores: Cores;
  attack: z.infer<typeof Attacked>;
};

async function measureAttack(
  name: AttackName,
  attacker: Tenant,
  measure: () => Promise<Measured>,
): Promise<AttackRound> {
  const atStart = await readCpu();
  const calm = await measure();
  const calmCores = coresBetween(atStart, await readCpu());
  const startsAtMs = Date.now() + attackerLoadMs;
  const attacking = runAttacker(name, attacker, { seconds, startsAtMs });
  await sleep(startsAtMs - Date.now());
  const before = await readCpu();
  const [attack, during] = await Promise.all([attacking, measure()]);
  // The attacker's process has ended, so its connections are closed. The next period starts later, so that the app can
  // drop the requests of these connections.
  return { calm, during, calmCores, cores: coresBetween(before, await readCpu()), attack };
}

/** Prints the medians of all rounds of an attack, and the page times of each round. */
function report(name: AttackName, measured: AttackRound[]): void {
  const median = (value: (round: AttackRound) => number) => quantile(measured.map(value), 0.5);
  const cell = (kind: 'delivery' | 'page') => {
    const [calm, during] = [median((round) => round.calm[kind]), median((round) => round.during[kind])];
    return `${calm.toFixed(0).padStart(5)} → ${during.toFixed(0).padStart(5)} ms (${(during / calm).toFixed(1)} times)`;
  };
  const cores = (kind: keyof Cores) => median((round) => round.cores[kind]).toFixed(2);
  const errors = (kind: 'calm' | 'during') => measured.reduce((sum, round) => sum + round[kind].errors, 0);
  const pages = measured.map(({ calm, during }) => `${calm.page.toFixed(0)} → ${during.page.toFixed(0)}`);
  const last = measured.at(-1)?.attack;
  process.stdout.write(
    `${name.padEnd(32)} deliveries p99 ${cell('delivery')}, page p95 ${cell('page')}, ` +
      `errors ${errors('calm')} → ${errors('during')}\n` +
      `  page p95 of each round: ${pages.join(', ')} ms\n` +
      `  ${last?.sent} sent at ${attacks[name].perSecond} a second, answers ${JSON.stringify(last?.answers)}\n` +
      `  cores used: app ${median((round) => round.calmCores.app).toFixed(2)} → ${cores('app')}, ` +
      `database ${cores('database')}, client ${cores('client')}, ` +
      `attacker ${median(({ attack }) => attack.cpuMs / seconds / 1_000).toFixed(2)}, ` +
      `machine ${cores('machine')} of ${os.cpus().length}; load ${os.loadavg()[0]?.toFixed(1)}\n`,
  );
}

/** Runs an attack for `seconds`, from the time `startsAtMs` (Unix time in milliseconds) on. */
async function runAttacker(
  name: AttackName,
  tenant: Tenant,
  period: { seconds: number; startsAtMs?: number },
): Promise<z.infer<typeof Attacked>> {
  const target = { ...tenant, appUrl: stack.appUrl, matchAction: actionId('matchMessageAction') };
  const program = path.join(import.meta.dirname, 'attacker.ts');
  const output = await runNode(['--import', 'tsx', program, JSON.stringify({ name, ...period, target })]);
  return Attacked.parse(JSON.parse(output));
}

/** Installs the app in a store, loads the store's orders and starts a session. */
async function openTenant(storeId: string | undefined): Promise<Tenant> {
  if (!storeId) throw new Error('the sandbox has too few stores');
  const { startSession } = await import('@/lib/installs/sign-in/session.server');
  const { sealSession, sessionCookieName } = await import('@/lib/installs/sign-in/session-cookie.server');
  const installId = InstallId.parse(await installStore(stack, storeId));
  await untilMirrored(stack, installId);
  const session = await sealSession(await startSession(installId, null));
  return { installId, storeId, cookie: `${sessionCookieName(installId)}=${session}` };
}

/**
 * `delivery`: p99 of the deliveries; `page`: p95 of the pages, both in milliseconds. `errors`: number of failed
 * deliveries and pages.
 */
type Measured = { delivery: number; page: number; errors: number };

/**
 * Sends ten signed deliveries a second and opens five pages a second. Returns the p99 of the deliveries and the p95 of
 * the pages in milliseconds, and the number of failed deliveries and pages.
 */
async function measureOther({ installId, storeId, cookie }: Tenant, secret: string): Promise<Measured> {
  let errors = 0;
  const repeat = async (perSecond: number, request: () => Promise<number>) => {
    const times: number[] = [];
    const running: Promise<void>[] = [];
    const once = async () => {
      const status = await request().catch(() => 0);
      if (status !== 200) errors += 1;
    };
    const untilMs = performance.now() + seconds * 1_000;
    for (; performance.now() < untilMs; await sleep(1_000 / perSecond))
      running.push(clock(once).then((ms) => void times.push(ms)));
    await Promise.all(running);
    return times;
  };
  const [deliveries, pages] = await Promise.all([
    repeat(10, () => {
      const { method, headers, body } = signed(installId, secret, eventOf(installId, storeId));
      return ask('/api/webhooks', { method, headers, body: Buffer.from(body) });
    }),
    repeat(5, () => ask(`/i/${installId}/orders`, { headers: { cookie } })),
  ]);
  return { delivery: quantile(deliveries, 0.99), page: quantile(pages, 0.95), errors };
}

/** Sends a request that is not part of the attack, and reads the whole response. Returns its status. */
async function ask(pathname: string, init: RequestInit = {}): Promise<number> {
  const headers = { ...init.headers, 'x-forwarded-for': otherAddress };
  const response = await fetch(stack.appUrl + pathname, { redirect: 'manual', ...init, headers });
  await response.arrayBuffer();
  return response.status;
}

type Cpu = { atMs: number; app: number; database: number; client: number; machine: number };

/** Reads the CPU time that the parts of the stack have used so far, in milliseconds. */
async function readCpu(): Promise<Cpu> {
  const backends = await asSystem<{ pid: number }>(stack, 'SELECT pid FROM pg_stat_activity');
  const used = await Promise.all(backends.map(({ pid }) => cpuTimeMs(pid)));
  const { user, system } = process.cpuUsage();
  return {
    atMs: performance.now(),
    app: await cpuTimeMs(stack.app.pid),
    database: used.reduce((sum, ms) => sum + ms, 0),
    client: (user + system) / 1_000,
    machine: machineBusyMs(),
  };
}

type Cores = Omit<Cpu, 'atMs'>;

function coresBetween(before: Cpu, after: Cpu): Cores {
  const cores = (kind: keyof Cpu) => (after[kind] - before[kind]) / (after.atMs - before.atMs);
  return {
    app: cores('app'),
    database: cores('database'),
    client: cores('client'),
    machine: cores('machine'),
  };
}
