import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';

/** Maximum number of operations (writes to the platform) that are searched for names of users, the newest first. */
const operationsMax = 2_000;

/**
 * Returns the users who requested the newest operations, the most recent user first. The names come from the operations
 * and not from sessions, because a session may have ended long ago.
 */
export async function listActors({
  installId,
  db,
}: Pick<InstallContext, 'installId' | 'db'>): Promise<{ sub: string; name: string }[]> {
  const rows = await db.read((tx) =>
    tx.operation.findMany({
      where: { installId },
      orderBy: { createdAt: 'desc' },
      take: operationsMax,
      select: { actorSub: true, actorName: true },
    }),
  );
  const names = new Map<string, string>();
  for (const { actorSub, actorName } of rows)
    if (actorSub !== null && !names.has(actorSub)) names.set(actorSub, actorName || actorSub);
  return [...names].map(([sub, name]) => ({ sub, name }));
}
