import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Records that data of the install was just read from the platform. The screen shows this time as "synced 12 s ago".
 * Call this before the transaction writes dirty marks (rows for data that must be read). Every transaction locks the
 * install row first, and dirty marks and sweeps (repeated reads of platform data) afterwards, so no deadlock occurs.
 */
export async function touchSynced(tx: Tx, installId: InstallId): Promise<void> {
  await tx.install.updateMany({ where: { installId }, data: { syncedAt: new Date() } });
}
