import 'server-only';
import { countItems, endWaiting, lockBulkRun } from '@/lib/operations/bulk/bulk-rows.server';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Ends all operations and bulk runs of a closed install, in the caller's transaction. None of them is sent later, even
 * if a merchant connects the store again.
 */
export async function closeOperations(tx: Tx, installId: InstallId): Promise<void> {
  // Bulk runs are cancelled before the operations are ended. Otherwise a run could record a new operation in between.
  await cancelRuns(tx, installId);
  // The request bytes of the operations are deleted, because they contain customer data and the operations can no
  // longer be sent.
  const endedAt = new Date();
  await tx.operation.updateMany({
    where: { installId, endedAt: null },
    data: { state: 'needs_review', endedAt, leaseUntil: null, nextAttemptAt: null },
  });
  // Only operations that have ended lose their request bytes. An operation that was recorded after the update above has
  // not ended, and it could not be continued without its request bytes.
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
  // Deletes the notes of the bulk items, because no process will send these items any more. The request bytes of
  // operations are deleted for the same reason.
  await tx.bulkItem.updateMany({ where: { installId, noteEnc: { not: null } }, data: { noteEnc: null } });
}
