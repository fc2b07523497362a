import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemQuery } from '@/lib/system/db';

/**
 * Days for which a file is stored after the last process of its build has ended. A tab that is open longer must be
 * reloaded before it can load further parts of its page.
 */
const unusedDays = 7;
/**
 * Maximum number of files in one INSERT. A build has about 140 files with 4 MB, so one INSERT has about 0.6
 * MB.
 */
const filesOfInsert = 20;

/** Returns the sorted names of the files in `dir`, with the path below /_next/static/ and `/` as the separator. */
export async function listStaticFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

/**
 * Stores the files of the running build for the processes of other builds, and marks them as used. A second call is
 * safe and stores nothing again.
 */
export async function publishStaticFiles(dir: string, names: readonly string[]): Promise<void> {
  const known = await systemQuery<{ path: string }>('SELECT path FROM static_files WHERE path = ANY($1)', [
    names,
  ]);
  // Files that were marked as used in the last hour are not updated. So if several processes start at the same time,
  // they rarely wait for the lock of the same row.
  await systemQuery(
    `UPDATE static_files SET used_at = now() WHERE path = ANY($1) AND used_at < now() - interval '1 hour'`,
    [names],
  );
  const stored = new Set(known.map((row) => row.path));
  const missing = names.filter((name) => !stored.has(name));
  for (let at = 0; at < missing.length; at += filesOfInsert) {
    const part = missing.slice(at, at + filesOfInsert);
    const bodies = await Promise.all(part.map((name) => readFile(path.join(dir, name))));
    await systemQuery(
      'INSERT INTO static_files (path, body) SELECT * FROM unnest($1::text[], $2::bytea[]) ON CONFLICT DO NOTHING',
      [part, bodies],
    );
  }
}

/** Returns a file of another build; null if no stored build has the file. */
export async function readStaticFile(name: string): Promise<Buffer | null> {
  const [row] = await systemQuery<{ body: Buffer }>('SELECT body FROM static_files WHERE path = $1', [name]);
  return row?.body ?? null;
}

/** Deletes the files of builds that no process uses any more. Returns the number of files. */
export async function purgeStaticFiles(): Promise<number> {
  const removed = await systemQuery(
    `DELETE FROM static_files WHERE used_at < now() - $1 * interval '1 day' RETURNING path`,
    [unusedDays],
  );
  return removed.length;
}
