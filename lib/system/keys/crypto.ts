import 'server-only';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { decryptWith, encryptWith, type Place, UnreadableValue } from '@/lib/system/keys/aes';
import { dataKeysOf, encryptingKeyOf } from '@/lib/system/keys/data-keys';
import { log } from '@/lib/system/log';

export { type Place, UnreadableValue } from '@/lib/system/keys/aes';

/**
 * Encrypts a text with the data key of its install (S7). The data keys of the install must be loaded before. A
 * transaction of `tenantDb` loads them; other code calls `loadDataKeys` of lib/system/db.ts.
 */
export function encrypt(plain: string, place: Place): string {
  return encryptWith(encryptingKeyOf(place.installId), plain, place);
}

/**
 * Decrypts a value that `encrypt` returned. Throws UnreadableValue if the value was changed, if it was encrypted for
 * another install, column or row, or if its key no longer exists.
 */
export function decrypt(sealed: string, place: Place): string {
  return decryptWith(dataKeysOf(place.installId), sealed, place);
}

/**
 * Returns the decrypted value for a screen, or 'unreadable' if it cannot be decrypted. So one such value does not
 * prevent a whole list from being shown.
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

/**
 * True if a stored text is the text of a repeated request. `sealed` is null if the stored text is empty. A text that
 * cannot be decrypted counts as the same text, because nobody can compare it. Texts that users type are not part of a
 * hash, because somebody could guess personal data from the hash.
 */
export function isSameText(sealed: string | null, place: Place, text: string): boolean {
  const stored = sealed === null ? '' : orUnreadable(() => decrypt(sealed, place));
  return stored === text || stored === 'unreadable';
}

/**
 * Returns 256 random bits as base64url text, for session ids, codes and states. The database stores only their
 * sha256Hex.
 */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * True if a text has the form of a randomToken. A text of another form cannot be a token, so its hash need not be
 * looked up.
 */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * Returns the SHA-256 hash of a value that is random (tokens, codes) or public. Never use this function for
 * personal data, because personal data could be guessed from its hash.
 */
export function sha256Hex(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('hex');
}

/**
 * Install and column of a blind index (a keyed hash by which a value can be searched). The row is not included, because
 * a search looks for rows that are not known yet.
 */
type IndexPlace = { installId: string; column: `${string}.${string}` };

/**
 * Returns the blind index of a value that can be guessed, such as a phone number or a name. The blind index is a hash
 * of the value with a key of the install.
 */
export function blindIndex(value: string, place: IndexPlace): string {
  return indexWith(encryptingKeyOf(place.installId), value, place);
}

/** Returns all blind indexes under which a value may be stored, one for each data key of the install. */
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
