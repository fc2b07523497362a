import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { ownersOf } from '@/lib/orders/views/list-views.server';
import type { SavedViewOutcome } from '@/lib/orders/views/saved-view';
import type { DeleteViewCommand } from '@/lib/orders/views/saved-view-commands';

/** Deletes a saved view; a view that is already deleted is no error. A private view of another user stays. */
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
