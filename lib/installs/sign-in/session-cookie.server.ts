import 'server-only';
import { cookies } from 'next/headers';
import { decode, encode } from 'next-auth/jwt';
import {
  type Actor,
  type SessionId,
  sessionSeconds,
  startSession,
} from '@/lib/installs/sign-in/session.server';
import type { InstallId } from '@/lib/shared/ids';
import { sha256Hex } from '@/lib/system/keys/crypto';
import { env } from '@/lib/system/env';

/** Cookies that a browser sent. */
export type SentCookies = readonly { name: string; value: string }[];

const namePrefix = '__Host-daftar.session.';
/**
 * Compact form of a JWE with a direct key and A256GCM: header, no key, IV of 96 bits, text, tag of 128 bits (RFC 7516).
 */
const jwe = /^[\w-]+\.\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/;
const othersMax = 4;

/**
 * The cookie is partitioned, so that it works in our iframe when third-party cookies are blocked. `__Host-` prevents a
 * sibling host from setting it (D10, S27).
 */
export const framedCookie = {
  httpOnly: true,
  secure: true,
  sameSite: 'none',
  partitioned: true,
  path: '/',
} as const;

/**
 * Each install has its own cookie. With a shared cookie, two stores opened at the same time in one browser would
 * overwrite each other's session (S4). The name is a hash, since an id may contain characters that a cookie name may
 * not.
 */
export function sessionCookieName(installId: InstallId): string {
  return namePrefix + sha256Hex(installId).slice(0, 16);
}

/** Starts a session of this install and sends it to the browser with the current response. */
export async function setSessionCookie(installId: InstallId, actor: Actor | null): Promise<void> {
  const value = await sealSession(await startSession(installId, actor));
  const options = { ...framedCookie, maxAge: sessionSeconds };
  (await cookies()).set(sessionCookieName(installId), value, options);
}

/** Cookie value of a session: a next-auth JWT that contains the opaque session id. */
export function sealSession(sessionId: SessionId): Promise<string> {
  return encode({ token: { sid: sessionId }, secret: env().NEXTAUTH_SECRET, maxAge: sessionSeconds });
}

/**
 * Reads the session id from a cookie value; null if the value is missing, foreign, altered or expired. Only a value of
 * a JWE's shape is decrypted, because next-auth derives a key before it looks at the value (S13).
 */
export async function openSession(value: string | undefined): Promise<SessionId | null> {
  if (!value || !jwe.test(value)) return null;
  const token = await decode({ token: value, secret: env().NEXTAUTH_SECRET }).catch(() => null);
  return typeof token?.sid === 'string' ? (token.sid as SessionId) : null;
}

/** Returns the browser's session for this install; null if the browser has none. */
export function readOwnSession(sent: SentCookies, installId: InstallId): Promise<SessionId | null> {
  const name = sessionCookieName(installId);
  return openSession(sent.find((cookie) => cookie.name === name)?.value);
}

/**
 * Returns the browser's sessions for other installs. Only `othersMax` cookies are opened: a request may carry hundreds,
 * and each costs a key derivation (S13).
 */
export async function readOtherSessions(sent: SentCookies, installId: InstallId): Promise<SessionId[]> {
  const own = sessionCookieName(installId);
  const others = sent
    .filter(({ name, value }) => name.startsWith(namePrefix) && name !== own && jwe.test(value))
    .slice(0, othersMax);
  const opened = await Promise.all(others.map(({ value }) => openSession(value)));
  return opened.filter((sessionId) => sessionId !== null);
}
