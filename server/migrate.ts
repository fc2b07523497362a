import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { isMain } from './is-main';
import { applyMigration } from '@/server/postgres/apply-migration';
import { distributeTables } from '@/server/postgres/distribute-tables';
import { hasChecksum, type Migration, migrationsDir, readMigrations } from '@/server/postgres/migrations';
import { grantToAppLogin } from '@/server/postgres/grant-to-app-login';
import { grantToBackupRoleSql } from '@/server/postgres/grant-to-backup-role';
import { openDatabase } from '@/server/postgres/open-database';

/**
 * Key of the PostgreSQL advisory lock that Prisma uses for migrations. This program uses the same key, so it
 * never runs at the same time as `prisma migrate deploy`.
 */
const lockKey = 72_707_369;
/** Maximum time for which this program waits while another process migrates, in milliseconds. */
const otherRunMs = 60_000;
const pollMs = 100;
/** Maximum time in which a migration attempts to get its table locks, in milliseconds. */
const patienceMs = 5 * 60_000;

/**
 * Applies the pending migrations of this checkout to a database and returns their names. Each migration is one
 * transaction, or one statement outside a transaction (applyMigration), so a failed migration changes nothing. The app
 * may run meanwhile. Only one process migrates at a time. The table `_prisma_migrations` has Prisma's format, so a
 * deployment can change to `prisma migrate deploy` at any time.
 *
 * Throws and changes nothing if an applied migration was edited later or is half applied. Also throws if the database
 * belongs to another checkout: migrations were applied, but none of this checkout (M14).
 *
 * On a Citus cluster, each call also distributes the tables that are not distributed yet (distributeTables).
 *
 * Each call grants missing rights to the app's login (S25) and to the role daftar_backup. So a new login needs no new
 * migration.
 *
 * @param url a connection string whose login may create tables, and roles unless they exist
 * @param appUrl the connection string of the app, if its login may differ from that of `url`
 */
export async function migrate(url: string, dir: string = migrationsDir, appUrl?: string): Promise<string[]> {
  const migrations = await readMigrations(dir);
  const client = new pg.Client({ connectionString: url, application_name: 'daftar-migrate' });
  await client.connect();
  try {
    await lockMigrations(client);
    await client.query(createTable);
    const pending = await pendingMigrations(client, migrations);
    for (const migration of pending) await applyMigration(client, migration, patienceMs);
    await client.query(showMigrations);
    await distributeTables(client);
    await client.query(grantToBackupRoleSql);
    // The login's name is parsed by the same driver that the app's connection pool uses, so both get the same name.
    if (appUrl) await grantToAppLogin(client, new pg.Client({ connectionString: appUrl }).user ?? '');
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * Waits until no other process migrates, by trying to get the advisory lock at intervals. Waiting for the
 * lock in one statement could cause a deadlock: the statement would hold a snapshot, and CREATE INDEX
 * CONCURRENTLY in the other process would wait for the end of this snapshot.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  const Locked = z.tuple([z.object({ locked: z.boolean() })]);
  for (const giveUpAt = performance.now() + otherRunMs; performance.now() < giveUpAt; await sleep(pollMs)) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [lockKey]);
    if (Locked.parse(rows)[0].locked) return;
  }
  throw new Error(
    'Another process has been migrating this database for 60 s. Run npm run migrate again later.',
  );
}

const createTable = `
  create table if not exists _prisma_migrations (
    id                  varchar(36) primary key not null,
    checksum            varchar(64) not null,
    finished_at         timestamptz,
    migration_name      varchar(255) not null,
    logs                text,
    rolled_back_at      timestamptz,
    started_at          timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

/**
 * Grants the role daftar_system the right to read the table of applied migrations, because the app's login
 * does not own this table. `npm run doctor` compares the table with the migrations of its own version.
 */
const showMigrations = `
  do $$ begin
    if to_regrole('daftar_system') is not null then
      if not has_table_privilege('daftar_system', '_prisma_migrations', 'select') then
        grant select on _prisma_migrations to daftar_system;
      end if;
    end if;
  end $$`;

const appliedRows = z.array(
  z.object({ migration_name: z.string(), checksum: z.string(), finished_at: z.date().nullable() }),
);

async function pendingMigrations(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query(
    'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null',
  );
  const applied = new Map(appliedRows.parse(rows).map((row) => [row.migration_name, row]));
  for (const row of applied.values()) {
    if (row.finished_at) continue;
    throw new Error(
      `Migration ${row.migration_name} began and did not end. Repair the database, then ` +
        'mark it with `prisma migrate resolve`.',
    );
  }
  if (applied.size > 0 && !migrations.some(({ name }) => applied.has(name))) {
    throw new Error(
      `This database has migrations that this checkout does not have (${[...applied.keys()].sort()[0]} and others), ` +
        'and none of the checkout. Nothing was changed. Start with an empty database: for development, run ' +
        '`npm run dev -- --reset` or delete the folder .data; otherwise set DATABASE_URL to another database.',
    );
  }
  return migrations.filter((migration) => {
    const row = applied.get(migration.name);
    if (!row || hasChecksum(migration, row.checksum)) return !row;
    throw new Error(
      `Migration ${migration.name} was changed after it was applied to this database. ` +
        'Put it back as it was and write a new one (npm run migrate:dev NAME).',
    );
  });
}

if (isMain(import.meta.url)) {
  const database = await openDatabase();
  try {
    const applied = await migrate(database.ownerUrl, migrationsDir, database.appUrl);
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Nothing to apply');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await database.release();
  }
}
