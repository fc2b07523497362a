import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/** Something of this install was read from the platform just now: what "synced 12 s ago" counts from. */
export async function touchSynced(tx: Tx, installId: InstallId): Promise<void> {
  await tx.install.updateMany({ where: { installId }, data: { syncedAt: new Date() } });
}
