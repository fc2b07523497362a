import path from 'node:path';
import { buildApp } from './build-app';
import { type Child, describeExit, startChild } from './child';
import { type DemoSecrets, readDemoSecrets } from './demo-secrets';
import { greeting } from './demo-greeting';
import { isPortFree } from './free-port';
import { migrate } from './migrate';
import { embeddedDatabase, type OpenDatabase, openDatabase } from './open-database';
import { portHolder } from './port-holder';

/*
 * `npm run demo`: database, sandbox, app and worker on this machine, started in this order and ended in the
 * reverse. Everything it keeps is under .data/.
 */

const data = path.resolve(import.meta.dirname, '..', '.data');
const logs = path.join(data, 'logs');
const appPort = Number(process.env.PORT || 3000);
const sandboxPort = Number(process.env.SANDBOX_PORT || 4000);
const appUrl = `http://localhost:${appPort}`;
// Another site than localhost to a browser, as the platform is to an app.
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
const clientId = 'daftar-demo';

const children: Child[] = [];
const ending = new AbortController();
let database: OpenDatabase | undefined;
/** Milliseconds of each part of the start, in its order. */
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
  await requirePort(appPort, 'PORT');
  await requirePort(sandboxPort, 'SANDBOX_PORT');
  const secrets = await readDemoSecrets(path.join(data, 'demo-secrets.json'));

  console.log('Starting; the first start builds the app, which takes about a minute.');

  const database = await timed('database', () => startDatabase());
  await timed('sandbox', () => startSandbox(secrets));
  await timed('build', () => buildApp(path.join(logs, 'build.log'), ending.signal));
  await timed('app', () => startApp(secrets, database.url));

  const total = [...timings.values()].reduce((sum, ms) => sum + ms, 0);
  const parts = [...timings].map(([name, ms]) => `${name} ${ms} ms`).join(', ');
  console.log(greeting({ sandboxUrl, logs, started: `${total} ms: ${parts}`, moved: movedHome(database) }));
}

async function startDatabase(): Promise<OpenDatabase> {
  database = await openDatabase();
  void database.embedded?.exited.then(() => died('PostgreSQL', `see ${database?.embedded?.logFile}`));
  await migrate(database.ownerUrl);
  return database;
}

async function startSandbox(secrets: DemoSecrets): Promise<void> {
  await startProgram('sandbox', 'sandbox/main.ts', {
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_HOST: '127.0.0.1',
    SANDBOX_DATA_DIR: path.join(data, 'sandbox'),
    SANDBOX_APP_URL: appUrl,
    SANDBOX_CLIENT_ID: clientId,
    SANDBOX_CLIENT_SECRET: secrets.PLATFORM_CLIENT_SECRET,
  });
}

async function startApp(secrets: DemoSecrets, databaseUrl: string): Promise<void> {
  const env = {
    ...secrets,
    NODE_ENV: 'production',
    DAFTAR_MODE: 'demo',
    APP_URL: appUrl,
    PORT: String(appPort),
    PLATFORM_API_URL: `${sandboxUrl}/v1`,
    PLATFORM_ISSUER: sandboxUrl,
    PLATFORM_ADMIN_ORIGIN: sandboxUrl,
    PLATFORM_CLIENT_ID: clientId,
    DATABASE_URL: databaseUrl,
  };
  await Promise.all([
    startProgram('app', 'server/app.ts', env),
    startProgram('worker', 'lib/worker/main.ts', env),
  ]);
}

async function startProgram(name: string, file: string, env: Record<string, string>): Promise<void> {
  if (ending.signal.aborted) return;
  const child = startChild({ name, args: [file], env, logFile: path.join(logs, `${name}.log`) });
  children.push(child);
  await child.ready;
  void child.exited.then((exit) => died(name, describeExit(exit), child.lastLines().slice(-15)));
}

/** One part's end is the end of all: half a demo would only puzzle. */
function died(name: string, how: string, lines: string[] = []): void {
  if (ending.signal.aborted) return;
  console.error([`\n${name} ended by itself (${how}). Ending the others.`, ...lines].join(`\n  ${name} | `));
  void end(1);
}

/** Ends everything in the reverse order of its start: nobody loses what it stands on. */
async function end(exitCode: number): Promise<void> {
  if (ending.signal.aborted) return;
  ending.abort();
  const [sandbox, ...ours] = children;
  await Promise.all(ours.map((child) => child.stop()));
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

async function requirePort(port: number, variable: string): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${variable} is not a port (1 to 65535): ${process.env[variable]}`);
  }
  if (await isPortFree(port)) return;
  const holder = (await portHolder(port)) ?? 'another program';
  throw new Error(
    `Port ${port} is taken by ${holder}.\nEnd it, or choose another: ${variable}=${port + 1} npm run demo`,
  );
}

function movedHome({ embedded }: OpenDatabase): string | undefined {
  return embedded && embedded.home !== embeddedDatabase.dataDir ? embedded.home : undefined;
}
