import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Child, startChild } from '@/server/stack/child';
import { freePort } from '@/server/stack/free-port';
import { isAlive } from '@/server/stack/is-alive';
import { startPostgres } from '@/server/postgres/postgres';
import { testPostgresBin } from '@/tests/support/stack/test-postgres-bin';

// The time limits are long, because each test starts several database servers. On a busy machine, a start takes many
// seconds.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let dataDir: string;
let port: number;
let ending: (() => Promise<unknown>)[];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'daftar-lifecycle-'));
  port = await freePort();
  ending = [];
});
afterEach(async () => {
  for (const end of ending.reverse()) await end();
  await rm(dataDir, { recursive: true, force: true });
});

async function start() {
  const server = await startPostgres({ dataDir, portPreferred: port, fast: true, binDir: testPostgresBin });
  ending.push(server.stop);
  return server;
}

const serverInfo = z.object({ pid: z.number(), port: z.number(), url: z.string(), borrowed: z.boolean() });

/**
 * Starts a database server from a separate process (the holder), so that a test can kill the process that started the
 * server.
 */
async function startHolder(): Promise<{ holder: Child; server: z.infer<typeof serverInfo> }> {
  const holder = startChild({
    name: 'holder',
    args: ['tests/support/stack/postgres-holder.ts', dataDir, String(port)],
    env: {},
    logFile: path.join(dataDir, 'holder.log'),
  });
  ending.push(holder.stop);
  return { holder, server: serverInfo.parse(JSON.parse((await holder.ready) ?? '')) };
}

async function query(url: string, sql: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: url });
  // Some tests end the server while the connection is idle, which causes an error event. The test ignores this event.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0];
  } finally {
    await client.end();
  }
}

async function gone(pid: number): Promise<boolean> {
  for (const deadline = Date.now() + 40_000; Date.now() < deadline; await sleep(20)) {
    if (!isAlive(pid)) return true;
  }
  return false;
}

/** Starts a process that keeps running and is not a database server. Returns its pid. */
function bystander(): number {
  const process_ = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  ending.push(async () => process_.kill('SIGKILL'));
  return process_.pid ?? 0;
}

test('a fresh start gives the login daftar its own database, but no superuser rights', async () => {
  const server = await start();
  expect(server.port).toBe(port);
  expect(
    await query(
      server.url,
      `select current_user::text as login, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
         pg_get_userbyid(datdba)::text as owner, current_setting('listen_addresses') as listens,
         current_setting('max_connections') as connections,
         datlocprovider = case when current_setting('server_version_num')::int < 170000 then 'c' else 'b' end
           as "hasProvider"
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    ),
  ).toEqual({
    login: 'daftar',
    rolsuper: false,
    rolcreaterole: true,
    rolcreatedb: false,
    rolbypassrls: false,
    owner: 'daftar',
    listens: '127.0.0.1',
    connections: '200',
    // `hasProvider` is true if PostgreSQL has the built-in locale provider, which version 17 added. Older
    // versions use the locales of the C library.
    hasProvider: true,
  });
  const { mode } = await stat(path.join(dataDir, 'credentials.json'));
  expect(mode & 0o777).toBe(0o600);
  const stranger = server.url.replace(/:[^:@]+@/, ':wrong@');
  await expect(query(stranger, 'select 1')).rejects.toThrow('password authentication failed');
});

test('a warm start keeps the data and the password', async () => {
  const first = await start();
  await query(first.url, `create table kept as select 'still here' as note`);
  await first.stop();
  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select note from kept')).toEqual({ note: 'still here' });
});

test('if another program uses the preferred port, a free port is used', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  ending.push(async () => other.close());
  const server = await start();
  expect(server.port).not.toBe(port);
  expect(await query(server.url, 'select 1 as one')).toEqual({ one: 1 });
});

test('a second start joins the server of a running process and does not stop it', async () => {
  const { server } = await startHolder();
  const joined = await start();
  expect(joined).toMatchObject({ pid: server.pid, port: server.port, borrowed: true });
  await joined.stop();
  expect(await query(server.url, 'select 1 as one')).toEqual({ one: 1 });
});

test('several first starts at the same time result in one server', async () => {
  const servers = await Promise.all([startHolder(), startHolder(), startHolder()]);
  expect(new Set(servers.map(({ server }) => server.pid)).size).toBe(1);
  expect(servers.filter(({ server }) => !server.borrowed)).toHaveLength(1);
});

test('SIGTERM to the parent leaves no process', async () => {
  const { holder, server } = await startHolder();
  // `stop()` is not used here, because it kills a process after 5 s. On a slow disk, the shutdown of the database may
  // take longer.
  process.kill(holder.pid, 'SIGTERM');
  expect(await holder.exited).toEqual({ code: 0, signal: null });
  expect(isAlive(server.pid)).toBe(false);
});

test('kill -9 of the parent also ends the server', async () => {
  const { holder, server } = await startHolder();
  await holder.kill();
  expect(await gone(server.pid)).toBe(true);
});

test('after kill -9 of the parent and an immediate start, committed data is still there', async () => {
  const { holder, server } = await startHolder();
  await query(server.url, 'create table committed as select 7 as number');
  await holder.kill();
  const next = await start();
  expect(next.borrowed).toBe(false);
  expect(await query(next.url, 'select number from committed')).toEqual({ number: 7 });
});

test('after kill -9 of the server and its parent, the next start recovers', async () => {
  const { holder, server } = await startHolder();
  await query(server.url, 'create table committed as select 8 as number');
  process.kill(server.pid, 'SIGKILL');
  await holder.kill();
  const next = await start();
  expect(await query(next.url, 'select number from committed')).toEqual({ number: 8 });
});

test('a stale postmaster.pid with the pid of a dead or an unrelated process does not prevent the start', async () => {
  const server = await start();
  const file = path.join(server.home, 'cluster', 'postmaster.pid');
  const lines = (await readFile(file, 'utf8')).split('\n');
  await server.stop();
  for (const pid of [server.pid, bystander()]) {
    await writeFile(file, [String(pid), ...lines.slice(1)].join('\n'));
    const next = await start();
    expect(await query(next.url, 'select 1 as one')).toEqual({ one: 1 });
    await next.stop();
  }
});
