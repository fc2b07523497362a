import 'server-only';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { decryptWith, encryptWith, type Place, UnreadableValue } from '@/lib/system/keys/aes';
import { dataKeysOf, encryptingKeyOf } from '@/lib/system/keys/data-keys';
import { log } from '@/lib/system/log';

export { type Place, UnreadableValue } from '@/lib/system/keys/aes';

/**
 * Encrypts a value with the data key of its install (S7). The keys of the install must be loaded: a transaction of
 * `tenantDb` does this, other code calls `loadDataKeys` of lib/system/db.ts.
 */
export function encrypt(plain: string, place: Place): string {
  return encryptWith(encryptingKeyOf(place.installId), plain, place);
}

/**
 * Decrypts a value of `encrypt`. Throws UnreadableValue if the value was changed or moved, or if its key does not exist
 * any longer.
 */
export function decrypt(sealed: string, place: Place): string {
  return decryptWith(dataKeysOf(place.installId), sealed, place);
}

/**
 * Reads encrypted values for a screen. A value that cannot be decrypted is returned as 'unreadable', so that one row
 * does not end a whole list.
 */
export function orUnreadable<Value>(read: () => Value): Value | 'unreadable' {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
    log.warn({ error }, 'a stored value cannot be decrypted; it is shown as unreadable');
    return 'unreadable';
  }
}

/** Returns 256 random bits as base64url, for session ids, codes and states. Only the sha256Hex of a token is stored. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a value that is random (tokens, codes) or public. Never use it for personal data, which can be guessed. */
export function sha256Hex(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('hex');
}

/** Where a blind index is stored. It is not bound to its row, because a search does not know the row. */
type IndexPlace = { installId: string; column: `${string}.${string}` };

/** Returns the keyed hash to store of a value that can be guessed (a phone number, a name). */
export function blindIndex(value: string, place: IndexPlace): string {
  return indexWith(encryptingKeyOf(place.installId), value, place);
}

/** Returns the hashes under which a value may be stored, one for each data key of the install. */
export function blindIndexes(value: string, place: IndexPlace): string[] {
  return dataKeysOf(place.installId).map((key) => indexWith(key, value, place));
}

function indexWith(
  { id, indexKey }: { id: string; indexKey: Buffer },
  value: string,
  { installId, column }: IndexPlace,
): string {
  const hash = createHmac('sha256', indexKey)
    .update(JSON.stringify([installId, column]))
    .update(value)
    .digest('base64url');
  return `${id}.${hash}`;
}
