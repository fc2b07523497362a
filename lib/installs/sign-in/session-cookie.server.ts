import 'server-only';
import { cookies } from 'next/headers';
import { decode, encode } from 'next-auth/jwt';
import {
  type Actor,
  type SessionId,
  sessionSeconds,
  startSession,
} from '@/lib/installs/sign-in/session.server';
import {
  isSessionForm,
  type SentCookies,
  sessionCookieName,
  sessionCookiePrefix,
} from '@/lib/installs/sign-in/session-cookie-name';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { env } from '@/lib/system/env';

export { type SentCookies, sessionCookieName } from '@/lib/installs/sign-in/session-cookie-name';

const othersMax = 4;

/**
 * Options of our cookies. With `partitioned`, the cookie works in our iframe even if the browser blocks third-party
 * cookies. The prefix `__Host-` prevents another subdomain from setting the cookie (D10, S27).
 */
export const framedCookie = {
  httpOnly: true,
  secure: true,
  sameSite: 'none',
  partitioned: true,
  path: '/',
} as const;

/**
 * Starts a session of the given install (startSession) and sets its cookie in the current response. Each install has a
 * cookie of its own name (S4).
 */
export async function setSessionCookie(
  installId: InstallId,
  actor: Actor | null,
  endsAt: Date | null = null,
): Promise<void> {
  const value = await sealSession(await startSession(installId, actor, endsAt));
  const options = { ...framedCookie, maxAge: sessionSeconds };
  (await cookies()).set(sessionCookieName(installId), value, options);
}

/** Returns the cookie value of a session: a JWT of next-auth that contains the opaque session id. */
export function sealSession(sessionId: SessionId): Promise<string> {
  return encode({ token: { sid: sessionId }, secret: env().NEXTAUTH_SECRET, maxAge: sessionSeconds });
}

/**
 * Reads the session id from a cookie value; null if the value is missing, not ours, altered or expired. Only
 * a value that has the form of a JWE is decrypted, because each decryption costs a key derivation of
 * next-auth (S13).
 */
export async function openSession(value: string | undefined): Promise<SessionId | null> {
  if (!value || !isSessionForm(value)) return null;
  const token = await decode({ token: value, secret: env().NEXTAUTH_SECRET }).catch(() => null);
  return typeof token?.sid === 'string' ? (token.sid as SessionId) : null;
}

/** Returns the session id that this browser has for the given install; null if there is none. */
export function readOwnSession(sent: SentCookies, installId: InstallId): Promise<SessionId | null> {
  const name = sessionCookieName(installId);
  return openSession(sent.find((cookie) => cookie.name === name)?.value);
}

/**
 * Returns the session ids that this browser has for other installs than the given one. At most `othersMax` cookies are
 * decrypted, because a request may carry hundreds of cookies and each decryption costs a key derivation (S13).
 */
export async function readOtherSessions(sent: SentCookies, installId: InstallId): Promise<SessionId[]> {
  const own = sessionCookieName(installId);
  const others = sent
    .filter(({ name, value }) => name.startsWith(sessionCookiePrefix) && name !== own && isSessionForm(value))
    .slice(0, othersMax);
  const opened = await Promise.all(others.map(({ value }) => openSession(value)));
  return opened.filter((sessionId) => sessionId !== null);
}
