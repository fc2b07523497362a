import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { RoleChange, SetRoleCommand, SetRoleOutcome } from '@/lib/installs/roles/role-commands';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { readRole, refusalOf, type Role } from '@/lib/shared/roles/roles';
import { type Tx, withSystem } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';
import { log } from '@/lib/system/log';

type Changing = Pick<InstallContext, 'installId' | 'actor' | 'db'>;

/**
 * Changes the role of a user, or the default role (S35). The row of the install is locked first, so the changes of
 * roles in a store happen one after another. The role of the calling user is read again under this lock. So if two
 * owners remove each other's role at the same time, the second change is refused. If nobody could be an owner after the
 * change, the change is undone.
 */
export async function setRole(
  { installId, actor, db }: Changing,
  { change }: SetRoleCommand,
): Promise<SetRoleOutcome> {
  const name = change.of === 'person' ? await lastSeenName(installId, change.sub) : null;
  try {
    return await db.transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM installs WHERE install_id = ${installId} FOR UPDATE`;
      const refusal = refusalOf(await roleIn(tx, installId, actor?.sub), ['change_roles']);
      if (refusal) return refusal;
      if (!(await store(tx, { installId, actor, change, name })))
        return { code: 'unknown_person', status: 404 };
      if (!(await canAnybodyBeOwner(tx, installId))) throw new LastOwner();
      // Open screens are notified, so that they read their data and the user's role again. The pages are not
      // reloaded, because a user may be typing.
      await notifyLive(tx, { installId, kind: 'role', id: '' });
      log.info({ installId, of: change.of, role: change.role }, 'an owner changed a role');
      return { code: 'done', status: 200, ownRole: await roleIn(tx, installId, actor?.sub) };
    });
  } catch (error) {
    if (error instanceof LastOwner) return { code: 'last_owner', status: 409 };
    throw error;
  }
}

/** Error that is thrown if nobody could be an owner after the change, so that the change is undone. */
class LastOwner extends Error {}

/** Stores the change of a role. Returns false if the user has neither a session nor a role in the store. */
async function store(
  tx: Tx,
  {
    installId,
    actor,
    change,
    name,
  }: Pick<Changing, 'installId' | 'actor'> & { change: RoleChange; name: string | null },
): Promise<boolean> {
  if (change.of === 'default') {
    await tx.install.update({ where: { installId }, data: { defaultRole: change.role } });
    return true;
  }
  const key = { installId, actorSub: change.sub };
  if (change.role === null) {
    await tx.staffRole.deleteMany({ where: key });
    return true;
  }
  const known = await tx.staffRole.findUnique({ where: { installId_actorSub: key } });
  const actorName = name ?? known?.actorName;
  if (actorName === undefined) return false;
  const data = {
    role: change.role,
    actorName,
    setBySub: actor?.sub ?? null,
    setByName: actor?.name ?? null,
    setAt: new Date(),
  };
  await tx.staffRole.upsert({
    where: { installId_actorSub: key },
    create: { ...key, ...data },
    update: data,
  });
  return true;
}

/**
 * Returns the user's name in the newest session; null if the user has no session. The query uses the system role,
 * because `sessions` is a system table.
 */
async function lastSeenName(installId: InstallId, actorSub: string): Promise<string | null> {
  const session = await withSystem((tx) =>
    tx.session.findFirst({ where: { installId, actorSub }, orderBy: { createdAt: 'desc' } }),
  );
  return session && (session.actorName || actorSub);
}

async function roleIn(tx: Tx, installId: InstallId, actorSub: string | undefined): Promise<Role> {
  const { defaultRole } = await tx.install.findUniqueOrThrow({ where: { installId } });
  const own =
    actorSub === undefined
      ? null
      : await tx.staffRole.findUnique({ where: { installId_actorSub: { installId, actorSub } } });
  return readRole(own?.role ?? defaultRole);
}

/** Returns true if at least one user can be an owner: the default role is owner, or a user has the role owner. */
async function canAnybodyBeOwner(tx: Tx, installId: InstallId): Promise<boolean> {
  const { defaultRole } = await tx.install.findUniqueOrThrow({ where: { installId } });
  return defaultRole === 'owner' || (await tx.staffRole.count({ where: { installId, role: 'owner' } })) > 0;
}
