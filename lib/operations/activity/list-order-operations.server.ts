import 'server-only';
import { storedRequest } from '@/lib/operations/sending/stored-request.server';
import type { InstallId, OrderId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';
import type { Operation } from '@/lib/system/generated/prisma/client';

/** One of our writes to an order, in its current state. */
export type OrderOperation = Pick<
  Operation,
  'id' | 'kind' | 'state' | 'actorName' | 'createdAt' | 'endedAt' | 'requestIds' | 'result' | 'target'
> & {
  /** The stored part of what was requested; null if it is no longer known. */
  requested: unknown;
};

/**
 * Returns our writes to the order, newest first, at most `limit`. The write that created the order is added if it was
 * created here.
 */
export async function listOrderOperations(
  tx: Tx,
  installId: InstallId,
  { orderId, madeBy, limit }: { orderId: OrderId; madeBy: string | null; limit: number },
): Promise<OrderOperation[]> {
  const rows = await tx.operation.findMany({
    where: { installId, queueKey: `order ${orderId}` },
    orderBy: { queuePosition: 'desc' },
    take: limit,
  });
  const maker =
    madeBy && (await tx.operation.findUnique({ where: { installId_id: { installId, id: madeBy } } }));
  return (maker ? [...rows, maker] : rows).map(withRequest);
}

function withRequest(row: Operation): OrderOperation {
  const { id, kind, state, actorName, createdAt, endedAt, requestIds, result, target } = row;
  const requested = storedRequest(row);
  return { id, kind, state, actorName, createdAt, endedAt, requestIds, result, target, requested };
}
