import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { compilePrograms, programsDir } from '@/server/packaging/compile-programs';
import { migrationsDir, readMigrations } from '@/server/postgres/migrations';
import { createScratchDatabase, type ScratchDatabase } from '@/server/postgres/scratch-database';
import { startChild } from '@/server/stack/child';
import { appEnvOf } from '@/tests/support/integration/app-env';
import { testLogs } from '@/tests/support/stack/test-logs';

/**
 * A folder outside the repository for the compiled programs. The programs cannot find node_modules from this folder.
 */
let dir: string;
let database: ScratchDatabase;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'daftar-compiled-'));
  await compilePrograms();
  await cp(programsDir, path.join(dir, 'dist'), { recursive: true });
  await mkdir(path.join(dir, 'prisma'));
  await cp(migrationsDir, path.join(dir, 'prisma/migrations'), { recursive: true });
  await cp('package.json', path.join(dir, 'package.json'));
  database = await createScratchDatabase(inject('testServer'), { prefix: 'test' });
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

const entry = () => path.join(dir, 'dist/daftar.js');

async function run(args: string[], env: Record<string, string>): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, [entry(), ...args], { cwd: dir, env: { NODE_ENV: 'test', ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output += part.toString()));
  const [code] = await once(child, 'close');
  return { code, output };
}

it('the compiled migrate needs no node_modules and applies every migration', async () => {
  const { code, output } = await run(['migrate'], { DATABASE_OWNER_URL: database.url });
  expect(output).toContain(`Applied ${(await readMigrations()).map(({ name }) => name).join(', ')}`);
  expect(code).toBe(0);
});

it('the compiled worker needs no node_modules and becomes ready', async () => {
  const child = startChild({
    name: 'worker',
    flags: [],
    args: [entry(), 'worker'],
    env: appEnvOf({
      appUrl: 'http://localhost:3000',
      sandbox: { origin: 'http://127.0.0.1:9', clientId: 'compiled', clientSecret: 'c'.repeat(32) },
      database,
      logLevel: 'warn',
    }),
    logFile: path.join(testLogs, `compiled-worker-${process.pid}.log`),
  });
  await child.ready;
  await child.stop();
});

it('in production, migrate without a database says which variables to set', async () => {
  const { code, output } = await run(['migrate'], { NODE_ENV: 'production' });
  expect(output).toContain('set DATABASE_OWNER_URL and DATABASE_URL');
  expect(code).toBe(1);
});

it('an unknown program name prints the list of programs', async () => {
  const { code, output } = await run(['unknown'], {});
  expect(output).toContain('app, worker, migrate, doctor, ops, rotate-keys');
  expect(code).toBe(2);
});
