import 'server-only';
import { isOpenAt } from '@/lib/installs/sign-in/session.server';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';

/**
 * A user who was named in a launch token. `since` is the time at which the newest session of the user began (RFC 3339).
 */
export type ConnectedPerson = { sub: string; name: string; since: string };

/**
 * Returns the users with an open session, the newest session first, and the number of open sessions without a user
 * name.
 */
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
