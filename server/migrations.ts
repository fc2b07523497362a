import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** One folder of prisma/migrations. */
export interface Migration {
  name: string;
  sql: string;
}

/** Where the migrations of this checkout are. */
export const migrationsDir = path.resolve(import.meta.dirname, '..', 'prisma', 'migrations');

/** All migrations in a folder, in the order of their names, which begin with a time. */
export async function readMigrations(dir: string = migrationsDir): Promise<Migration[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      sql: await readFile(path.join(dir, name, 'migration.sql'), 'utf8'),
    })),
  );
}

/** What Prisma keeps of an applied migration: SHA-256 of its text, in hex. */
export function checksum(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** Whether a migration is the one that was applied; like Prisma, whatever its line ends became on the way. */
export function hasChecksum(migration: Migration, expected: string): boolean {
  const unix = migration.sql.replaceAll('\r\n', '\n');
  return [migration.sql, unix, unix.replaceAll('\n', '\r\n')].some((sql) => checksum(sql) === expected);
}
