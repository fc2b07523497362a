import 'server-only';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { tables } from '@/lib/system/tables';

/** An encryption key of 32 bytes. Encrypted values begin with its id. */
export type NamedKey = { id: string; key: Buffer };

/**
 * The place of an encrypted value in the database. `row` is the primary key of the row without the install id, in the
 * order of the key's columns. `row` is empty if the table has one row per install.
 */
export type Place = {
  installId: string;
  column: `${keyof typeof tables}.${string}_enc`;
  row: readonly (string | number)[];
};

/**
 * Error for an encrypted value that was changed, that was moved to another row or column, or whose key no longer
 * exists.
 */
export class UnreadableValue extends Error {
  override name = 'UnreadableValue';
}

/**
 * Encrypts a text with AES-256-GCM. The associated data names the install, table, column and row of the value. So a
 * value that was moved to another install, table, column or row cannot be decrypted (S7). Format:
 * keyId.iv.tag.ciphertext, base64url.
 */
export function encryptWith({ id, key }: NamedKey, plain: string, place: Place): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associatedData(place));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [id, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
}

/**
 * Decrypts a value that `encryptWith` returned. The id at the beginning of the value selects the key. Throws
 * UnreadableValue if it cannot be decrypted.
 */
export function decryptWith(keys: readonly NamedKey[], sealed: string, place: Place): string {
  const [keyId, iv, tag, body] = sealed.split('.');
  const named = keys.find(({ id }) => id === keyId);
  if (!named || !iv || !tag || body === undefined)
    throw new UnreadableValue(`a value of ${place.column} has an unknown key or format`);
  try {
    const decipher = createDecipheriv('aes-256-gcm', named.key, Buffer.from(iv, 'base64url'), {
      authTagLength: 16,
    })
      .setAAD(associatedData(place))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    throw new UnreadableValue(`a value of ${place.column} was changed or moved`);
  }
}

const uuidShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function associatedData({ installId, column, row }: Place): Buffer {
  // PostgreSQL returns a UUID in lower case, but a form may send it in upper case. Both spellings must give
  // the same associated data, so that the value can be decrypted.
  const key = row.map((part) => (uuidShape.test(String(part)) ? String(part).toLowerCase() : String(part)));
  return Buffer.from(JSON.stringify([installId, ...column.split('.'), ...key]), 'utf8');
}
