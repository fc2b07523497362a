import 'server-only';
import type pg from 'pg';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { dbPool, loadDataKeys, systemQuery } from '@/lib/system/db';
import type { Place } from '@/lib/system/keys/aes';
import { decrypt, orUnreadable } from '@/lib/system/keys/crypto';
import { type EncryptedColumn, readEncryptedColumns } from '@/lib/system/keys/encrypted-columns';
import { isClusterSql, sendInstallToNodes } from '@/lib/system/statements/act-on-cluster';
import { tables } from '@/lib/system/tables';

/** One row of an export: the name of its table and its columns, with encrypted values decrypted. */
export type ExportedRow = { table: string; row: Record<string, unknown> };

const batch = 500;

/**
 * The tables that contain rows of an install: all tenant tables. System tables are left out, because they
 * contain tokens, secrets and queues.
 */
const exported = Object.entries(tables).flatMap(([name, role]) => (role === 'system' ? [] : [name]));

/**
 * Reads all data of one install for its merchant, table by table, with personal data in clear text. A value that cannot
 * be decrypted is exported as "unreadable". All rows are from one snapshot of the database. The queries have no
 * condition for the install, because row security limits them to the rows of the install. Returns null if there is no
 * such install.
 */
export async function exportInstall(installId: InstallId): Promise<AsyncGenerator<ExportedRow> | null> {
  const known = await systemQuery('SELECT 1 FROM installs WHERE install_id = $1', [installId]);
  return known.length === 0 ? null : exportRows(installId);
}

async function* exportRows(installId: InstallId): AsyncGenerator<ExportedRow> {
  const encrypted = await readEncryptedColumns();
  await loadDataKeys([installId]);
  const connection = await dbPool().connect();
  try {
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL ROLE daftar_app');
    const { rows } = await connection.query<{ isCluster: boolean }>(
      `SELECT set_config('daftar.install_id', $1, true), ${isClusterSql} AS "isCluster"`,
      [installId],
    );
    if (rows[0]?.isCluster) await sendInstallToNodes((sql) => connection.query(sql), installId);
    for (const table of exported) {
      const columns = encrypted.filter((column) => column.table === table);
      for await (const row of rowsOf(connection, table))
        yield { table, row: decryptRow(installId, row, columns) };
    }
  } finally {
    // The connection is closed and not returned to the pool. Closing ends the transaction even if one of its statements
    // has failed or is still running.
    connection.release(true);
  }
}

/** Reads a table through a cursor of the database, so that only one batch is in memory. */
async function* rowsOf(connection: pg.PoolClient, table: string): AsyncGenerator<Record<string, unknown>> {
  await connection.query(`DECLARE exported CURSOR FOR SELECT to_jsonb(t) AS row FROM ${table} t`);
  for (;;) {
    const { rows } = await connection.query<{ row: Record<string, unknown> }>(`FETCH ${batch} FROM exported`);
    for (const { row } of rows) yield row;
    if (rows.length < batch) break;
  }
  await connection.query('CLOSE exported');
}

function decryptRow(
  installId: InstallId,
  row: Record<string, unknown>,
  columns: EncryptedColumn[],
): Record<string, unknown> {
  const plain = columns.flatMap(({ table, column, key }) => {
    const value = row[column];
    if (typeof value !== 'string') return [];
    const place = {
      installId,
      column: `${table}.${column}`,
      row: key.map(({ name }) => String(row[name])),
    } as Place;
    return [[column, orUnreadable(() => decrypt(value, place))] as const];
  });
  return { ...row, ...Object.fromEntries(plain) };
}
