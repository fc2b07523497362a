import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { checksum, type Migration, migrationsDir } from './migrations';

/**
 * First line of a migration that runs outside a transaction. Such a migration is exactly one statement that takes no
 * lock that blocks reads or writes, such as CREATE INDEX CONCURRENTLY. `prisma migrate deploy` runs such a migration
 * outside a transaction as well.
 */
export const noTransactionMarker = '-- migrate: no transaction';

/**
 * Maximum time for which a migration waits for a lock, in milliseconds. While it waits, all later statements on the
 * table wait behind it. So this limit is also the longest delay of these statements
 * (docs/decisions/online-migrations.md).
 */
const lockTimeoutMs = 150;

/**
 * Time for which a migration that got no lock waits before its next attempt, in milliseconds. `first`: the wait after
 * the first attempt. The wait doubles after each attempt, up to `longest`.
 */
const backOffMs = { first: 100, longest: 5_000 };

/** The SQLSTATEs after which the migration is attempted again: lock_not_available and deadlock_detected. */
const retried = new Set(['55P03', '40P01']);

/**
 * Applies one migration and records it in `_prisma_migrations`. Throws an error with the file and the position of the
 * faulty SQL. A failed migration has changed nothing, but it may leave an invalid index.
 *
 * - In a transaction: each attempt waits at most 150 ms for a lock. If there is no lock by then, the whole migration
 *   is attempted again.
 * - Outside a transaction: if an interrupted run left an invalid index, this index is dropped and built again.
 *
 * @param patienceMs time after which the migration fails if it never gets its locks
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  patienceMs: number,
): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  for (let waitMs = backOffMs.first; ; waitMs = Math.min(waitMs * 2, backOffMs.longest)) {
    try {
      if (isOutsideTransaction(migration)) await runAlone(client, migration);
      else await runInTransaction(client, migration);
      return;
    } catch (cause) {
      await client.query('rollback').catch(() => undefined);
      const isRetried = cause instanceof pg.DatabaseError && retried.has(cause.code ?? '');
      if (!isRetried || performance.now() + waitMs > giveUpAt)
        throw new Error(
          `Migration ${migration.name} failed and was undone: ${place(migration, cause)}: ${reason(cause)}` +
            (isRetried ? `\n${busyAdvice}` : ''),
          { cause },
        );
      // The wait has a random part, because otherwise each attempt could collide with the same periodic task of the
      // app.
      await sleep(waitMs * (0.75 + Math.random() / 2));
    }
  }
}

const busyAdvice =
  'Another transaction holds a lock on the table for a long time, for example a backup. ' +
  'Run npm run migrate again when it has ended.';

/** Returns true if the migration starts with `noTransactionMarker`. */
export function isOutsideTransaction({ sql }: Migration): boolean {
  return sql.split(/\r?\n/, 1)[0] === noTransactionMarker;
}

async function runInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  const startedAt = new Date();
  await client.query('begin');
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
  await client.query(migration.sql);
  // Role and search path are reset, because the SQL of the migration may have changed them.
  await client.query('reset role; reset search_path');
  await record(client, migration, startedAt);
  await client.query('commit');
}

/**
 * Runs the single statement of a migration outside a transaction. The statement has no time-out, also if the login or the
 * server sets one, because a time-out would leave an invalid index. While it waits for older transactions to end, it
 * blocks no other statement.
 */
async function runAlone(client: pg.Client, migration: Migration): Promise<void> {
  const startedAt = new Date();
  await client.query('set statement_timeout = 0; set lock_timeout = 0');
  try {
    const state = await indexState(client, migration);
    if (state === 'invalid') await client.query(`drop index concurrently ${nameOfIndex(migration)}`);
    // If an earlier run was killed after it built the index, the index is already valid, and only the record of the
    // migration is missing.
    if (state !== 'valid') await client.query(migration.sql);
  } finally {
    // The error of a lost connection must not replace the error of the statement.
    await client.query('reset statement_timeout; reset lock_timeout').catch(() => undefined);
  }
  await record(client, migration, startedAt);
}

const createIndex = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+("[^"]+"|[a-z_][a-z0-9_]*)/i;
const nameOfIndex = (migration: Migration) => createIndex.exec(migration.sql)?.[1];

const Validity = z.array(z.object({ indisvalid: z.boolean() })).max(1);

async function indexState(client: pg.Client, migration: Migration): Promise<'absent' | 'invalid' | 'valid'> {
  const name = nameOfIndex(migration);
  if (!name) return 'absent';
  const { rows } = await client.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
    name,
  ]);
  const [index] = Validity.parse(rows);
  if (!index) return 'absent';
  return index.indisvalid ? 'valid' : 'invalid';
}

async function record(client: pg.Client, migration: Migration, startedAt: Date): Promise<void> {
  await client.query(
    `insert into _prisma_migrations
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     values ($1, $2, $3, $4, clock_timestamp(), 1)`,
    [randomUUID(), checksum(migration.sql), migration.name, startedAt],
  );
}

function reason(cause: unknown): string {
  if (!(cause instanceof pg.DatabaseError)) return String(cause);
  const context = cause.where && `\n${cause.where}`;
  return [cause.message, cause.detail, cause.hint, context].filter(Boolean).join(' ');
}

/**
 * Returns the path of the migration's file, with line and column if PostgreSQL reports the position of the
 * error.
 */
function place({ file, sql }: Migration, cause: unknown): string {
  const shown = path.relative(path.resolve(migrationsDir, '..', '..'), file);
  const position = cause instanceof pg.DatabaseError ? Number(cause.position) : 0;
  if (!position) return shown;
  // PostgreSQL counts positions in Unicode code points, as Array.from does. The length of a JavaScript string would
  // count some code points as two.
  const before = Array.from(sql)
    .slice(0, position - 1)
    .join('')
    .split('\n');
  return `${shown}:${before.length}:${Array.from(before.at(-1) ?? '').length + 1}`;
}
