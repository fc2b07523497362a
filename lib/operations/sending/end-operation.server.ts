import 'server-only';
import type {
  ClaimedOperation,
  OperationKey,
  OperationSuccess,
} from '@/lib/operations/sending/operation-kind.server';
import { noteRequestId } from '@/lib/operations/sending/note-request-id.server';
import { crashPoint } from '@/lib/system/crash-point';
import { tenantDb, type Tx, withSystem } from '@/lib/system/db';
import type { Prisma } from '@/lib/system/generated/prisma/client';
import { notifyLive, notifyWork } from '@/lib/system/live/notify';

/**
 * Ends the operation in success, once, with what it changed in our database in the same transaction. It counts
 * whoever brings it: a sender whose lease was taken over, or one whose successor gave up too early.
 */
export async function completeOperation(
  operation: ClaimedOperation,
  success: OperationSuccess,
  end: { fence: bigint; byReading: boolean; asked?: Prisma.InputJsonObject },
): Promise<void> {
  const { installId, id } = operation;
  const work = async (tx: Tx) => {
    const { count } = await tx.operation.updateMany({
      where: { installId, id, state: { not: 'succeeded' } },
      data: { state: 'succeeded', ...ended() },
    });
    if (count === 0) return;
    const { fence, byReading, asked } = end;
    const result = {
      ...(await success.store(tx, fence)),
      ...(asked && { asked }),
      ...(byReading && { byReading }),
    };
    await tx.operation.update({ where: { installId_id: { installId, id } }, data: { result } });
    await noteRequestId(tx, operation, success.requestId);
    await notifyEnded(tx, operation);
    crashPoint('operation.ending');
  };
  await (success.role === 'system' ? withSystem(work) : tenantDb(installId).transaction(work));
}

/** Ends the operation without success; a sender whose lease was taken over has another fence and changes nothing. */
export async function failOperation(
  operation: Pick<ClaimedOperation, 'installId' | 'id' | 'fence'>,
  end: { state: 'refused' | 'needs_review'; result?: Prisma.InputJsonObject; requestId?: string | null },
): Promise<void> {
  const { installId, id, fence } = operation;
  await tenantDb(installId).transaction(async (tx) => {
    const { count } = await tx.operation.updateMany({
      where: { installId, id, endedAt: null, fence },
      data: { state: end.state, ...ended(), ...(end.result && { result: end.result }) },
    });
    if (count === 0) return;
    await noteRequestId(tx, operation, end.requestId);
    await notifyEnded(tx, operation);
  });
}

const ended = () => ({ endedAt: new Date(), leaseUntil: null, nextAttemptAt: null });

/** The open screens, and the workers: the next one of its subject has its turn. */
async function notifyEnded(tx: Tx, { installId, id }: OperationKey): Promise<void> {
  await notifyLive(tx, { installId, kind: 'operation', id });
  await notifyWork(tx, 'operations');
}
