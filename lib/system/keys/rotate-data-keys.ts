import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { decrypt, encrypt, type Place, UnreadableValue } from '@/lib/system/keys/crypto';
import { encryptingKeyOf, insertDataKeys, readDataKeys } from '@/lib/system/keys/data-keys';
import { loadDataKeys, systemQuery, tenantDb, type Tx, withSystem } from '@/lib/system/db';
import { type EncryptedColumn, readEncryptedColumns } from '@/lib/system/keys/encrypted-columns';
import { countUnreadableDataKeys } from '@/lib/system/keys/rotate-ring';
import { tables } from '@/lib/system/tables';

/**
 * The columns with the blind indexes (keyed hashes for searching) of each encrypted column, keyed by the name of the
 * encrypted column. When a value is encrypted again, its blind indexes are written together with it. `valuesOf` throws
 * UnreadableValue if the decrypted value has an unknown form.
 */
export type IndexColumns = Record<
  string,
  { types: Record<string, string>; valuesOf(place: Place, plain: string): Record<string, unknown> }
>;

type Rotation = {
  indexes: IndexColumns;
  /**
   * Pause in milliseconds after the new data keys are stored. After the pause, every process has loaded the new keys,
   * and every transaction that began with only the old keys has ended. A process reads the keys again after at most 10
   * s. A transaction with the old keys waits for a connection for at most 10 s and then runs for at most 20 s.
   */
  distributeMs?: number;
  /**
   * Time in milliseconds after which no transaction that began with the old data key is still running. A transaction
   * waits for a database connection for at most 10 s and runs for at most 20 s.
   */
  drainMs?: number;
  /** If true, the function continues although ENCRYPTION_KEYS cannot decrypt all data keys. */
  ignoresKeys?: boolean;
  onProgress?(progress: { installId: string; changed: number }): void;
};

/**
 * Counts of a rotation. `unreadable`: number of values that cannot be decrypted or have an unknown form. `kept`: number
 * of installs that keep an older data key, because unreadable values need it.
 */
type Rotated = { installs: number; changed: number; unreadable: number; kept: number };

const batch = 200;

/**
 * Replaces the data key of every install: encrypts every value and makes every blind index again with the new key. The
 * app and the worker may run meanwhile. If a rotation is interrupted, the next call continues it, because an install
 * keeps its old key until no value needs it. Returns the counts of this call. If ENCRYPTION_KEYS cannot decrypt all
 * data keys and `ignoresKeys` is false, the function throws and changes nothing.
 */
export async function rotateDataKeys(rotation: Rotation): Promise<Rotated & { resumed: boolean }> {
  if (!rotation.ignoresKeys) await requireKeys();
  if ((await unfinished()).length > 0) {
    const { deleted, ...rotated } = await rotateUnfinished(rotation);
    // An install has an older data key for one of two reasons: a rotation was interrupted, or unreadable values need
    // the key. If this pass changes no value and deletes no key, only the second reason is left. A new rotation then
    // begins.
    if (rotated.changed > 0 || deleted > 0 || rotated.kept === 0) return { ...rotated, resumed: true };
  }
  await makeSuccessors(rotation.distributeMs ?? 40_000);
  const { deleted: _, ...rotated } = await rotateUnfinished(rotation);
  return { ...rotated, resumed: false };
}

async function requireKeys(): Promise<void> {
  const { all, unreadable, ringIds } = await countUnreadableDataKeys();
  if (unreadable === 0) return;
  throw new Error(
    `ENCRYPTION_KEYS cannot decrypt ${unreadable} of ${all} data keys. They need ${ringIds.join(', ')}: put these keys ` +
      'back into ENCRYPTION_KEYS, restart every app and worker, then run this again. If a key is lost for ever, its ' +
      'values stay unreadable: npm run keys:rotate -- --data-keys --ignore-keys',
  );
}

/** Encrypts the values of each install that has more than one data key, with the newest data key of the install. */
async function rotateUnfinished({
  indexes,
  drainMs = 30_000,
  onProgress = () => undefined,
}: Rotation): Promise<Rotated & { deleted: number }> {
  await untilUsable();
  const columns = await readEncryptedColumns();
  const installs = await unfinished();
  await readDataKeys(installs, systemQuery);
  let changed = 0;
  for (;;) {
    // Waits until transactions that began with the old data key have committed their values.
    await sleep(drainMs);
    let pass = 0;
    const unreadable = new Map<string, number>();
    for (const installId of installs) {
      const result = await rotateInstall(installId, columns, indexes);
      pass += result.changed + result.left;
      changed += result.changed;
      unreadable.set(installId, result.unreadable);
      onProgress({ installId, changed: result.changed });
    }
    // The rotation is complete when a pass over all installs has changed no value and skipped no value. Then every
    // value that can be decrypted has the new data key, and no running transaction uses the old data key.
    if (pass > 0) continue;
    const deleted = await deleteReplaced(installs, columns);
    const kept = (await unfinished()).length;
    const lost = [...unreadable.values()].reduce((sum, count) => sum + count, 0);
    return { installs: installs.length, changed, unreadable: lost, kept, deleted };
  }
}

/** Returns the installs with more than one data key. The rotation of these installs has not ended. */
async function unfinished(): Promise<InstallId[]> {
  const rows = await systemQuery<{ installId: InstallId }>(
    `SELECT install_id AS "installId" FROM data_keys GROUP BY 1 HAVING count(*) > 1 ORDER BY 1`,
    [],
  );
  return rows.map(({ installId }) => installId);
}

async function makeSuccessors(usableInMs: number): Promise<void> {
  const rows = await systemQuery<{ installId: string; version: number }>(
    `SELECT install_id AS "installId", max(version) + 1 AS version FROM data_keys GROUP BY 1`,
    [],
  );
  await insertDataKeys(rows, { usableInMs }, systemQuery);
}

async function untilUsable(): Promise<void> {
  const [row] = await systemQuery<{ ms: number }>(
    `SELECT greatest(0, extract(epoch FROM max(usable_at) - clock_timestamp()) * 1000)::float8 AS ms FROM data_keys`,
    [],
  );
  await sleep(row?.ms ?? 0);
}

type Result = { changed: number; unreadable: number; left: number };

async function rotateInstall(
  installId: InstallId,
  columns: EncryptedColumn[],
  indexes: IndexColumns,
): Promise<Result> {
  const total = { changed: 0, unreadable: 0, left: 0 };
  for (const column of columns) {
    const { changed, unreadable, left } = await rotateColumn(installId, column, indexes);
    total.changed += changed;
    total.unreadable += unreadable;
    total.left += left;
  }
  return total;
}

async function rotateColumn(
  installId: InstallId,
  column: EncryptedColumn,
  indexes: IndexColumns,
): Promise<Result> {
  const total = { changed: 0, unreadable: 0 };
  const isSystem = Object.entries(tables).some(([name, role]) => name === column.table && role === 'system');
  const inTransaction = async <T>(work: (tx: Tx) => Promise<T>) => {
    await loadDataKeys([installId]);
    return isSystem ? withSystem(work) : tenantDb(installId).transaction(work);
  };
  let after: string[] | null = null;
  for (;;) {
    const start: string[] | null = after;
    const rows: BatchResult = await inTransaction((tx) =>
      rotateBatch(tx, { installId, column, indexes, after: start }),
    );
    total.changed += rows.changed;
    total.unreadable += rows.unreadable;
    if (rows.last) after = rows.last;
    if (!rows.isFull) break;
  }
  const [left] = await inTransaction((tx) => countLeft(tx, installId, column));
  return { ...total, left: Math.max(0, (left?.count ?? 0) - total.unreadable) };
}

/**
 * Counts the values that still have an older data key: values that cannot be decrypted, and values whose row
 * another transaction had locked.
 */
function countLeft(tx: Tx, installId: InstallId, { table, column }: EncryptedColumn) {
  return tx.$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM ${table}
     WHERE install_id = $1 AND ${column} IS NOT NULL AND split_part(${column}, '.', 1) <> $2`,
    installId,
    encryptingKeyOf(installId).id,
  );
}

type BatchResult = { changed: number; unreadable: number; last: string[] | undefined; isFull: boolean };

type Batch = {
  installId: InstallId;
  column: EncryptedColumn;
  indexes: IndexColumns;
  after: string[] | null;
};

/**
 * Encrypts one batch of values again. A row that another transaction has locked is skipped, and the next pass
 * finds it. The batch waits for no lock, so it cannot deadlock with a request.
 */
async function rotateBatch(
  tx: Tx,
  { installId, column: { table, column, key }, indexes, after }: Batch,
): Promise<BatchResult> {
  const index = indexes[`${table}.${column}`];
  const names = key.map(({ name }) => `"${name}"`);
  const beyond =
    after === null || key.length === 0
      ? ''
      : `AND (${names.join()}) > (${key.map(({ type }, n) => `$${n + 3}::text::${type}`).join()})`;
  const newest = encryptingKeyOf(installId).id;
  const rows = await tx.$queryRawUnsafe<{ key: string[]; value: string }[]>(
    `SELECT ARRAY[${names.map((name) => `${name}::text`).join()}]::text[] AS key, ${column} AS value FROM ${table}
     WHERE install_id = $1 AND ${column} IS NOT NULL AND split_part(${column}, '.', 1) <> $2 ${beyond}
     ORDER BY ${names.join() || '1'} LIMIT ${batch} FOR UPDATE SKIP LOCKED`,
    installId,
    newest,
    ...(key.length === 0 ? [] : (after ?? [])),
  );
  const renewed = rows.flatMap(({ key: row, value }) => {
    const place = { installId, column: `${table}.${column}`, row } as Place;
    const renewedValue = ifReadable(() => {
      const plain = decrypt(value, place);
      return { key: row, value: encrypt(plain, place), ...(index?.valuesOf(place, plain) ?? {}) };
    });
    return renewedValue === null ? [] : [renewedValue];
  });
  const also = Object.entries(index?.types ?? {});
  if (renewed.length > 0)
    await tx.$executeRawUnsafe(
      `UPDATE ${table} t SET ${[`${column} = n.value`, ...also.map(([name]) => `${name} = n.${name}`)].join()}
       FROM jsonb_to_recordset($2::jsonb) n (${['key text[]', 'value text', ...also.map((entry) => entry.join(' '))].join()})
       WHERE ${['t.install_id = $1', ...key.map(({ name, type }, n) => `t."${name}" = n.key[${n + 1}]::${type}`)].join(' AND ')}`,
      installId,
      JSON.stringify(renewed),
    );
  return {
    changed: renewed.length,
    unreadable: rows.length - renewed.length,
    last: rows.at(-1)?.key,
    isFull: rows.length === batch,
  };
}

function ifReadable<Value>(renew: () => Value): Value | null {
  try {
    return renew();
  } catch (error) {
    if (error instanceof UnreadableValue) return null;
    throw error;
  }
}

/**
 * Deletes the older data keys that no value needs. A value that cannot be decrypted keeps its key, because a key of
 * ENCRYPTION_KEYS may be put back later. Returns the number of deleted keys.
 */
async function deleteReplaced(installIds: InstallId[], columns: EncryptedColumn[]): Promise<number> {
  const unused = columns.map(
    ({ table, column }) => `AND NOT EXISTS (
      SELECT FROM ${table} v WHERE v.install_id = k.install_id AND split_part(v.${column}, '.', 1) = k.id)`,
  );
  let deleted = 0;
  // Runs one statement for each install, because a statement over the values of all installs could time out.
  for (const installId of installIds) {
    const rows = await systemQuery(
      `DELETE FROM data_keys k WHERE install_id = $1
         AND version < (SELECT max(version) FROM data_keys n WHERE n.install_id = k.install_id) ${unused.join('\n')}
       RETURNING 1`,
      [installId],
    );
    deleted += rows.length;
  }
  await readDataKeys(installIds, systemQuery);
  return deleted;
}
