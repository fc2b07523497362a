import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
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
 * @param url a login with BYPASSRLS that may read every table
 */
export async function backup(url: string, file: string, searchPath: string): Promise<RowCounts> {
  const pgDump = await findClientProgram('pg_dump', searchPath);
  if (!pgDump) throw new Error('No pg_dump on this machine: install the PostgreSQL client.');
  // The backup files contain personal data and keys, so only their owner may read them. The child process
  // pg_dump inherits this umask.
  const umask = process.umask(0o077);
  const client = new pg.Client({ connectionString: url, application_name: 'daftar-backup' });
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
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
  return checkBackup({ files: [file, `${file}.keys`], url, searchPath });
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
