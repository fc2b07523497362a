import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Something of this install was read from the platform just now: what "synced 12 s ago" counts from. To be called before
 * anything is marked: whoever holds the row of an install takes its marks and sweeps after it.
 */
export async function touchSynced(tx: Tx, installId: InstallId): Promise<void> {
  await tx.install.updateMany({ where: { installId }, data: { syncedAt: new Date() } });
}
