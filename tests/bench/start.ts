import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { compilePrograms } from '@/server/packaging/compile-programs';
import { createScratchDatabase } from '@/server/postgres/scratch-database';
import { appEnvOf } from '@/tests/support/integration/app-env';
import { startTestServer } from '@/tests/support/stack/test-server';
import { cpuTimeMs } from './cpu-time';

/**
 * Measures how long a compiled worker needs until it is ready, and how much CPU it uses until then. Each DIR is a
 * folder with the programs of another checkout (its `dist` is DIR/dist). All folders are measured in turn, so that a
 * busy machine disturbs them equally. Without a DIR, the benchmark compiles and measures the programs of the current
 * checkout.
 *
 *     tsx --tsconfig tsconfig.node.json tests/bench/start.ts [rounds] [DIR…]
 */
const [rounds = 20, ...given] = process.argv
  .slice(2)
  .map((word, index) => (index === 0 ? Number(word) : word)) as [number?, ...string[]];
const root = path.resolve(import.meta.dirname, '../..');
if (given.length === 0) await compilePrograms();
const folders = given.length > 0 ? given : [root];

/**
 * Starts the worker of a checkout (`folder`). Returns how long the worker needed until it was ready, and its CPU time
 * until then, both in milliseconds.
 */
async function start(folder: string, env: Record<string, string>): Promise<{ ms: number; cpu: number }> {
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', path.join(folder, 'dist/daftar.js'), 'worker'],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'ready worker') continue;
    const measured = { ms: performance.now() - startedMs, cpu: await cpuTimeMs(child.pid ?? 0) };
    child.kill('SIGKILL');
    await once(child, 'exit');
    return measured;
  }
  throw new Error('The worker ended before it was ready.');
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

const server = await startTestServer();
try {
  const database = await createScratchDatabase(server, { prefix: 'bench', template: server.template });
  const nowhere = { origin: 'http://localhost:3998', clientId: 'bench', clientSecret: 'bench' };
  const env = appEnvOf({ appUrl: 'http://localhost:3999', sandbox: nowhere, database, logLevel: 'warn' });
  const measured = new Map(folders.map((folder) => [folder, [] as { ms: number; cpu: number }[]]));
  // The first start in each folder reads its files from the disk, so its time is not counted.
  for (const folder of folders) await start(folder, env);
  for (let round = 0; round < rounds; round++)
    for (const [folder, all] of measured) all.push(await start(folder, env));
  for (const [folder, all] of measured) {
    const times = all.map(({ ms }) => ms);
    const [time, most] = [median(times), Math.max(...times)].map((ms) => ms.toFixed(0));
    console.log(
      `${folder}: ready after ${time} ms (median of ${rounds}), at most ${most} ms; ` +
        `${median(all.map(({ cpu }) => cpu))} ms of CPU`,
    );
  }
} finally {
  await server.stop();
}
