import 'server-only';
import { countItems, endWaiting, lockBulkRun } from '@/lib/operations/bulk/bulk-rows.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Ends all open operations (recorded writes to the platform) and bulk runs of a closed install, in the caller's
 * transaction. The app never sends these writes later, even if a merchant connects the store again.
 */
export async function closeOperations(tx: Tx, installId: InstallId): Promise<void> {
  // Bulk runs are cancelled first and operations are ended second. In the opposite sequence, a bulk run could record a
  // new operation between the two steps.
  await cancelRuns(tx, installId);
  // An open operation may have been sent, and its outcome will never be known. So its final state is `needs_review`.
  const endedAt = new Date();
  await tx.operation.updateMany({
    where: { installId, endedAt: null },
    data: { state: 'needs_review', endedAt, leaseUntil: null, nextAttemptAt: null },
  });
  // Deletes the stored requests of ended operations, because requests contain customer data. Another process may have
  // recorded a new operation after the update that ended the open ones. Such an operation has not ended, so its request
  // stays.
  await tx.operation.updateMany({
    where: { installId, endedAt: { not: null } },
    data: { requestEnc: null },
  });
}

async function cancelRuns(tx: Tx, installId: InstallId): Promise<void> {
  const runs = await tx.bulkRun.findMany({ where: { installId, state: { in: ['running', 'paused'] } } });
  for (const { id } of runs) {
    const run = { installId, id };
    const locked = await lockBulkRun(tx, run);
    // The last item of the run may have ended while this transaction waited for the lock. An ended run stays as it is.
    if (!locked || locked.endedAt) continue;
    const cancelled = await endWaiting(tx, run, { state: 'cancelled', reason: 'uninstalled' });
    await countItems(tx, run, { waiting: -cancelled, cancelled }, 'cancelled');
  }
  // Deletes the notes of bulk items, because they may contain personal data and these items are never sent again.
  await tx.bulkItem.updateMany({ where: { installId, noteEnc: { not: null } }, data: { noteEnc: null } });
}
