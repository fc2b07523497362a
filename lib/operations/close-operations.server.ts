import 'server-only';
import { countItems, endWaiting, lockBulkRun } from '@/lib/operations/bulk/bulk-rows.server';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Ends what a closed install left, in the caller's transaction. Nothing further is sent, even if a merchant connects
 * the store again.
 */
export async function closeOperations(tx: Tx, installId: InstallId): Promise<void> {
  // Bulk runs are cancelled first, so that no operation is recorded after the operations below are ended.
  await cancelRuns(tx, installId);
  // The operations can no longer be sent, and their request bytes contain customer data.
  const endedAt = new Date();
  await tx.operation.updateMany({
    where: { installId, endedAt: null },
    data: { state: 'needs_review', endedAt, leaseUntil: null, nextAttemptAt: null },
  });
  // An operation that was recorded just now has not ended, and cannot continue without its request bytes.
  await tx.operation.updateMany({
    where: { installId, endedAt: { not: null } },
    data: { requestEnc: null },
  });
}

async function cancelRuns(tx: Tx, installId: InstallId): Promise<void> {
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
