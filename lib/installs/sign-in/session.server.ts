import 'server-only';
import type { Brand } from '@/lib/shared/brand';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { randomToken, sha256Hex } from '@/lib/system/keys/crypto';
import { systemQuery, type Tx, withSystem } from '@/lib/system/db';
import type { Session } from '@/lib/system/generated/prisma/client';
import { notifySessions } from '@/lib/system/live/notify';

/**
 * Opaque id of a session. The cookie has the id inside a JWT of next-auth; the database has only the hash of the id.
 */
export type SessionId = Brand<string, 'SessionId'>;

/**
 * The user of a session. The name and id come from the launch token, which the store admin sends when it opens the app.
 * A session after an OAuth sign-in has no actor (null), because OAuth names no user.
 */
export type Actor = { sub: string; name: string };

/** A session ends 12 hours after its start, even if it is used. */
export const sessionSeconds = 12 * 3600;

/** A session ends after one hour without use. */
const idleMs = 3_600_000;

/** Minimum time between two updates of a session's time of last use in the database. */
const useSpacingMs = 60_000;

/**
 * Creates a session that has access to the given install only.
 *
 * `endsAt` is given only after a hand-over: the user completed the sign-in in a top-level window, and a one-use code
 * now signs in the iframe. `endsAt` is the end of the window's session, and the iframe's session ends no later.
 * Otherwise a user could extend a session without limit by repeated hand-overs (S32).
 */
export async function startSession(
  installId: InstallId,
  actor: Actor | null,
  endsAt: Date | null = null,
): Promise<SessionId> {
  const sessionId = randomToken() as SessionId;
  const now = new Date();
  await withSystem(async (tx) => {
    await tx.session.create({
      data: {
        idHash: sha256Hex(sessionId),
        installId,
        actorSub: actor?.sub ?? null,
        actorName: actor?.name ?? null,
        usedAt: now,
        expiresAt: new Date(
          Math.min(now.getTime() + sessionSeconds * 1000, endsAt?.getTime() ?? Number.MAX_SAFE_INTEGER),
        ),
      },
    });
    // Stores the user's newest name with the user's role, because the list of roles shows the name even if
    // the user has no session.
    if (actor?.name)
      await tx.staffRole.updateMany({
        where: { installId, actorSub: actor.sub },
        data: { actorName: actor.name },
      });
  });
  return sessionId;
}

/**
 * Returns the query condition for sessions that are open at the time `now`. Such a session was used within the last
 * hour, and its latest end (at most 12 hours after the start) is in the future. A session that was ended early has no
 * row.
 */
export function isOpenAt(now: Date) {
  return { expiresAt: { gt: now }, usedAt: { gt: idleSince(now) } };
}

const idleSince = (now: Date) => new Date(now.getTime() - idleMs);

/**
 * Returns the install and the user of a session, and the latest time at which the session ends (`endsAt`). Returns null
 * if the session has ended or never existed.
 *
 * The purpose `use` stores the time of use, at most once a minute, so the session stays open. The purpose `look` only
 * reads the session. The query is sent by pg, without the overhead of Prisma, because every request needs it.
 */
export async function findSession(
  sessionId: SessionId,
  purpose: 'use' | 'look' = 'look',
): Promise<{ installId: string; actor: Actor | null; endsAt: Date } | null> {
  const idHash = sha256Hex(sessionId);
  const now = new Date();
  const [session] = await systemQuery<FoundSession>(
    `SELECT install_id AS "installId", actor_sub AS "actorSub", actor_name AS "actorName", used_at AS "usedAt",
       expires_at AS "endsAt" FROM sessions WHERE id_hash = $1 AND expires_at > $2 AND used_at > $3`,
    [idHash, now, idleSince(now)],
  );
  if (!session) return null;
  const { installId, actorSub, actorName, usedAt, endsAt } = session;
  // Several requests may arrive at the same moment. Only one request writes the time of use, because the update
  // requires that the stored time has not changed since the read above.
  if (purpose === 'use' && now.getTime() - usedAt.getTime() >= useSpacingMs)
    await systemQuery('UPDATE sessions SET used_at = $3 WHERE id_hash = $1 AND used_at = $2', [
      idHash,
      usedAt,
      now,
    ]);
  return { installId, actor: actorSub ? { sub: actorSub, name: actorName ?? '' } : null, endsAt };
}

type FoundSession = Pick<Session, 'installId' | 'actorSub' | 'actorName' | 'usedAt'> & { endsAt: Date };

/**
 * Ends the sessions of an install that match `which`; if `which` is empty, all sessions of the install. Deletes the
 * rows of the sessions. After the commit, no process accepts these sessions, because each request reads its session
 * from the database. Open live streams are notified and check their access (S32).
 *
 * The hand-over codes of the same users are deleted too, because a hand-over code can start a new session. They stay if
 * `which` names one session by `idHash`. Returns the number of ended sessions.
 */
export async function endSessions(
  tx: Tx,
  installId: InstallId,
  which: { actorSub?: string | null; idHash?: string } = {},
): Promise<number> {
  const { count } = await tx.session.deleteMany({ where: { installId, ...which } });
  const { idHash, ...person } = which;
  if (idHash === undefined) await tx.handoff.deleteMany({ where: { installId, ...person } });
  if (count > 0) await notifySessions(tx, installId);
  return count;
}
