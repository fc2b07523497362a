import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DevDatabase } from '@/server/postgres/dev-database';
import { preparePostgresCluster } from '@/server/postgres/postgres-cluster';
import { freePort } from '@/server/stack/free-port';

// The time limits are long, because each test starts its own database server. On a busy machine a start takes many
// seconds.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let folder: string;
let migrations: string;
let said: string[];
let database: DevDatabase | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'daftar-dev-database-'));
  migrations = path.join(folder, 'migrations');
  said = [];
  database = undefined;
});
afterEach(async () => {
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<DevDatabase> {
  database = await DevDatabase.start({
    dataDir: path.join(folder, 'postgres'),
    migrationsDir: migrations,
    port: await freePort(),
    say: (line) => void said.push(line),
  });
  return database;
}

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(migrations, name), { recursive: true });
  await writeFile(path.join(migrations, name, 'migration.sql'), sql);
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a killed database starts again at the same address with its data', async () => {
  await writeMigration('20260101000000_first', 'create table notes (id int); insert into notes values (7)');
  const { url, pid } = await start();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => said, { timeout: 60_000 }).toContain('PostgreSQL runs again');
  expect(database?.url).toBe(url);
  expect(await query(url, 'select id from notes')).toEqual([{ id: 7 }]);
});

test('a database that cannot start again is reported and retried until it runs', async () => {
  await writeMigration('20260101000000_first', 'create table notes (id int); insert into notes values (7)');
  const { url, pid } = await start();
  const { dir } = await preparePostgresCluster(path.join(folder, 'postgres'), {});
  const settings = path.join(dir, 'postgresql.auto.conf');
  await appendFile(settings, '\nno_such_setting = 1\n');
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => said.at(-1), { timeout: 60_000 })
    .toMatch(/PostgreSQL could not be started again; retrying in 2 s: [^]*no_such_setting/);

  await writeFile(settings, '');
  await expect.poll(() => said, { timeout: 60_000 }).toContain('PostgreSQL runs again');
  expect(database?.url).toBe(url);
  expect(await query(url, 'select id from notes')).toEqual([{ id: 7 }]);
});

test('a broken migration is reported by its file, and applied after it is repaired', async () => {
  await writeMigration('20260101000000_first', 'create table notes (id int)');
  const { url } = await start();
  expect(said).toEqual(['applied 20260101000000_first']);

  await writeMigration(
    '20260101000001_second',
    'create table labels (\n  id int,\n  nme text\n  color text\n)',
  );
  await expect
    .poll(() => said.join('\n'), { timeout: 30_000 })
    .toContain('20260101000001_second/migration.sql:4');
  await expect.poll(() => said.at(-1), { timeout: 30_000 }).toContain('Retrying when a migration changes');

  await writeMigration('20260101000001_second', 'create table labels (id int, name text)');
  await expect.poll(() => said.at(-1), { timeout: 30_000 }).toBe('applied 20260101000001_second');
  expect(await query(url, 'select name from labels')).toEqual([]);
});
