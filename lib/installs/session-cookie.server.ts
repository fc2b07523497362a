import 'server-only';
import { decode, encode } from 'next-auth/jwt';
import { type SessionId, sessionSeconds } from '@/lib/installs/session.server';
import { env } from '@/lib/system/env';

/**
 * The one session cookie: next-auth's JWT around an opaque session id. Partitioned, so that it lives in our iframe
 * when third-party cookies are blocked; `__Host-`, so that no sibling host can set it (security: Headers).
 */
export const sessionCookie = {
  name: '__Host-daftar.session',
  options: {
    httpOnly: true,
    secure: true,
    sameSite: 'none',
    partitioned: true,
    path: '/',
    maxAge: sessionSeconds,
  },
} as const;

/** The cookie's value for a session. */
export function sealSession(sessionId: SessionId): Promise<string> {
  return encode({ token: { sid: sessionId }, secret: env().NEXTAUTH_SECRET, maxAge: sessionSeconds });
}

/** The session of a cookie's value; null for a missing, foreign, altered or expired one. */
export async function openSession(value: string | undefined): Promise<SessionId | null> {
  if (!value) return null;
  const token = await decode({ token: value, secret: env().NEXTAUTH_SECRET }).catch(() => null);
  return typeof token?.sid === 'string' ? (token.sid as SessionId) : null;
}
