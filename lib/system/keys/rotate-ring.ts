import 'server-only';
import { decryptWith, encryptWith } from '@/lib/system/keys/aes';
import { dataKeyPlace, firstRingKey } from '@/lib/system/keys/data-keys';
import { systemQuery } from '@/lib/system/db';
import { env } from '@/lib/system/env';

const batch = 200;

type Row = { installId: string; version: number; keyEnc: string };

/**
 * Encrypts every data key again with the first key of ENCRYPTION_KEYS. The data keys stay the same, so no value changes
 * and all processes can run meanwhile. The call can be repeated at any time. `unreadable` is the number of data keys
 * whose encryption key is missing in ENCRYPTION_KEYS.
 */
export async function rotateRing(): Promise<{ changed: number; unreadable: number }> {
  const total = { changed: 0, unreadable: 0 };
  let after: [string, number] = ['', 0];
  for (;;) {
    const rows = await systemQuery<Row>(
      `SELECT install_id AS "installId", version, key_enc AS "keyEnc" FROM data_keys
       WHERE split_part(key_enc, '.', 1) <> $1 AND (install_id, version) > ($2, $3)
       ORDER BY install_id, version LIMIT ${batch}`,
      [firstRingKey().id, ...after],
    );
    const last = rows.at(-1);
    if (!last) return total;
    after = [last.installId, last.version];
    const renewed = rows.flatMap((row) => renew(row));
    total.unreadable += rows.length - renewed.length;
    const updated = await systemQuery(
      `UPDATE data_keys k SET key_enc = new.key_enc
       FROM unnest($1::text[], $2::int[], $3::text[], $4::text[]) new (install_id, version, old_enc, key_enc)
       WHERE (k.install_id, k.version, k.key_enc) = (new.install_id, new.version, new.old_enc) RETURNING 1`,
      [
        renewed.map(({ row }) => row.installId),
        renewed.map(({ row }) => row.version),
        renewed.map(({ row }) => row.keyEnc),
        renewed.map(({ keyEnc }) => keyEnc),
      ],
    );
    total.changed += updated.length;
  }
}

/**
 * Counts all data keys, and the data keys that no key of ENCRYPTION_KEYS can decrypt. A key of ENCRYPTION_KEYS may have
 * the right id but other bytes. A data key that needs it then counts as unreadable too. `ringIds` are the ids of the
 * keys that the unreadable data keys need.
 */
export async function countUnreadableDataKeys(): Promise<{
  all: number;
  unreadable: number;
  ringIds: string[];
}> {
  const rows = await systemQuery<Row>(
    `SELECT install_id AS "installId", version, key_enc AS "keyEnc" FROM data_keys`,
    [],
  );
  const unreadable = rows.filter((row) => renew(row).length === 0);
  const ringIds = new Set(unreadable.map(({ keyEnc }) => keyEnc.split('.', 1)[0] ?? ''));
  return { all: rows.length, unreadable: unreadable.length, ringIds: [...ringIds].sort() };
}

function renew(row: Row): { row: Row; keyEnc: string }[] {
  const place = dataKeyPlace(row);
  try {
    const key = decryptWith(env().ENCRYPTION_KEYS, row.keyEnc, place);
    return [{ row, keyEnc: encryptWith(firstRingKey(), key, place) }];
  } catch {
    return [];
  }
}

/** Counts the data keys by the id of the key that encrypts them, including keys that ENCRYPTION_KEYS no longer has. */
export function countDataKeys(): Promise<{ id: string; count: number; since: Date }[]> {
  return systemQuery(
    `SELECT split_part(key_enc, '.', 1) AS id, count(*)::int AS count, min(created_at) AS since FROM data_keys
     GROUP BY 1 ORDER BY 1`,
    [],
  );
}
