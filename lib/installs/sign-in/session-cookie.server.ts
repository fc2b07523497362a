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

/** What a browser sent. */
export type SentCookies = readonly { name: string; value: string }[];

const namePrefix = '__Host-daftar.session.';

/**
 * Partitioned, so that it lives in our iframe when third-party cookies are blocked; `__Host-`, so that no sibling
 * host can set it (security: Headers).
 */
export const framedCookie = {
  httpOnly: true,
  secure: true,
  sameSite: 'none',
  partitioned: true,
  path: '/',
} as const;

/**
 * Each install has a cookie of its own: two stores opened at the same moment in one browser would else overwrite
 * each other's. The name is a hash, since an id may hold what a cookie's name may not.
 */
export function sessionCookieName(installId: InstallId): string {
  return namePrefix + sha256Hex(installId).slice(0, 16);
}

/** Starts a session of this install and gives it to the browser, with the answer under way. */
export async function setSessionCookie(installId: InstallId, actor: Actor | null): Promise<void> {
  const value = await sealSession(await startSession(installId, actor));
  const options = { ...framedCookie, maxAge: sessionSeconds };
  (await cookies()).set(sessionCookieName(installId), value, options);
}

/** The cookie's value for a session: next-auth's JWT around its opaque id. */
export function sealSession(sessionId: SessionId): Promise<string> {
  return encode({ token: { sid: sessionId }, secret: env().NEXTAUTH_SECRET, maxAge: sessionSeconds });
}

/** The session of a cookie's value; null for a missing, foreign, altered or expired one. */
export async function openSession(value: string | undefined): Promise<SessionId | null> {
  if (!value) return null;
  const token = await decode({ token: value, secret: env().NEXTAUTH_SECRET }).catch(() => null);
  return typeof token?.sid === 'string' ? (token.sid as SessionId) : null;
}

/** The session that the browser holds for this install, and those it holds for others. */
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
