import path from 'node:path';
import { buildApp } from '@/server/stack/build-app';
import { type Child, type ChildOptions, describeExit, startChild } from '@/server/stack/child';
import { KillableApp } from '@/server/stack/killable-app';
import { greeting } from '@/server/stack/demo-greeting';
import { migrate } from './migrate';
import { migrationsDir } from '@/server/postgres/migrations';
import { embeddedDatabase, type OpenDatabase, openDatabase } from '@/server/postgres/open-database';
import { requirePort } from '@/server/stack/require-port';
import type { TourHost } from '@/sandbox/tour/tour-host';
import { announceStack, releaseStack } from '@/server/stack/running-stack';
import { readStackSettings } from '@/server/stack/stack-env';

/* Implements `npm run demo`: runs the database, the sandbox, the app and the worker on this machine. The programs start
   in this order and end in the reverse order. All data is under .data/. */

const settings = await readStackSettings('demo');
const logs = path.join(settings.dataDir, 'logs');

const children: Child[] = [];
let app: KillableApp | undefined;
const ending = new AbortController();
let database: OpenDatabase | undefined;
/**
 * Resolves when the file is written by which `npm run doctor` and `npm run db` find the running demo. Undefined before
 * the writing begins.
 */
let announcement: Promise<void> | undefined;
/** How long each part of the start took, in milliseconds, in the order of the start. */
const timings = new Map<string, number>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

try {
  await start();
} catch (error) {
  if (!ending.signal.aborted) {
    console.error(`\n${error instanceof Error ? error.message : error}`);
    await end(1);
  }
}

async function start(): Promise<void> {
  const { appPort, sandboxPort, sandboxUrl } = settings;
  await requirePort({ port: appPort, variable: 'PORT', command: 'npm run demo' });
  await requirePort({ port: sandboxPort, variable: 'SANDBOX_PORT', command: 'npm run demo' });

  console.log('Starting; the first start builds the app, which takes up to a few minutes.');

  const database = await timed('database', () => startDatabase());
  const env = settings.appEnv(database.url);
  const killable = new KillableApp((again) => startAppProcess(env, again), database.url);
  app = killable;
  await timed('sandbox', () => startSandbox(killable.host));
  await timed('build', () => buildApp(path.join(logs, 'build.log'), ending.signal));
  await timed('app', () => startApp(killable, env));
  if (ending.signal.aborted) return;
  announcement = announceStack({ name: 'demo', pid: process.pid, appUrl: settings.appUrl, sandboxUrl, env });
  await announcement;

  const total = [...timings.values()].reduce((sum, ms) => sum + ms, 0);
  const parts = [...timings].map(([name, ms]) => `${name} ${ms} ms`).join(', ');
  console.log(greeting({ sandboxUrl, logs, started: `${total} ms: ${parts}`, moved: movedHome(database) }));
}

async function startDatabase(): Promise<OpenDatabase> {
  database = await openDatabase();
  void database.embedded?.exited.then(() => died('PostgreSQL', `see ${database?.embedded?.logFile}`));
  await migrate(database.ownerUrl, migrationsDir, database.appUrl);
  return database;
}

async function startSandbox(tourHost: TourHost): Promise<void> {
  if (ending.signal.aborted) return;
  await startProgram('sandbox', 'sandbox/main.ts', settings.sandboxEnv, { tourHost }).ready;
}

/** Starts the app and the worker. Resolves when both are ready. */
async function startApp(killable: KillableApp, env: Record<string, string>): Promise<void> {
  if (ending.signal.aborted) return;
  await Promise.all([killable.start().ready, startProgram('worker', 'lib/worker/main.ts', env).ready]);
}

/** Starts a process of the app. `again` is true if the tour has killed the process before. */
function startAppProcess(env: Record<string, string>, again: boolean): Child {
  const child = startProgram('app', 'server/app.ts', env, { appendsLog: again });
  if (again) child.ready.catch((error: unknown) => died('app', String(error)));
  return child;
}

/** Starts a program. If it ends after it was ready, all programs end, except after a kill by the tour. */
function startProgram(
  name: string,
  file: string,
  env: Record<string, string>,
  options: Pick<ChildOptions, 'appendsLog' | 'tourHost'> = {},
): Child {
  const logFile = path.join(logs, `${name}.log`);
  const child = startChild({ name, args: [file], env, logFile, ...options });
  children.push(child);
  void child.ready
    .then(() => child.exited)
    .then(
      (exit) => {
        if (!app?.wasKilled(child)) died(name, describeExit(exit), child.lastLines().slice(-15));
      },
      () => undefined,
    );
  return child;
}

/**
 * Ends all programs of the demo when one program has ended, because an incomplete demo would confuse the
 * user.
 */
function died(name: string, how: string, lines: string[] = []): void {
  if (ending.signal.aborted) return;
  console.error(
    [`\n${name} ended unexpectedly (${how}). Ending the others.`, ...lines].join(`\n  ${name} | `),
  );
  void end(1);
}

/**
 * Ends all programs of the demo in the reverse order of the start, so that each program ends before the programs that
 * it needs.
 */
async function end(exitCode: number): Promise<void> {
  if (ending.signal.aborted) return;
  ending.abort();
  if (announcement) await announcement.then(() => releaseStack('demo'));
  const [sandbox, ...ours] = children;
  await Promise.all([app?.stop(), ...ours.map((child) => child.stop())]);
  await sandbox?.stop();
  await database?.release();
  process.exit(exitCode);
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  timings.set(name, Math.round(performance.now() - startedAt));
  return result;
}

function movedHome({ embedded }: OpenDatabase): string | undefined {
  return embedded && embedded.home !== embeddedDatabase.dataDir ? embedded.home : undefined;
}
