import 'server-only';
import type { Brand } from '@/lib/shared/brand';
import type { InstallId } from '@/lib/shared/ids';
import { randomToken, sha256Hex } from '@/lib/system/crypto';
import { withSystem } from '@/lib/system/db';

/** Opaque id of a session: stored in the cookie as next-auth's JWT, and in the database as a hash. */
export type SessionId = Brand<string, 'SessionId'>;

/** User who acts in an install, from the launch token; null after an OAuth sign-in. */
export type Actor = { sub: string; name: string };

/** One week. The admin sends a new launch token at each opening, so a session rarely lives that long. */
export const sessionSeconds = 7 * 24 * 3600;

/** Creates a session that has access to this install only. */
export async function startSession(installId: InstallId, actor: Actor | null): Promise<SessionId> {
  const sessionId = randomToken() as SessionId;
  await withSystem((tx) =>
    tx.session.create({
      data: {
        idHash: sha256Hex(sessionId),
        installId,
        actorSub: actor?.sub ?? null,
        actorName: actor?.name ?? null,
        expiresAt: new Date(Date.now() + sessionSeconds * 1000),
      },
    }),
  );
  return sessionId;
}

/** Returns the install and the user of a session; null if the session was revoked, has expired or never existed. */
export async function findSession(
  sessionId: SessionId,
): Promise<{ installId: string; actor: Actor | null } | null> {
  const session = await withSystem((tx) =>
    tx.session.findFirst({
      where: { idHash: sha256Hex(sessionId), revokedAt: null, expiresAt: { gt: new Date() } },
    }),
  );
  if (!session) return null;
  const { installId, actorSub, actorName } = session;
  return { installId, actor: actorSub ? { sub: actorSub, name: actorName ?? '' } : null };
}
