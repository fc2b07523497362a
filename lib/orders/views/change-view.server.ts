import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { lockViews, ownersOf } from '@/lib/orders/views/list-views.server';
import type { SavedViewOutcome } from '@/lib/orders/views/saved-view';
import type { ChangeViewCommand } from '@/lib/orders/views/saved-view-commands';
import { foldText } from '@/lib/shared/fold-text';

/** Changes the name or the columns of a saved view. A private view of another user answers not_found. */
export async function changeView(
  context: InstallContext,
  { viewId: id, name, columns }: ChangeViewCommand,
): Promise<SavedViewOutcome> {
  const { installId, db } = context;
  return db.transaction(async (tx): Promise<SavedViewOutcome> => {
    const view = await tx.savedView.findFirst({ where: { installId, id, owner: { in: ownersOf(context) } } });
    if (!view) return { code: 'not_found', status: 404 };
    const nameKey = name === undefined ? view.nameKey : foldText(name);
    // The lock is the same as in saveView: if two requests want one name at the same time, the second gets name_taken.
    await lockViews(tx, installId, view.owner);
    const taken = { installId, owner: view.owner, nameKey, id: { not: id } };
    if ((await tx.savedView.count({ where: taken })) > 0) return { code: 'name_taken', status: 409 };
    await tx.savedView.update({
      where: { installId_id: { installId, id } },
      data: { name, nameKey, ...(columns !== undefined && { columns: columns ?? [] }) },
    });
    return { code: 'saved', status: 200 };
  });
}
