import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { z } from 'zod';
import { compareRows, type ExpectedRows } from './compare-rows';
import { countDatabaseRows } from './count-database-rows';
import type { RowCounts } from './count-dump-rows';
import { readDump } from './read-dump';

/**
 * Reads the files of one backup and returns the number of their rows by table. Compares these numbers with the file
 * `.rows` beside the first file. If this file does not exist, compares them with the current rows of the database.
 * Throws with one line for each table that has missing rows.
 *
 * @param backup.files the dump, and the dump of the data keys if they are in a file of their own
 * @param backup.url a login with BYPASSRLS that may read every table
 */
export async function checkBackup(backup: {
  files: string[];
  url: string;
  searchPath: string;
}): Promise<RowCounts> {
  const [first = ''] = backup.files;
  const found: RowCounts = {};
  for (const file of backup.files) {
    const { rows } = await readDump(file, backup.searchPath);
    for (const [table, count] of Object.entries(rows)) found[table] = (found[table] ?? 0) + count;
  }
  const problems = compareRows(found, (await readCounts(first)) ?? (await countNow(backup.url)));
  if (problems.length > 0)
    throw new Error(
      `${backup.files.join(' and ')} cannot restore the database:\n${problems.join('\n')}\n${advice}`,
    );
  return found;
}

const advice =
  'Make the backup with a login that has BYPASSRLS and may read every table: npm run backup ' +
  '(docs/operating.md#backup-and-restore)';

/**
 * Reads the row counts that `npm run backup` took in the snapshot of the dump. Returns undefined if their file does not
 * exist.
 */
async function readCounts(file: string): Promise<ExpectedRows | undefined> {
  const text = await readFile(`${file}.rows`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  return { rows: z.record(z.string(), z.number().int().min(0)).parse(JSON.parse(text)), isExact: true };
}

async function countNow(url: string): Promise<ExpectedRows> {
  const client = new pg.Client({ connectionString: url, application_name: 'daftar-backup' });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return { rows: await countDatabaseRows(client), isExact: false };
  } finally {
    await client.end();
  }
}
