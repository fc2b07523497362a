import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { ownersOf } from '@/lib/orders/views/list-views.server';
import type { SavedViewOutcome } from '@/lib/orders/views/saved-view';
import type { DeleteViewCommand } from '@/lib/orders/views/saved-view-commands';

/** Takes a view away; one that is gone already is no error. What is somebody else's own stays. */
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
