import { execFile } from 'node:child_process';
import { access, rename, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { parseBackupEnv } from '@/lib/system/env';
import { checkBackup } from '@/server/backup/check-backup';
import { countDatabaseRows } from '@/server/backup/count-database-rows';
import type { RowCounts } from '@/server/backup/count-dump-rows';
import { findClientProgram } from '@/server/postgres/find-client-program';
import { psqlSession } from '@/server/postgres/psql-session';
import { isMain } from './is-main';

const run = promisify(execFile);
const Snapshot = z.tuple([z.object({ id: z.string() })]);

/**
 * Writes a backup of the database as three files from one snapshot. Then reads the files back and throws if rows are
 * missing.
 *
 * - `FILE`: all data except the data keys
 * - `FILE.keys`: the data keys. They have a file of their own, because it is deleted earlier than `FILE`
 *   (docs/operating.md).
 * - `FILE.rows`: the number of rows of each table
 *
 * Refuses if one of these files exists. Until the files have been checked, their names begin with `FILE.part`. If the
 * backup fails, they are deleted. So a file named `FILE` is always a whole backup.
 *
 * @param url a login with BYPASSRLS that may read every table
 */
export async function backup(url: string, file: string, searchPath: string): Promise<RowCounts> {
  const pgDump = await findClientProgram('pg_dump', searchPath);
  if (!pgDump) throw new Error('No pg_dump on this machine: install the PostgreSQL client.');
  for (const end of ends)
    if (await exists(file + end))
      throw new Error(
        `${file + end} already exists. Give a new name: a backup never replaces an earlier one.`,
      );
  const part = `${file}.part`;
  try {
    await writeBackup({ pgDump, url, file: part });
    const rows = await checkBackup({ files: [part, `${part}.keys`], url, searchPath });
    for (const end of ends) await rename(part + end, file + end);
    return rows;
  } finally {
    for (const end of ends) await rm(part + end, { force: true });
  }
}

/** Ends of the names of the three files. The dump is the last one, because its file means that the backup is whole. */
const ends = ['.rows', '.keys', ''];

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function writeBackup({ pgDump, url, file }: Record<'pgDump' | 'url' | 'file', string>): Promise<void> {
  // The backup files contain personal data and keys, so only their owner may read them. The child process
  // pg_dump inherits this umask.
  const umask = process.umask(0o077);
  const client = new pg.Client({ connectionString: url, application_name: 'daftar-backup' });
  // A broken connection emits an error event, which would end the process without a listener. With the listener, the
  // next query or pg_dump fails, because the snapshot is lost.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // This connection keeps the snapshot while pg_dump runs, so limits of the server or the login must not end it.
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = 0;
       SET LOCAL statement_timeout = 0`,
    );
    const snapshot = await client.query('SELECT pg_export_snapshot() AS id');
    const [{ id }] = Snapshot.parse(snapshot.rows);
    const rows = await countDatabaseRows(client);
    await writeFile(`${file}.rows`, `${JSON.stringify(rows, null, 1)}\n`, { mode: 0o600 });
    const session = psqlSession(url, undefined);
    const dump = (...args: string[]) =>
      run(pgDump, ['--format=custom', `--snapshot=${id}`, ...args, session.url], {
        env: { ...process.env, ...session.env },
      });
    await dump('--exclude-table-data=public.data_keys', `--file=${file}`);
    await dump('--data-only', '--table=public.data_keys', `--file=${file}.keys`);
  } finally {
    process.umask(umask);
    await client.end();
  }
}

if (isMain(import.meta.url)) {
  try {
    const [file] = process.argv.slice(2);
    if (!file) throw new Error('Usage: npm run backup -- FILE');
    const { DATABASE_BACKUP_URL: url, PATH: searchPath } = parseBackupEnv(process.env);
    const rows = await backup(url, file, searchPath);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    console.log(
      `Wrote ${file}, ${file}.keys and ${file}.rows: ${total} rows of ${Object.keys(rows).length} tables`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
