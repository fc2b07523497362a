import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** One folder of prisma/migrations. */
export interface Migration {
  name: string;
  /** Absolute path of its migration.sql. */
  file: string;
  sql: string;
}

/** Where the migrations of this checkout are. */
export const migrationsDir = path.resolve(import.meta.dirname, '../..', 'prisma', 'migrations');

/**
 * All migrations in a folder, in the order of their names, which begin with a time. Throws when a folder's name would
 * leave that order to chance.
 */
export async function readMigrations(dir: string = migrationsDir): Promise<Migration[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  checkNames(names.sort());
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(dir, name, 'migration.sql');
      return { name, file, sql: await readFile(file, 'utf8') };
    }),
  );
}

/**
 * The folder's name for a new migration, which sorts after all others: its time is now, or one second after the
 * newest migration when that is dated into the future.
 *
 * @param words what the migration does, such as add_order_notes
 * @param names of all migrations
 */
export function nextMigrationName(words: string, names: readonly string[], now: Date): string {
  const times = names.map((name) => timeOf(name)?.getTime() ?? 0);
  const name = `${digitsOf(new Date(Math.max(now.getTime(), ...times.map((time) => time + 1_000))))}_${words}`;
  checkNames([...names, name].sort());
  return name;
}

/** Throws unless each name is a time of 14 digits and words, and no two have the same time. */
function checkNames(sorted: readonly string[]): void {
  for (const [index, name] of sorted.entries()) {
    if (!timeOf(name)) {
      throw new Error(
        `prisma/migrations/${name} is not named like 20261121093000_add_order_notes: the time in UTC (14 digits), ` +
          'then words of a-z, 0-9 and _.',
      );
    }
    const previous = sorted[index - 1];
    if (previous?.slice(0, 14) !== name.slice(0, 14)) continue;
    throw new Error(
      `prisma/migrations/${previous} and ${name} have the same time. Rename the newer one, so that it runs last.`,
    );
  }
}

/** The time that a name begins with; undefined when the name is not that of a migration. */
function timeOf(name: string): Date | undefined {
  const digits = /^(\d{14})_[a-z0-9_]+$/.exec(name)?.[1];
  if (!digits) return undefined;
  const time = new Date(digits.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z'));
  // A day that its month does not have, such as February 30, is taken for one of the next month.
  return !Number.isNaN(time.getTime()) && digitsOf(time) === digits ? time : undefined;
}

function digitsOf(time: Date): string {
  return time
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '');
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
