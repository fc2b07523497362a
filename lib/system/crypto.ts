import 'server-only';
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { env } from '@/lib/system/env';
import type { tables } from '@/lib/system/tables';

/**
 * Where an encrypted value is stored. `row` is the primary key of the row without the install id, in the order of the
 * key; it is empty in a table with one row for each install.
 */
export type Place = {
  installId: string;
  column: `${keyof typeof tables}.${string}_enc`;
  row: readonly (string | number)[];
};

/**
 * Encrypts with AES-256-GCM and a key ring: the first key encrypts, all keys decrypt (S7). The place is the associated
 * data, so that a value moved to another install, table, column or row cannot be decrypted. Format:
 * keyId.iv.tag.ciphertext, base64url.
 */
export function encrypt(plain: string, place: Place): string {
  const key = env().ENCRYPTION_KEYS[0];
  if (!key) throw new Error('ENCRYPTION_KEYS has no key');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.key, iv).setAAD(associatedData(place));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [key.id, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
}

/** Decrypts a value of `encrypt`. Throws if the value was changed or moved, or if its key is no longer in the ring. */
export function decrypt(sealed: string, place: Place): string {
  const [keyId, iv, tag, body] = sealed.split('.');
  const key = env().ENCRYPTION_KEYS.find((entry) => entry.id === keyId);
  if (!key || !iv || !tag || body === undefined) throw new Error('cannot decrypt: unknown key or format');
  const decipher = createDecipheriv('aes-256-gcm', key.key, Buffer.from(iv, 'base64url'), {
    authTagLength: 16,
  })
    .setAAD(associatedData(place))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
}

/** Returns 256 random bits as base64url, for session ids, codes and states. Only the sha256Hex of a token is stored. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a value that is random (tokens, codes) or public. Never use it for personal data, which can be guessed. */
export function sha256Hex(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('hex');
}

/**
 * Returns keyed hashes of a value that can be guessed (a phone number, a name), one for each key of the ring. The
 * encrypted value is found by its hash. Store the first hash; search for all hashes.
 */
export function blindIndexes(
  value: string,
  place: { installId: string; column: string },
): [string, ...string[]] {
  const [first, ...others] = env().ENCRYPTION_KEYS.map(({ id, key }) => {
    const indexKey = Buffer.from(hkdfSync('sha256', key, '', 'daftar blind index', 32));
    const hash = createHmac('sha256', indexKey)
      .update(JSON.stringify([place.installId, place.column]))
      .update(value)
      .digest('base64url');
    return `${id}.${hash}`;
  });
  if (first === undefined) throw new Error('ENCRYPTION_KEYS has no key');
  return [first, ...others];
}

const uuidShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function associatedData({ installId, column, row }: Place): Buffer {
  // PostgreSQL returns a UUID in lower case, and a form may post it in upper case.
  const key = row.map((part) => (uuidShape.test(String(part)) ? String(part).toLowerCase() : String(part)));
  return Buffer.from(JSON.stringify([installId, ...column.split('.'), ...key]), 'utf8');
}
