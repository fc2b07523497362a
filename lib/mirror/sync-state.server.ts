import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Records that data of the install was just read from the platform. The screen shows this time as "synced 12 s ago".
 * Call this before the transaction writes dirty marks (rows that name what the worker must read). Every transaction
 * locks the install row first, then dirty marks and sweeps, so no deadlock occurs.
 */
export async function touchSynced(tx: Tx, installId: InstallId): Promise<void> {
  await tx.install.updateMany({ where: { installId }, data: { syncedAt: new Date() } });
}
