import 'server-only';
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { env } from '@/lib/system/env';

/**
 * AES-256-GCM with a key ring: the first key encrypts, all decrypt. The place (install id and column) is bound in
 * as associated data, so that a value moved to another row or column does not open.
 * Format: keyId.iv.tag.ciphertext, base64url.
 */
export function encrypt(plain: string, place: { installId: string; column: string }): string {
  const key = env().ENCRYPTION_KEYS[0];
  if (!key) throw new Error('the key ring is empty');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.key, iv).setAAD(associatedData(place));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [key.id, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
}

/** Throws when the value was altered, moved or encrypted with a key that left the ring. */
export function decrypt(sealed: string, place: { installId: string; column: string }): string {
  const [keyId, iv, tag, body] = sealed.split('.');
  const key = env().ENCRYPTION_KEYS.find((entry) => entry.id === keyId);
  if (!key || !iv || !tag || body === undefined) throw new Error('not decryptable: unknown key or format');
  const decipher = createDecipheriv('aes-256-gcm', key.key, Buffer.from(iv, 'base64url'), {
    authTagLength: 16,
  })
    .setAAD(associatedData(place))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
}

/** 256 random bits, base64url: session ids, codes, states. Stored only as sha256Hex. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** For what is itself random (tokens, codes) or public; never for guessable personal data. */
export function sha256Hex(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('hex');
}

/**
 * Keyed hashes of a value that can be guessed (a phone number, a name), by which an encrypted one is found again: under
 * each key of the ring. The first is the one to store, all are to be looked for.
 */
export function blindIndexes(
  value: string,
  place: { installId: string; column: string },
): [string, ...string[]] {
  const [first, ...others] = env().ENCRYPTION_KEYS.map(({ id, key }) => {
    const indexKey = Buffer.from(hkdfSync('sha256', key, '', 'daftar blind index', 32));
    const hash = createHmac('sha256', indexKey)
      .update(associatedData(place))
      .update(value)
      .digest('base64url');
    return `${id}.${hash}`;
  });
  if (first === undefined) throw new Error('the key ring is empty');
  return [first, ...others];
}

function associatedData(place: { installId: string; column: string }): Buffer {
  return Buffer.from(JSON.stringify([place.installId, place.column]), 'utf8');
}
