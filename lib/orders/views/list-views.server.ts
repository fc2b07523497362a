import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { knownColumns } from '@/lib/orders/list/order-columns';
import type { SavedViewList } from '@/lib/orders/views/saved-view';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/** Value of `owner` for the saved views that all users of the store share. */
export const sharedOwner = '';

/**
 * Returns the owners whose saved views the current user may see and change: the user, and `sharedOwner` for the shared
 * views.
 */
export function ownersOf({ actor }: Pick<InstallContext, 'actor'>): string[] {
  return actor ? [actor.sub, sharedOwner] : [sharedOwner];
}

/**
 * Locks the saved views of one owner until the transaction ends. Another transaction that changes views of this owner
 * must wait for the lock.
 */
export async function lockViews(tx: Tx, installId: InstallId, owner: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${installId} views ${owner}`}, 0))`;
}

/** Returns the saved views of the current user, followed by the shared views. Each group is sorted by name. */
export async function listViews(context: InstallContext): Promise<SavedViewList> {
  const { installId, actor, db } = context;
  const rows = await db.transaction((tx) =>
    tx.savedView.findMany({
      where: { installId, owner: { in: ownersOf(context) } },
      orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
    }),
  );
  const views = rows.map(({ id, name, filters, columns, owner }) => ({
    id,
    name,
    filters,
    columns: columns.length > 0 ? knownColumns(columns) : null,
    isShared: owner === sharedOwner,
  }));
  const own = views.filter(({ isShared }) => !isShared);
  return { views: [...own, ...views.filter(({ isShared }) => isShared)], canOwn: actor !== null };
}
