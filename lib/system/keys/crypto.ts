import 'server-only';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { storableValue } from 'commerce-platform-client/contract/storable-text';
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
 * Decrypts a JSON value and parses it with a schema. Throws UnreadableValue if the value cannot be decrypted, or if it
 * has another form, such as a value of another release. The error contains no text of the value.
 */
export const openAs = <Value>(schema: z.ZodType<Value>, sealed: string, place: Place): Value =>
  parseAs(schema, openJson(sealed, place), place);

/**
 * Decrypts a JSON value. A value of an earlier release may contain NUL characters or unpaired surrogates (halves of a
 * UTF-16 pair), which are replaced. Throws UnreadableValue if the value cannot be decrypted or is not JSON.
 */
export const openJson = (sealed: string, place: Place): unknown =>
  storableValue(parseJson(decrypt(sealed, place), place));

/** Parses a decrypted text as JSON. Throws UnreadableValue if the text is not JSON. */
export function parseJson(plain: string, { column }: Place): unknown {
  try {
    return JSON.parse(plain);
  } catch {
    throw new UnreadableValue(`a value of ${column} is not JSON`);
  }
}

/** Parses a decrypted value with a schema. Throws UnreadableValue if the value has another form. */
export function parseAs<Value>(schema: z.ZodType<Value>, value: unknown, { column }: Place): Value {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new UnreadableValue(`a value of ${column} has an unknown form`);
  return parsed.data;
}

/**
 * Returns the decrypted value for a screen, or 'unreadable' if it cannot be decrypted or has an unknown form
 * (openAs). So one such value does not prevent a whole list from being shown.
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
