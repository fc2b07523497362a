import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { lockViews, sharedOwner } from '@/lib/orders/views/list-views.server';
import { type SavedViewOutcome, viewsMax } from '@/lib/orders/views/saved-view';
import type { SaveViewCommand } from '@/lib/orders/views/saved-view-commands';
import { foldText } from '@/lib/shared/fold-text';

/**
 * Saves a view, shared with everyone or only for the current user. The same id again is the same view, with the content
 * that was saved first.
 */
export async function saveView(context: InstallContext, command: SaveViewCommand): Promise<SavedViewOutcome> {
  const { installId, actor, db } = context;
  const { viewId: id, name, filters, columns, isShared } = command;
  if (!isShared && !actor) return { code: 'no_actor', status: 403 };
  const owner = isShared || !actor ? sharedOwner : actor.sub;
  return db.transaction(async (tx): Promise<SavedViewOutcome> => {
    await lockViews(tx, installId, owner);
    const known = await tx.savedView.findUnique({ where: { installId_id: { installId, id } } });
    if (known)
      return known.owner === owner ? { code: 'saved', status: 200 } : { code: 'not_found', status: 404 };
    if ((await tx.savedView.count({ where: { installId, owner } })) >= viewsMax)
      return { code: 'too_many', status: 409 };
    const { count } = await tx.savedView.createMany({
      data: { installId, id, owner, name, nameKey: foldText(name), filters, columns: columns ?? [] },
      skipDuplicates: true,
    });
    return count === 1 ? { code: 'saved', status: 200 } : { code: 'name_taken', status: 409 };
  });
}
