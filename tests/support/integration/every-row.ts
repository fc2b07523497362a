import type pg from 'pg';

/**
 * Returns every row of every table as text, by table name. The result has the tables of all owners. The rows of a
 * partition are listed under the partitioned table. Requires a superuser connection.
 */
export async function everyRow(superuser: pg.Client): Promise<Map<string, string[]>> {
  const { rows: tables } = await superuser.query<{ name: string; table: string }>(
    `SELECT relname AS name, oid::regclass::text AS table FROM pg_class
     WHERE relkind IN ('r', 'm', 'p') AND NOT relispartition AND relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'`,
  );
  const all = new Map<string, string[]>();
  for (const { name, table } of tables) {
    const { rows } = await superuser.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}
