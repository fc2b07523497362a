import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Records that data of this install was read from the platform just now; "synced 12 s ago" counts from this time. Call
 * this before anything is marked: a transaction locks the install row first, and its marks and sweeps after it.
 */
export async function touchSynced(tx: Tx, installId: InstallId): Promise<void> {
  await tx.install.updateMany({ where: { installId }, data: { syncedAt: new Date() } });
}
