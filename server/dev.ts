import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Child, describeExit, startChild } from '@/server/stack/child';
import { devGreeting } from '@/server/stack/dev-greeting';
import { DevDatabase } from '@/server/postgres/dev-database';
import { installExampleStore } from '@/server/stack/install-example-store';
import { removePostgresCluster } from '@/server/postgres/postgres-cluster';
import { requirePort } from '@/server/stack/require-port';
import { announceStack, releaseStack, reserveStack, stackDir } from '@/server/stack/running-stack';
import { readStackSettings, type StackSettings } from '@/server/stack/stack-env';

/* Implements `npm run dev`: runs the database, the sandbox, the app and the worker for developers. The app runs on
   Next's development server. The sandbox, the app and the worker restart if a file that they import changes. All data
   is under .data/dev/. */

const command = 'npm run dev';
const debuggers = { app: 9230, worker: 9231, sandbox: 9232 };

const children: Child[] = [];
const stopping: (() => Promise<unknown>)[] = [];
const ending = new AbortController();

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
  const startedAt = performance.now();
  const { reset, inspect } = readOptions();
  const settings = await readStackSettings('dev');
  const { appUrl, sandboxUrl } = settings;
  const stack = { name: 'dev', pid: process.pid, appUrl, sandboxUrl } as const;
  const running = await reserveStack(stack);
  if (running) {
    const where = `pid ${running.pid}, ${running.sandboxUrl}`;
    throw new Error(
      `The development stack of this checkout is already running (${where}).\nEnd it first, or use it.`,
    );
  }
  stopping.push(() => releaseStack('dev'));
  await requirePort({ port: settings.appPort, variable: 'PORT', command });
  await requirePort({ port: settings.sandboxPort, variable: 'SANDBOX_PORT', command });
  if (reset) await removeData(settings);

  console.log('Starting; the first start compiles the first pages, which takes up to a few minutes.');
  const database = await DevDatabase.start({
    dataDir: path.join(settings.dataDir, 'postgres'),
    say: (line) => say('database', line),
  });
  stopping.unshift(() => database.stop());
  const env = settings.appEnv(database.url);
  await announceStack({ ...stack, env });

  const port = (name: keyof typeof debuggers) => (inspect ? debuggers[name] : undefined);
  const sandbox = run('sandbox', 'sandbox/main.ts', settings.sandboxEnv, port('sandbox'));
  const app = run('app', 'server/app.ts', env, port('app'));
  const worker = run('worker', 'lib/worker/main.ts', env, port('worker'));
  await Promise.all([sandbox.ready, app.ready, worker.ready]);

  const firstPage = await installExampleStore(settings).catch((error: unknown) => {
    say('dev', `The example store was not installed (${String(error)}). Press Install in its admin.`);
    return sandboxUrl;
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(devGreeting({ settings, firstPage, databaseUrl: database.url, inspect, debuggers, seconds }));
}

function readOptions(): { reset: boolean; inspect: boolean } {
  const { values } = parseArgs({
    options: { reset: { type: 'boolean', default: false }, inspect: { type: 'boolean', default: false } },
  });
  return values;
}

/** Deletes the data of the database and of the sandbox. Secrets and logs are not deleted. */
async function removeData({ dataDir }: StackSettings): Promise<void> {
  await removePostgresCluster(path.join(dataDir, 'postgres'));
  await rm(path.join(dataDir, 'sandbox'), { recursive: true, force: true });
}

/**
 * Starts a program that restarts if its code changes. Each line of its output is printed with the program's
 * name in front.
 */
function run(name: string, file: string, env: Record<string, string>, inspectPort?: number): Child {
  const child = startChild({
    name,
    args: [file],
    env,
    inspectPort,
    watch: true,
    logFile: path.join(stackDir('dev'), 'logs', `${name}.log`),
    onLine: (line) => say(name, line),
  });
  children.push(child);
  void child.exited.then((exit) => {
    if (ending.signal.aborted) return;
    say(name, `ended (${describeExit(exit)}); ending the others`);
    void end(1);
  });
  return child;
}

function say(name: string, line: string): void {
  if (ending.signal.aborted || line.startsWith('ready ')) return;
  console.log(`${name.padEnd(8)}| ${line}`);
}

/** Ends all programs of `npm run dev`: first the sandbox, the app and the worker, then the database. */
async function end(exitCode: number): Promise<void> {
  if (ending.signal.aborted) return;
  ending.abort();
  await Promise.all(children.map((child) => child.stop()));
  for (const stop of stopping) await stop();
  process.exit(exitCode);
}
