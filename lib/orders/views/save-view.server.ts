import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { lockViews, ownersOf, sharedOwner } from './list-views.server';
import { type SavedViewOutcome, viewsMax } from '@/lib/orders/views/saved-view';
import type { ChangeViewCommand, DeleteViewCommand, SaveViewCommand } from './saved-view-commands';
import { foldText } from '@/lib/shared/fold-text';

/**
 * Saves a new view of the orders list, for all users or only for the current user. If a view with this id already
 * exists, it gets the values of this request: the response to the first press was lost, and the user may have changed
 * the form before pressing again. So a private view may become a shared one, and a shared view a private one. Both
 * need the same right as deleting and saving.
 */
export async function saveView(context: InstallContext, command: SaveViewCommand): Promise<SavedViewOutcome> {
  const { installId, actor, db } = context;
  const { viewId: id, name, filters, columns, isShared } = command;
  if (!isShared && !actor) return { code: 'no_actor', status: 403 };
  const owner = isShared || !actor ? sharedOwner : actor.sub;
  return db.transaction(async (tx): Promise<SavedViewOutcome> => {
    // Shared views are locked first, as in moveViews. So two transactions never wait for each other.
    for (const one of ownersOf(context).toSorted()) await lockViews(tx, installId, one);
    const known = await tx.savedView.findUnique({ where: { installId_id: { installId, id } } });
    if (known && !ownersOf(context).includes(known.owner)) return { code: 'not_found', status: 404 };
    const nameKey = foldText(name);
    const values = { owner, name, nameKey, filters, columns: columns ?? [] };
    const others = { installId, owner, id: { not: id } };
    if (known?.owner !== owner && (await tx.savedView.count({ where: others })) >= viewsMax)
      return { code: 'too_many', status: 409 };
    if (known) {
      if ((await tx.savedView.count({ where: { ...others, nameKey } })) > 0)
        return { code: 'name_taken', status: 409 };
      await tx.savedView.update({ where: { installId_id: { installId, id } }, data: values });
      return { code: 'saved', status: 200 };
    }
    const { count } = await tx.savedView.createMany({
      data: { installId, id, ...values },
      skipDuplicates: true,
    });
    return count === 1 ? { code: 'saved', status: 200 } : { code: 'name_taken', status: 409 };
  });
}

/** Changes the name or the columns of a saved view. For a private view of another user, the result is `not_found`. */
export async function changeView(
  context: InstallContext,
  { viewId: id, name, columns }: ChangeViewCommand,
): Promise<SavedViewOutcome> {
  const { installId, db } = context;
  return db.transaction(async (tx): Promise<SavedViewOutcome> => {
    const find = () => tx.savedView.findFirst({ where: { installId, id, owner: { in: ownersOf(context) } } });
    const found = await find();
    // Locks all saved views of the owner until the transaction ends, as saveView does. If two requests choose the same
    // name at the same time, the second request gets `name_taken`.
    if (found) await lockViews(tx, installId, found.owner);
    // The view is read again, because another user may have renamed or deleted it before the lock was free.
    const view = found && (await find());
    if (!view) return { code: 'not_found', status: 404 };
    const nameKey = name === undefined ? view.nameKey : foldText(name);
    const taken = { installId, owner: view.owner, nameKey, id: { not: id } };
    if ((await tx.savedView.count({ where: taken })) > 0) return { code: 'name_taken', status: 409 };
    await tx.savedView.update({
      where: { installId_id: { installId, id } },
      data: { name, nameKey, ...(columns !== undefined && { columns: columns ?? [] }) },
    });
    return { code: 'saved', status: 200 };
  });
}

/** Deletes a saved view. Succeeds even if the view no longer exists. Private views of other users are not deleted. */
export async function deleteView(
  context: InstallContext,
  { viewId: id }: DeleteViewCommand,
): Promise<SavedViewOutcome> {
  const { installId, db } = context;
  await db.transaction((tx) =>
    tx.savedView.deleteMany({ where: { installId, id, owner: { in: ownersOf(context) } } }),
  );
  return { code: 'saved', status: 200 };
}
