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
 * Sends items of bulk runs, for several installs at the same time. Within one install, the request budget is the limit.
 */
export const bulkItems = (ended: () => void) =>
  workAtOnce({ limit: 16, claim: claimNext, work: sendBulkItem, ended });

async function claimNext(): Promise<OperationKey[]> {
  const item = await claimBulkItem(bulkPorts);
  return item ? [item] : [];
}

/**
 * Sends one item. If it must wait for another write to its order or for the platform, the operations queue continues
 * it.
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

/** Ends the items of ended operations and notifies the screens. */
export async function workBulkProgress(): Promise<boolean> {
  await settleBulkItems();
  await notifyBulkRuns();
  return false;
}
