import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Records that data of the install was just read from the platform; the screen shows this time as "synced 12 s ago".
 * Call this before the transaction marks anything dirty, because every transaction locks the install row before its
 * dirty marks and sweeps.
 */
export async function touchSynced(tx: Tx, installId: InstallId): Promise<void> {
  await tx.install.updateMany({ where: { installId }, data: { syncedAt: new Date() } });
}
