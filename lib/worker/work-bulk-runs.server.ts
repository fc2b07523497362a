import 'server-only';
import { installClient } from '@/lib/installs/install-client.server';
import { bulkPorts } from '@/lib/kinds/bulk-ports.server';
import { operationKind } from '@/lib/kinds/operation-kinds.server';
import { claimBulkItem, settleBulkItems, notifyBulkRuns } from '@/lib/operations/bulk/bulk-queue.server';
import type { OperationKey } from '@/lib/operations/sending/operation-kind.server';
import { claimOperation } from '@/lib/operations/sending/operation-queue.server';
import { attemptOperation } from '@/lib/operations/sending/run-operation.server';
import { workAtOnce } from '@/lib/worker/work-at-once';

/**
 * Sends items of bulk runs, for several installs at the same time. The request budget of each install limits how many
 * of its items are sent per minute.
 */
export const bulkItems = (ended: () => void) =>
  workAtOnce({ limit: 16, claim: claimNext, work: sendBulkItem, ended });

async function claimNext(): Promise<OperationKey[]> {
  const item = await claimBulkItem(bulkPorts);
  return item ? [item] : [];
}

/**
 * Sends one bulk item. If the item must wait for the platform or for another write to the same order, the queue of
 * operations sends it later.
 */
async function sendBulkItem(item: OperationKey): Promise<void> {
  const claimed = await claimOperation(item);
  if (!claimed) return;
  await attemptOperation(
    claimed,
    operationKind(claimed.kind),
    installClient(claimed.installId, 'background'),
  );
}

/** Ends the bulk items whose operation has ended, and notifies the open screens. */
export async function workBulkProgress(): Promise<boolean> {
  await settleBulkItems();
  await notifyBulkRuns();
  return false;
}
