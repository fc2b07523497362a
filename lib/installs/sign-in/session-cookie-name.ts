import { createHash } from 'node:crypto';

/** The cookies that a browser sent with a request. */
export type SentCookies = readonly { name: string; value: string }[];

export const sessionCookiePrefix = '__Host-daftar.session.';
/**
 * Compact form of a JWE with a direct key and A256GCM. The parts are the header, an empty key, the IV of 96 bits, the
 * ciphertext and the tag of 128 bits (RFC 7516).
 */
const jwe = /^[\w-]+\.\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/;

/**
 * Name of the session cookie of one install. With one cookie for all installs, two stores that are opened at the same
 * time in one browser would overwrite each other's session (S4). The name contains a hash of the install id, because
 * the id may contain characters that a cookie name cannot contain.
 */
export function sessionCookieName(installId: string): string {
  return sessionCookiePrefix + createHash('sha256').update(installId).digest('hex').slice(0, 16);
}

/** Returns true if a cookie value has the form of a session. The session itself is not checked. */
export function isSessionForm(value: string): boolean {
  return jwe.test(value);
}

/**
 * Returns true if the request has a session cookie of the install. The session itself is not checked, so this function
 * only decides about limits, never about access.
 */
export function sendsSession(sent: SentCookies, installId: string): boolean {
  const name = sessionCookieName(installId);
  return sent.some((cookie) => cookie.name === name && isSessionForm(cookie.value));
}
