import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { lockViews, ownersOf } from '@/lib/orders/views/list-views.server';
import type { SavedViewOutcome } from '@/lib/orders/views/saved-view';
import type { ChangeViewCommand } from '@/lib/orders/views/saved-view-commands';
import { foldText } from '@/lib/shared/fold-text';

/** Gives a view another name or other columns. What is somebody else's own does not exist. */
export async function changeView(
  context: InstallContext,
  { viewId: id, name, columns }: ChangeViewCommand,
): Promise<SavedViewOutcome> {
  const { installId, db } = context;
  return db.transaction(async (tx): Promise<SavedViewOutcome> => {
    const view = await tx.savedView.findFirst({ where: { installId, id, owner: { in: ownersOf(context) } } });
    if (!view) return { code: 'not_found', status: 404 };
    const nameKey = name === undefined ? view.nameKey : foldText(name);
    // As saving does: of two that want one name at once, one is told.
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
