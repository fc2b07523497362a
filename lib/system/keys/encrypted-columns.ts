import 'server-only';
import { systemQuery } from '@/lib/system/db';

/**
 * A database column with encrypted values. `key` lists the columns of the primary key without the install id. The
 * encryption uses these columns to bind each value to its row (lib/system/keys/aes.ts).
 */
export type EncryptedColumn = { table: string; column: string; key: { name: string; type: string }[] };

/**
 * Returns every column whose name ends in _enc. The list is read from the catalog of the database, so it includes new
 * columns. The column with the data keys is left out, because it is encrypted with ENCRYPTION_KEYS and not with a data
 * key.
 */
export function readEncryptedColumns(): Promise<EncryptedColumn[]> {
  return systemQuery<EncryptedColumn>(
    `SELECT c.relname AS "table", a.attname AS "column", (
       SELECT coalesce(json_agg(json_build_object('name', k.attname, 'type', format_type(k.atttypid, k.atttypmod))
         ORDER BY part.n), '[]')
       FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY part (attnum, n)
         JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = part.attnum
       WHERE i.indrelid = c.oid AND i.indisprimary AND k.attname <> 'install_id'
     ) AS "key"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0
       AND NOT a.attisdropped AND a.attname LIKE '%\\_enc' AND c.relname <> 'data_keys'
     ORDER BY 1, 2`,
    [],
  );
}

/**
 * How many values of an encrypted column depend on one key of ENCRYPTION_KEYS. The values are encrypted with data keys,
 * and the data keys are encrypted with this key.
 *
 * - `ringId`: id of the key of ENCRYPTION_KEYS; null for values whose data key does not exist.
 * - `replaced`: number of the counted values whose install already has a newer data key.
 */
export type KeyUse = { column: string; ringId: string | null; values: number; replaced: number };

/** Counts the encrypted values of each column, by the key of ENCRYPTION_KEYS that their data key is encrypted with. */
export async function countKeyUses(): Promise<KeyUse[]> {
  const uses: KeyUse[] = [];
  for (const { table, column } of await readEncryptedColumns())
    uses.push(
      ...(await systemQuery<KeyUse>(
        `SELECT '${table}.${column}' AS "column", split_part(k.key_enc, '.', 1) AS "ringId",
           sum(v.n)::int AS "values", coalesce(sum(v.n) FILTER (WHERE k.version < k.newest), 0)::int AS "replaced"
         FROM (
           SELECT install_id, split_part(${column}, '.', 1) AS id, count(*) AS n FROM ${table}
           WHERE ${column} IS NOT NULL GROUP BY 1, 2
         ) v LEFT JOIN (
           SELECT *, max(version) OVER (PARTITION BY install_id) AS newest FROM data_keys
         ) k USING (install_id, id) GROUP BY 2`,
        [],
      )),
    );
  return uses;
}
