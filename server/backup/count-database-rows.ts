import pg from 'pg';
import { z } from 'zod';
import type { RowCounts } from './count-dump-rows';

const Tables = z.array(z.object({ name: z.string() }));
const Count = z.tuple([z.object({ count: z.coerce.number().int() })]);

/**
 * Counts the rows of each table of the schema public, in the caller's transaction. The rows of a partition count for
 * its table. A table without partitions is left out, because a dump has no data of it. `row_security` is off, so
 * PostgreSQL throws an error if row security would hide rows from the login of the connection.
 */
export async function countDatabaseRows(client: pg.Client): Promise<RowCounts> {
  await client.query('SET LOCAL row_security = off');
  const { rows } = await client.query(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND NOT relispartition
       AND (relkind = 'r' OR relkind = 'p' AND EXISTS (SELECT FROM pg_inherits WHERE inhparent = pg_class.oid))
     ORDER BY relname`,
  );
  const counts: RowCounts = {};
  for (const { name } of Tables.parse(rows)) {
    const result = await client.query(`SELECT count(*) FROM public."${name}"`).catch((error: unknown) => {
      throw isDenied(error) ? new Error(`${error.message}. ${advice}`, { cause: error }) : error;
    });
    counts[name] = Count.parse(result.rows)[0].count;
  }
  return counts;
}

/** SQLSTATE 42501, insufficient_privilege: the table cannot be read, or row security would hide rows. */
const isDenied = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '42501';

const advice =
  'DATABASE_BACKUP_URL needs a login with BYPASSRLS that is a member of daftar_backup; then run npm run migrate ' +
  '(docs/operating.md#backup-and-restore).';
