import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';

/** Somebody whom the admin named in a launch token; when their newest session here began (RFC 3339). */
export type ConnectedPerson = { sub: string; name: string; since: string };

/** Who has a session that has not ended, the latest to come first; and how many have one without a name. */
export async function listPeople(
  installId: InstallId,
): Promise<{ people: ConnectedPerson[]; unnamed: number }> {
  const sessions = await withSystem((tx) =>
    tx.session.findMany({
      where: { installId, revokedAt: null, expiresAt: { gt: new Date() } },
      orderBy: { createdAt: 'desc' },
      take: 1_000,
    }),
  );
  const people = new Map<string, ConnectedPerson>();
  for (const { actorSub: sub, actorName, createdAt } of sessions)
    if (sub !== null && !people.has(sub))
      people.set(sub, { sub, name: actorName || sub, since: createdAt.toISOString() });
  return {
    people: [...people.values()],
    unnamed: sessions.filter(({ actorSub }) => actorSub === null).length,
  };
}
