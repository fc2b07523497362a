import 'server-only';
import { hkdfSync, randomBytes } from 'node:crypto';
import { decryptWith, encryptWith, type NamedKey, type Place, UnreadableValue } from '@/lib/system/keys/aes';
import { env } from '@/lib/system/env';
import { log } from '@/lib/system/log';

/**
 * Maximum age in milliseconds of data keys in memory. Older data keys of an install are read from the database again
 * before a transaction begins. A running transaction keeps the keys with which it began, for at most 20 s more
 * (docs/decisions/encryption-keys.md).
 */
const dataKeysForMs = 10_000;
const installsMax = 10_000;

/** A data key of an install. Each value that it encrypts begins with the id of the key. */
export type DataKey = NamedKey & {
  /** Key for the blind indexes (keyed hashes for searching), derived from the data key. */
  indexKey: Buffer;
  /** Time of performance.now() from which the key may encrypt. Before this time, the key only decrypts. */
  usableAtMs: number;
};

type CachedKeys = { readAtMs: number; keys: DataKey[] };

/** Runs an SQL statement with the role daftar_system. */
export type RunSql = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>;

const cached = new Map<string, CachedKeys>();
const loading = new Map<string, Promise<void>>();

/**
 * Returns the data keys of an install from the memory of this process, the oldest first. loadDataKeys must have loaded
 * them.
 */
export function dataKeysOf(installId: string): DataKey[] {
  return cached.get(installId)?.keys ?? [];
}

/**
 * Returns the data key that encrypts new values of the install. Throws UnreadableValue if the process has no data key
 * of the install in memory.
 */
export function encryptingKeyOf(installId: string): DataKey {
  const nowMs = performance.now();
  const key = dataKeysOf(installId).findLast(({ usableAtMs }) => usableAtMs <= nowMs);
  if (!key) throw new UnreadableValue(`no data key of ${installId} can encrypt`);
  return key;
}

/**
 * Loads the data keys of the given installs into memory if they were not read recently. An install without a data key
 * gets its first one. A purged install gets no data key.
 */
export async function loadDataKeys(installIds: readonly string[], runSql: RunSql): Promise<void> {
  const old = [...new Set(installIds)].filter((id) => !isFresh(cached.get(id)));
  const begun = old.filter((id) => !loading.has(id));
  if (begun.length > 0) {
    const reading = readDataKeys(begun, runSql).finally(() => begun.forEach((id) => loading.delete(id)));
    for (const id of begun) loading.set(id, reading);
  }
  await Promise.all(old.flatMap((id) => loading.get(id) ?? []));
}

/**
 * Reads the data keys of the given installs from the database into memory, even if they are in memory already. An
 * install without a data key gets its first one. A purged install gets no data key.
 */
export async function readDataKeys(installIds: string[], runSql: RunSql): Promise<void> {
  const missing = (await selectKeys(installIds, runSql)).filter(([, keys]) => keys.length === 0);
  if (missing.length === 0) return;
  const ids = missing.map(([id]) => id);
  const found = await runSql<{ installId: string }>(
    `SELECT install_id AS "installId" FROM installs WHERE install_id = ANY($1) AND status <> 'purged'`,
    [ids],
  );
  if (found.length === 0) return;
  await insertDataKeys(
    found.map(({ installId }) => ({ installId, version: 1 })),
    { usableInMs: 0 },
    runSql,
  );
  await selectKeys(ids, runSql);
}

/**
 * Creates a data key for each given install, encrypted with the first key of ENCRYPTION_KEYS. If a key with this
 * version exists already, it is not replaced. Until `usableInMs` have passed, the new keys only decrypt.
 */
export async function insertDataKeys(
  versions: readonly { installId: string; version: number }[],
  { usableInMs }: { usableInMs: number },
  runSql: RunSql,
): Promise<void> {
  const made = versions.map(({ installId, version }) => {
    const place = dataKeyPlace({ installId, version });
    const keyEnc = encryptWith(firstRingKey(), randomBytes(32).toString('base64url'), place);
    return { id: randomBytes(6).toString('hex'), keyEnc };
  });
  await runSql(
    `INSERT INTO data_keys (install_id, version, id, key_enc, usable_at)
     SELECT install_id, version, id, key_enc, now() + $5 * interval '1 ms'
     FROM unnest($1::text[], $2::int[], $3::text[], $4::text[]) made (install_id, version, id, key_enc)
     ON CONFLICT DO NOTHING`,
    [
      versions.map(({ installId }) => installId),
      versions.map(({ version }) => version),
      made.map(({ id }) => id),
      made.map(({ keyEnc }) => keyEnc),
      usableInMs,
    ],
  );
}

type KeyRow = { installId: string; version: number; id: string; keyEnc: string; usableInMs: number };

/** Reads the data keys of the given installs into the memory of the process. */
async function selectKeys(installIds: string[], runSql: RunSql): Promise<[string, DataKey[]][]> {
  const readAtMs = performance.now();
  const rows = await runSql<KeyRow>(
    `SELECT install_id AS "installId", version, id, key_enc AS "keyEnc",
       (extract(epoch FROM usable_at - clock_timestamp()) * 1000)::float8 AS "usableInMs"
     FROM data_keys WHERE install_id = ANY($1) ORDER BY install_id, version`,
    [installIds],
  );
  return installIds.map((installId) => {
    const keys = rows.filter((row) => row.installId === installId).flatMap((row) => openKey(row, readAtMs));
    cacheKeys(installId, { readAtMs, keys });
    return [installId, keys];
  });
}

/**
 * Decrypts a data key. Returns an empty list if no key of ENCRYPTION_KEYS can decrypt the data key. Then only the
 * values that were encrypted with this data key are unreadable.
 */
function openKey(row: KeyRow, readAtMs: number): DataKey[] {
  const { installId, id, keyEnc, usableInMs } = row;
  try {
    const key = Buffer.from(decryptWith(env().ENCRYPTION_KEYS, keyEnc, dataKeyPlace(row)), 'base64url');
    const indexKey = Buffer.from(hkdfSync('sha256', key, '', 'daftar blind index', 32));
    return [{ id, key, indexKey, usableAtMs: readAtMs + usableInMs }];
  } catch (error) {
    log.error({ error, installId }, 'data key of an install cannot be decrypted; its values are unreadable');
    return [];
  }
}

function cacheKeys(installId: string, keys: CachedKeys): void {
  cached.delete(installId);
  cached.set(installId, keys);
  // The map is sorted by the time of reading. Data keys that were read more than 60 s ago are removed, because no
  // transaction can use them any longer. If the map has more than `installsMax` installs, the keys that were read first
  // are removed too.
  for (const [id, { readAtMs }] of cached) {
    if (cached.size <= installsMax && readAtMs > performance.now() - 60_000) return;
    cached.delete(id);
  }
}

function isFresh(keys: CachedKeys | undefined): boolean {
  return keys !== undefined && performance.now() - keys.readAtMs < dataKeysForMs;
}

/**
 * Removes the data keys of an install from the memory of this process, after this process has changed or deleted them.
 */
export function forgetDataKeys(installId: string): void {
  cached.delete(installId);
}

/**
 * Returns the column and row of a data key in the database. The data key is encrypted with a key of ENCRYPTION_KEYS and
 * can be decrypted only for this column and row.
 */
export const dataKeyPlace = ({ installId, version }: { installId: string; version: number }): Place => ({
  installId,
  column: 'data_keys.key_enc',
  row: [version],
});

/** Returns the first key of ENCRYPTION_KEYS, which encrypts new data keys. */
export function firstRingKey(): NamedKey {
  const key = env().ENCRYPTION_KEYS[0];
  if (!key) throw new Error('ENCRYPTION_KEYS has no key');
  return key;
}
