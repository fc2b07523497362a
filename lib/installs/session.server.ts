import 'server-only';
import type { Brand } from '@/lib/shared/brand';
import type { InstallId } from '@/lib/shared/ids';
import { randomToken, sha256Hex } from '@/lib/system/crypto';
import { withSystem } from '@/lib/system/db';

/** Opaque id of a browser's session: in the cookie as next-auth's JWT, in the database as a hash. */
export type SessionId = Brand<string, 'SessionId'>;

/** Who acts in an install: from the launch token; null for someone who signed in by OAuth. */
export type Actor = { sub: string; name: string };

/** A week: the admin gives a new launch token at each opening, so a session rarely lives that long. */
export const sessionSeconds = 7 * 24 * 3600;

/**
 * Lets a session see an install. The browser's session is kept when it is live, so that several stores stand side
 * by side in it; else a new one is made. Answers the session to put in the cookie.
 */
export async function grantInstall(
  held: SessionId | null,
  installId: InstallId,
  actor: Actor | null,
): Promise<SessionId> {
  return withSystem(async (tx) => {
    const now = new Date();
    const live =
      held &&
      (await tx.session.findFirst({
        where: { idHash: sha256Hex(held), revokedAt: null, expiresAt: { gt: now } },
      }));
    const sessionId = live ? held : (randomToken() as SessionId);
    const idHash = sha256Hex(sessionId);
    const expiresAt = new Date(now.getTime() + sessionSeconds * 1000);
    await tx.session.upsert({ where: { idHash }, create: { idHash, expiresAt }, update: { expiresAt } });
    // Without a name it is "someone signed in", not whoever was here before.
    const who = { actorSub: actor?.sub ?? null, actorName: actor?.name ?? null, expiresAt };
    await tx.sessionInstall.upsert({
      where: { sessionHash_installId: { sessionHash: idHash, installId } },
      create: { sessionHash: idHash, installId, ...who },
      update: who,
    });
    return sessionId;
  });
}

/** Whether a live session covers this install, and as whom. */
export async function sessionCovers(
  sessionId: SessionId,
  installId: InstallId,
): Promise<{ actor: Actor | null } | null> {
  return withSystem(async (tx) => {
    const idHash = sha256Hex(sessionId);
    const session = await tx.session.findFirst({
      where: { idHash, revokedAt: null, expiresAt: { gt: new Date() } },
    });
    if (!session) return null;
    const grant = await tx.sessionInstall.findUnique({
      where: { sessionHash_installId: { sessionHash: idHash, installId } },
    });
    if (!grant || grant.expiresAt <= new Date()) return null;
    return { actor: grant.actorSub ? { sub: grant.actorSub, name: grant.actorName ?? '' } : null };
  });
}

/** Whether the session is live at all, whatever it covers: tells "sign in" from "not yours". */
export async function sessionIsLive(sessionId: SessionId): Promise<boolean> {
  const found = await withSystem((tx) =>
    tx.session.findFirst({
      where: { idHash: sha256Hex(sessionId), revokedAt: null, expiresAt: { gt: new Date() } },
    }),
  );
  return found !== null;
}
