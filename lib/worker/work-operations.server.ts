import 'server-only';
import { installClient } from '@/lib/installs/install-client.server';
import { operationKind } from '@/lib/kinds/operation-kinds.server';
import { isBulkItem } from '@/lib/operations/bulk/bulk-queue.server';
import type { ClaimedOperation } from '@/lib/operations/sending/operation-kind.server';
import { claimOperation } from '@/lib/operations/sending/operation-queue.server';
import { attemptOperation } from '@/lib/operations/sending/run-operation.server';
import { workAtOnce } from '@/lib/worker/work-at-once';

/**
 * Sends due operations, several at the same time. The request budget of each install limits how many of its
 * operations are sent per minute.
 */
export const dueOperations = (ended: () => void) =>
  workAtOnce({ limit: 8, claim: claimDueOperation, work: goOn, ended });

async function claimDueOperation(): Promise<ClaimedOperation[]> {
  const claimed = await claimOperation('due');
  return claimed ? [claimed] : [];
}

/**
 * Continues an operation that was left unfinished, because of a crash, an outage, or another write to the same order.
 */
async function goOn(operation: ClaimedOperation): Promise<void> {
  // The operation of a bulk item always has the priority `background`, even if it is sent again.
  const lane = (await isBulkItem(operation)) ? 'background' : 'retry';
  await attemptOperation(operation, operationKind(operation.kind), installClient(operation.installId, lane));
}
