import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A migration: one folder of prisma/migrations. */
export interface Migration {
  name: string;
  /** Absolute path of the migration's file migration.sql. */
  file: string;
  sql: string;
}

/** The folder with the migrations of this checkout. */
export const migrationsDir = path.resolve(import.meta.dirname, '../..', 'prisma', 'migrations');

/**
 * Reads all migrations in a folder, sorted by name. A name starts with a time. Throws if a name has another form, or if
 * two names have the same time, because the sort order would be ambiguous.
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
 * Returns the folder name for a new migration, which sorts after all other names. The name starts with the current
 * time. If the newest migration has a time in the future, the name starts with that time plus one second.
 *
 * @param words what the migration does, such as add_order_notes
 * @param names the names of all existing migrations
 */
export function nextMigrationName(words: string, names: readonly string[], now: Date): string {
  const times = names.map((name) => timeOf(name)?.getTime() ?? 0);
  const name = `${digitsOf(new Date(Math.max(now.getTime(), ...times.map((time) => time + 1_000))))}_${words}`;
  checkNames([...names, name].sort());
  return name;
}

/** Throws if a migration name is not a time of 14 digits followed by words, or if two names have the same time. */
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

/** Returns the time at the start of a migration name; undefined if it is not the name of a migration. */
function timeOf(name: string): Date | undefined {
  const digits = /^(\d{14})_[a-z0-9_]+$/.exec(name)?.[1];
  if (!digits) return undefined;
  const time = new Date(digits.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6Z'));
  // JavaScript parses a day that does not exist, such as February 30, as a day of the next month. So the digits of the
  // parsed time are compared with the digits in the migration's name.
  return !Number.isNaN(time.getTime()) && digitsOf(time) === digits ? time : undefined;
}

function digitsOf(time: Date): string {
  return time
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replace(/\D/g, '');
}

/** Returns the checksum that Prisma stores for an applied migration: SHA-256 of the text of its file, in hex. */
export function checksum(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/**
 * Returns true if a migration file has the checksum of the migration that was applied. As in Prisma, LF and CRLF line
 * ends are both accepted.
 */
export function hasChecksum(migration: Migration, expected: string): boolean {
  const unix = migration.sql.replaceAll('\r\n', '\n');
  return [migration.sql, unix, unix.replaceAll('\n', '\r\n')].some((sql) => checksum(sql) === expected);
}
