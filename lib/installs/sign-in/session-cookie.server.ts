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
import { sha256Hex } from '@/lib/system/crypto';
import { env } from '@/lib/system/env';

/** Cookies that a browser sent. */
export type SentCookies = readonly { name: string; value: string }[];

const namePrefix = '__Host-daftar.session.';

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

/** Reads the session id from a cookie value; null if the value is missing, foreign, altered or expired. */
export async function openSession(value: string | undefined): Promise<SessionId | null> {
  if (!value) return null;
  const token = await decode({ token: value, secret: env().NEXTAUTH_SECRET }).catch(() => null);
  return typeof token?.sid === 'string' ? (token.sid as SessionId) : null;
}

/** Returns the browser's session for this install, and its sessions for other installs. */
export async function readSentSessions(
  sent: SentCookies,
  installId: InstallId,
): Promise<{ own: SessionId | null; others: SessionId[] }> {
  const name = sessionCookieName(installId);
  const ours = sent.filter((cookie) => cookie.name.startsWith(namePrefix));
  const own = await openSession(ours.find((cookie) => cookie.name === name)?.value);
  const others = await Promise.all(
    ours.filter((cookie) => cookie.name !== name).map(({ value }) => openSession(value)),
  );
  return { own, others: others.filter((sessionId) => sessionId !== null) };
}
