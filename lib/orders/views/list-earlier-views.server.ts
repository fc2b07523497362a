import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * A saved view of the orders list from a closed install. `owner` is the user who owns it. If `owner` is empty, all
 * users of the store share the view.
 */
export type EarlierView = { id: string; name: string; owner: string };

/** Returns the saved views of a closed install that the store can still import into its new install, sorted by name. */
export function listEarlierViews(tx: Tx, installId: InstallId, take: number): Promise<EarlierView[]> {
  return tx.savedView.findMany({
    where: { installId, importIgnoredAt: null },
    orderBy: [{ nameKey: 'asc' }, { id: 'asc' }],
    take,
    select: { id: true, name: true, owner: true },
  });
}

/**
 * Records that the user does not want to import the given saved views, so that they are not offered again. The views
 * themselves are deleted when their install is deleted.
 */
export async function ignoreEarlierViews(tx: Tx, installId: InstallId, ids: string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE saved_views SET import_ignored_at = now() WHERE install_id = ${installId} AND id = ANY(${ids}::uuid[])`;
}
