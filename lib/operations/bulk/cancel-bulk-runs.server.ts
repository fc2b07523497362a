import 'server-only';
import { countItems, endWaiting, lockBulkRun } from '@/lib/operations/bulk/bulk-rows.server';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Cancels the runs of a closed install. Nothing further is sent, even if a merchant connects the store again. Runs in
 * the caller's transaction.
 */
export async function cancelRunsOfInstall(tx: Tx, installId: InstallId): Promise<void> {
  const runs = await tx.bulkRun.findMany({ where: { installId, state: { in: ['running', 'paused'] } } });
  for (const { id } of runs) {
    const run = { installId, id };
    await lockBulkRun(tx, run);
    const cancelled = await endWaiting(tx, run, { state: 'cancelled', reason: 'uninstalled' });
    await countItems(tx, run, { waiting: -cancelled, cancelled }, 'cancelled');
  }
  // The notes are deleted like the request bytes of operations, because no process will send them.
  await tx.bulkItem.updateMany({ where: { installId, noteEnc: { not: null } }, data: { noteEnc: null } });
}
