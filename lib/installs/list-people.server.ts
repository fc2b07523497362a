import 'server-only';
import { isOpenAt } from '@/lib/installs/sign-in/session.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { readRole, type Role } from '@/lib/shared/roles/roles';
import { withSystem } from '@/lib/system/db';

/** A user of the store who was named in a launch token of the admin. */
export type KnownPerson = {
  sub: string;
  name: string;
  /** When the user's newest open session began (RFC 3339); null if the user has no open session. */
  since: string | null;
  /** The user's own role; null if the default role of the store applies (S35). */
  role: Role | null;
};

/**
 * Returns the users of the store and the number of open sessions without a user. Users with an open session are first,
 * the newest session first. Users who only have a role follow.
 */
export async function listPeople(
  installId: InstallId,
): Promise<{ people: KnownPerson[]; unnamed: number; defaultRole: Role }> {
  const { sessions, staff, install } = await withSystem(async (tx) => ({
    sessions: await tx.session.findMany({
      where: { installId, ...isOpenAt(new Date()) },
      orderBy: { createdAt: 'desc' },
      take: 1_000,
    }),
    staff: await tx.staffRole.findMany({ where: { installId }, orderBy: { actorName: 'asc' }, take: 1_000 }),
    install: await tx.install.findUniqueOrThrow({ where: { installId } }),
  }));
  const roles = new Map(staff.map(({ actorSub, role }) => [actorSub, readRole(role)]));
  const people = new Map<string, KnownPerson>();
  for (const { actorSub: sub, actorName, createdAt } of sessions)
    if (sub !== null && !people.has(sub))
      people.set(sub, {
        sub,
        name: actorName || sub,
        since: createdAt.toISOString(),
        role: roles.get(sub) ?? null,
      });
  for (const { actorSub: sub, actorName: name, role } of staff)
    if (!people.has(sub)) people.set(sub, { sub, name, since: null, role: readRole(role) });
  return {
    people: [...people.values()],
    unnamed: sessions.filter(({ actorSub }) => actorSub === null).length,
    defaultRole: readRole(install.defaultRole),
  };
}
