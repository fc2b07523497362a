import 'server-only';
import { isOpenAt } from '@/lib/installs/sign-in/session.server';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';

/** A user whom the admin named in a launch token. `since` is when the user's newest session began (RFC 3339). */
export type ConnectedPerson = { sub: string; name: string; since: string };

/** Returns the users who have a session that has not ended, newest first, and the number of sessions without a name. */
export async function listPeople(
  installId: InstallId,
): Promise<{ people: ConnectedPerson[]; unnamed: number }> {
  const sessions = await withSystem((tx) =>
    tx.session.findMany({
      where: { installId, ...isOpenAt(new Date()) },
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
