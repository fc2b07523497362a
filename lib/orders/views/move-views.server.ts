import 'server-only';
import { lockViews } from '@/lib/orders/views/list-views.server';
import { foldText } from '@/lib/shared/fold-text';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import type { ActIn } from '@/lib/system/earlier-installs';

type ViewMove = { from: InstallId; to: InstallId; ids: string[]; actIn: ActIn };

/**
 * Moves saved views from a closed install to another install of the same store. Each view keeps its owner. If the owner
 * already has a view with the same name in the new install, a number is added to the name. Unknown ids, and views that
 * the user does not want to import, are ignored. Runs in the transaction of lib/system/earlier-installs.ts.
 */
export async function moveViews(tx: Tx, { from, to, ids, actIn }: ViewMove): Promise<void> {
  await actIn(to);
  const known = await tx.savedView.findMany({
    where: { installId: to, id: { in: ids } },
    select: { id: true },
  });
  await actIn(from);
  const missing = ids.filter((id) => known.every((view) => view.id !== id));
  const where = { installId: from, id: { in: missing }, importIgnoredAt: null };
  const views = await tx.savedView.findMany({ where, orderBy: { owner: 'asc' } });
  await tx.savedView.deleteMany({ where });
  await actIn(to);
  for (const view of views) {
    await lockViews(tx, to, view.owner);
    const name = await freeName(tx, to, view);
    await tx.savedView.create({ data: { ...view, ...name, installId: to } });
  }
}

async function freeName(tx: Tx, installId: InstallId, { owner, name }: { owner: string; name: string }) {
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name} (${n})`;
    const nameKey = foldText(candidate);
    if ((await tx.savedView.count({ where: { installId, owner, nameKey } })) === 0)
      return { name: candidate, nameKey };
  }
}
