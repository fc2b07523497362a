import 'server-only';
import { lockRunOfOperation, moveEndedItem } from '@/lib/operations/bulk/bulk-rows.server';
import type {
  ClaimedOperation,
  OperationKey,
  OperationSuccess,
} from '@/lib/operations/sending/operation-kind.server';
import { noteRequestId } from '@/lib/operations/sending/note-request-id.server';
import { storableValue } from 'commerce-platform-client/contract/storable-text';
import { crashPoint } from '@/lib/system/crash-point';
import { tenantDb, type Tx, withSystem } from '@/lib/system/db';
import type { Prisma } from '@/lib/system/generated/prisma/client';
import { notifyLive, notifyWork } from '@/lib/system/live/notify';
import { metrics } from '@/lib/system/metrics/metrics';
import { noteSpan } from '@/lib/system/tracing/tracing';

/**
 * Fence (number of a request) for data that may be old, such as a replayed answer. Data with a greater fence replace
 * data with a smaller one. The sequence `fence_seq` of the requests begins with 1, so the data of any request can
 * replace data with this fence.
 */
const oldestFence = 0n;

/**
 * Ends the operation (a recorded write) as succeeded, and writes its changes to our database in the same transaction.
 * The success counts even if another process has claimed the operation (the right to send it) in the meantime, or has
 * ended it without success. A second call changes nothing.
 */
export async function completeOperation(
  operation: ClaimedOperation,
  success: OperationSuccess,
  end: { fence: bigint; byReading: boolean; requested?: Prisma.InputJsonObject },
): Promise<void> {
  const { installId, id } = operation;
  const work = (takeEnd: (tx: Tx, key: OperationKey) => Promise<boolean>) => async (tx: Tx) => {
    if (!(await takeEnd(tx, operation))) return false;
    const { fence, byReading, requested } = end;
    const result = {
      ...(await success.store(tx, success.isReplayed ? oldestFence : fence)),
      ...(requested && { requested }),
      ...(byReading && { byReading }),
    };
    await tx.operation.update({
      where: { installId_id: { installId, id } },
      data: { result: storableValue(result) },
    });
    await noteRequestId(tx, operation, success.requestId);
    await notifyEnded(tx, operation);
    crashPoint('operation.ending');
    return true;
  };
  const run = (takeEnd: (tx: Tx, key: OperationKey) => Promise<boolean>) =>
    success.role === 'system' ? withSystem(work(takeEnd)) : tenantDb(installId).transaction(work(takeEnd));
  // The second transaction begins without a lock on the operation, because it locks the bulk run first.
  const isEnded = (await run(endOpen)) || (await run(replaceEnd));
  if (isEnded) noteEnded('succeeded');
}

/** Marks an operation as succeeded that has not ended. Returns false if it has ended. */
async function endOpen(tx: Tx, { installId, id }: OperationKey): Promise<boolean> {
  const { count } = await tx.operation.updateMany({
    where: { installId, id, endedAt: null },
    data: { state: 'succeeded', ...ended() },
  });
  return count > 0;
}

/**
 * Marks an operation as succeeded that has already ended without success. If it belongs to a bulk run, its item and the
 * counts of the run change too. The run is locked before the operation, as in resolveReview, so that the two cannot
 * deadlock. Returns false if the operation has already succeeded.
 */
async function replaceEnd(tx: Tx, { installId, id }: OperationKey): Promise<boolean> {
  const run = await lockRunOfOperation(tx, { installId, id });
  const { count } = await tx.operation.updateMany({
    where: { installId, id, state: { not: 'succeeded' } },
    data: { state: 'succeeded', ...ended() },
  });
  if (count === 0) return false;
  if (run) await moveEndedItem(tx, run, { operationId: id, state: 'succeeded', reason: null });
  return true;
}

/**
 * Ends the operation without success. If another process has claimed the operation in the meantime, nothing is changed,
 * because the claim number is no longer the same.
 */
export async function failOperation(
  operation: Pick<ClaimedOperation, 'installId' | 'id' | 'claim'>,
  end: { state: 'refused' | 'needs_review'; result?: Prisma.InputJsonObject; requestId?: string | null },
): Promise<void> {
  const { installId, id, claim } = operation;
  const isEnded = await tenantDb(installId).transaction(async (tx) => {
    const { count } = await tx.operation.updateMany({
      where: { installId, id, endedAt: null, claim },
      data: { state: end.state, ...ended(), ...(end.result && { result: storableValue(end.result) }) },
    });
    if (count === 0) return false;
    await noteRequestId(tx, operation, end.requestId);
    await notifyEnded(tx, operation);
    return true;
  });
  if (isEnded) noteEnded(end.state);
}

function noteEnded(state: 'succeeded' | 'refused' | 'needs_review'): void {
  metrics().operationsEnded.inc({ state });
  noteSpan({ 'operation.state': state });
}

const ended = () => ({ endedAt: new Date(), leaseUntil: null, nextAttemptAt: null });

/**
 * Notifies the open screens and the workers that the operation ended. The next operation with the same queue
 * key (for example, for the same order) can now be sent.
 */
async function notifyEnded(tx: Tx, { installId, id }: OperationKey): Promise<void> {
  await notifyLive(tx, { installId, kind: 'operation', id });
  await notifyWork(tx, 'operations');
}
