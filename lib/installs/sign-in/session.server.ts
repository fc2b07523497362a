import 'server-only';
import type { Brand } from '@/lib/shared/brand';
import type { InstallId } from '@/lib/shared/ids';
import { randomToken, sha256Hex } from '@/lib/system/crypto';
import { withSystem } from '@/lib/system/db';

/** Opaque id of a session: in the cookie as next-auth's JWT, in the database as a hash. */
export type SessionId = Brand<string, 'SessionId'>;

/** Who acts in an install: from the launch token; null for someone who signed in by OAuth. */
export type Actor = { sub: string; name: string };

/** A week: the admin gives a new launch token at each opening, so a session rarely lives that long. */
export const sessionSeconds = 7 * 24 * 3600;

/** A new session that sees this one install. */
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

/** What a live session sees, and who acts in it; null when it was revoked, has expired or never was. */
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
