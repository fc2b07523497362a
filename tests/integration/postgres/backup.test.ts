import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backup } from '@/server/backup';
import { checkBackup } from '@/server/backup/check-backup';
import { migrate } from '@/server/migrate';
import { migrationsDir } from '@/server/postgres/migrations';
import { type EmbeddedPostgres, startPostgres } from '@/server/postgres/postgres';
import { createScratchDatabase, type ScratchDatabase } from '@/server/postgres/scratch-database';
import { postgres15Bin } from '@/tests/support/stack/test-postgres-bin';

const run = promisify(execFile);
const title = postgres15Bin
  ? 'backup'
  : 'backup (skipped: PostgreSQL 15 and its pg_dump are not installed here)';

describe.skipIf(!postgres15Bin)(title, () => {
  const binDir = postgres15Bin ?? '';
  let folder: string;
  let server: EmbeddedPostgres;
  let database: ScratchDatabase;
  let backupUrl: string;
  const file = (name: string) => path.join(folder, name);
  const at = (url: string) => Object.assign(new URL(url), { pathname: database.name }).href;
  const asSuperuser = (sql: string) => query(at(server.superuserUrl), sql);
  const check = (...names: string[]) =>
    checkBackup({ files: names.map(file), url: backupUrl, searchPath: binDir });
  /** Runs pg_dump with a login. Returns its exit code and the first line that it printed on stderr. */
  const pgDump = (url: string, ...args: string[]) =>
    run(path.join(binDir, 'pg_dump'), [...args, url]).then(
      () => ({ code: 0, message: '' }),
      (error: { code: number; stderr: string }) => ({
        code: error.code,
        message: error.stderr.split('\n')[0] ?? '',
      }),
    );

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'daftar-backup-'));
    server = await startPostgres({ dataDir: path.join(folder, 'server'), fast: true, binDir });
    database = await createScratchDatabase(server, { prefix: 'backup' });
    await migrate(database.url);
    for (const statement of await documentedSql())
      await asSuperuser(statement.replaceAll('my_database', database.name));
    backupUrl = Object.assign(new URL(database.url), {
      username: 'my_backup',
      password: 'my_backup_password',
    }).href;
  });
  afterAll(async () => {
    await server.stop();
    for (const dir of [server.home, folder]) await rm(dir, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await migrate(database.url);
    await asSuperuser(`TRUNCATE launch_uses, data_keys;
      INSERT INTO launch_uses (jti_hash, expires_at)
        SELECT E'a line break\\n and U+2028 \\u2028 in row ' || n, now() FROM generate_series(1, 100) n;
      INSERT INTO data_keys (install_id, version, id, key_enc) VALUES ('ins_1', 1, 'k', 'v')`);
  });

  test('M18: the role daftar_backup reads every row and writes none', async () => {
    expect(await query(backupUrl, 'SELECT count(*)::int AS rows FROM launch_uses')).toEqual([{ rows: 100 }]);
    for (const write of ['DELETE FROM launch_uses', 'SET ROLE daftar_system', 'CREATE TABLE mine (id int)'])
      await expect(query(backupUrl, write)).rejects.toThrow('permission denied');
  });

  test('npm run backup writes a dump with all rows, and the data keys to a file of their own', async () => {
    const rows = await backup(backupUrl, file('whole'), binDir);
    expect(rows).toMatchObject({ launch_uses: 100, data_keys: 1, installs: 0 });
    const restored = await createScratchDatabase(server, { prefix: 'restored' });
    try {
      const target = Object.assign(new URL(server.superuserUrl), { pathname: restored.name }).href;
      for (const name of ['whole', 'whole.keys'])
        await run(path.join(binDir, 'pg_restore'), ['--exit-on-error', `--dbname=${target}`, file(name)]);
      expect(
        await query(target, 'SELECT (SELECT count(*)::int FROM launch_uses) a, (SELECT id FROM data_keys) b'),
      ).toEqual([{ a: 100, b: 'k' }]);
      expect(await migrate(restored.url)).toEqual([]);
    } finally {
      await restored.drop();
    }
    // Empties a table after the backup. The check of the backup must still succeed, because the check compares the
    // backup with the row counts at the time of the dump.
    await asSuperuser('TRUNCATE launch_uses');
    expect(await check('whole', 'whole.keys')).toMatchObject({ launch_uses: 100 });
    await expect(check('whole')).rejects.toThrow('data_keys: the dump has no data of this table');
  });

  test('a partition that the worker has created since is in the next backup, and a restored one can be dropped', async () => {
    const day = `(now() AT TIME ZONE 'UTC')::date`;
    const asSystem = (sql: string) => `BEGIN; SET LOCAL ROLE daftar_system; ${sql}; COMMIT`;
    await query(
      database.url,
      asSystem(`SELECT create_body_partition(${day});
        INSERT INTO inbox_bodies SELECT 'ins_1', 'evt_' || n, ${day}, 'said' FROM generate_series(1, 7) n`),
    );
    expect(await backup(backupUrl, file('partition'), binDir)).toMatchObject({ inbox_bodies: 7 });
    const restored = await createScratchDatabase(server, { prefix: 'restored' });
    try {
      const target = Object.assign(new URL(server.superuserUrl), { pathname: restored.name }).href;
      await run(path.join(binDir, 'pg_restore'), [
        '--exit-on-error',
        `--dbname=${target}`,
        file('partition'),
      ]);
      const rows = 'SELECT count(*)::int AS rows FROM inbox_bodies';
      expect(await query(target, rows)).toEqual([{ rows: 7 }]);
      await query(restored.url, asSystem('SELECT drop_body_partition()'));
      expect(await query(target, rows)).toEqual([{ rows: 0 }]);
    } finally {
      await restored.drop();
    }
  });

  test('pg_dump as the owner is refused; with --enable-row-security it is empty with exit code 0, and backup:check fails', async () => {
    expect(await pgDump(database.url, `--file=${file('refused')}`)).toEqual({
      code: 1,
      message: expect.stringContaining('query would be affected by row-level security policy'),
    });
    const args = ['--enable-row-security', '--format=custom', `--file=${file('empty')}`];
    expect(await pgDump(database.url, ...args)).toEqual({ code: 0, message: '' });
    await expect(check('empty')).rejects.toThrow('launch_uses: the dump has 0 rows; the database has 100');
  });

  test.each(['plain', 'custom', 'directory', 'tar'])(
    'backup:check reads a dump of pg_dump in the format %s',
    async (format) => {
      const name = `dump-${format}`;
      expect(await pgDump(backupUrl, `--format=${format}`, `--file=${file(name)}`)).toMatchObject({
        code: 0,
      });
      expect(await check(name)).toMatchObject({ launch_uses: 100, data_keys: 1 });
    },
  );

  test.each(['plain', 'custom'])(
    'backup:check refuses a dump in the format %s that was cut off',
    async (format) => {
      const name = `cut-${format}`;
      await pgDump(backupUrl, `--format=${format}`, `--file=${file(name)}`);
      await truncate(file(name), (await readFile(file(name))).length - 2_000);
      await expect(check(name)).rejects.toThrow(/is not a complete dump|pg_restore cannot read/);
    },
  );

  test('M18: backup:check names a table that lacks one row of the snapshot', async () => {
    await backup(backupUrl, file('short'), binDir);
    const rows = JSON.parse(await readFile(file('short.rows'), 'utf8')) as Record<string, number>;
    await writeFile(file('short.rows'), JSON.stringify({ ...rows, launch_uses: 101 }));
    await expect(check('short', 'short.keys')).rejects.toThrow(
      'launch_uses: the dump has 100 rows; the database has 101',
    );
  });

  test.each(['kept', 'kept.keys', 'kept.rows'])(
    'a backup never replaces the earlier file %s',
    async (name) => {
      await writeFile(file(name), 'earlier');
      await expect(backup(backupUrl, file('kept'), binDir)).rejects.toThrow(`${file(name)} already exists`);
      expect(await readFile(file(name), 'utf8')).toBe('earlier');
      expect((await readdir(folder)).filter((other) => other.startsWith('kept'))).toEqual([name]);
      await rm(file(name));
    },
  );

  test('a backup that fails leaves no file, so each file is a whole backup', async () => {
    const files = async () => (await readdir(folder)).filter((name) => name.startsWith('failed')).toSorted();
    const pretender = await mkdtemp(path.join(folder, 'bin-'));
    // This pg_dump writes the first dump and then fails, for example because the disk is full.
    await writeFile(
      path.join(pretender, 'pg_dump'),
      `#!/bin/sh
if echo "$*" | grep -q -- --data-only; then echo partial > "${file('failed')}.part.keys"; exit 1; fi
exec ${path.join(binDir, 'pg_dump')} "$@"`,
      { mode: 0o755 },
    );
    const searchPath = `${pretender}:${binDir}:${process.env.PATH}`;
    await expect(backup(backupUrl, file('failed'), searchPath)).rejects.toThrow('Command failed');
    expect(await files()).toEqual([]);
    await backup(backupUrl, file('failed'), binDir);
    expect(await files()).toEqual(['failed', 'failed.keys', 'failed.rows']);
  });

  test('a limit of the login for pauses in a transaction does not end the connection that keeps the snapshot', async () => {
    await asSuperuser(`ALTER ROLE my_backup SET idle_in_transaction_session_timeout = '20ms'`);
    try {
      expect(await backup(backupUrl, file('limits'), binDir)).toMatchObject({ launch_uses: 100 });
    } finally {
      await asSuperuser('ALTER ROLE my_backup RESET ALL');
    }
  });

  test('a new table is in the next backup, because npm run migrate lets daftar_backup read it', async () => {
    await query(database.url, 'CREATE TABLE new_rows AS SELECT 1 AS id');
    await expect(backup(backupUrl, file('new'), binDir)).rejects.toThrow(
      /permission denied for table new_rows.*npm run migrate/,
    );
    await migrate(database.url);
    expect(await backup(backupUrl, file('new'), binDir)).toMatchObject({ new_rows: 1 });
    await query(database.url, 'DROP TABLE new_rows');
  });

  test('a login without BYPASSRLS is refused, and the error names what it needs', async () => {
    await asSuperuser('ALTER ROLE my_backup NOBYPASSRLS');
    await expect(backup(backupUrl, file('hidden'), binDir)).rejects.toThrow(/row-level security.*BYPASSRLS/);
    await asSuperuser('ALTER ROLE my_backup BYPASSRLS');
  });
});

/** Returns the statements of the SQL blocks in the section "The backup login" of docs/operating.md. */
async function documentedSql(): Promise<string[]> {
  const text = await readFile(path.resolve(migrationsDir, '../../docs/operating.md'), 'utf8');
  const section = text.split('\n### The backup login\n')[1]?.split('\n### ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('    ') && line.endsWith(';'))
    .map((line) => line.trim());
}

/** Runs SQL on a new connection to the given URL. Returns the rows of the last statement. */
async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results: pg.QueryResult | pg.QueryResult[] = await client.query<Record<string, unknown>>(sql);
    return [results].flat().at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}
