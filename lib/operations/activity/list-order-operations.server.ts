import 'server-only';
import { storedRequest } from '@/lib/operations/sending/stored-request.server';
import type { OperationKinds } from '@/lib/operations/sending/operation-kind.server';
import type { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import type { Operation } from '@/lib/system/generated/prisma/client';

/** A write of this app to a sales order, with its current state. */
export type OrderOperation = Pick<
  Operation,
  'id' | 'kind' | 'state' | 'actorName' | 'createdAt' | 'endedAt' | 'requestIds' | 'result' | 'target'
> & {
  /**
   * The part of the write's request that stays stored for display after the request was deleted. This part has no
   * personal data. Null if no part is stored for display.
   */
  requested: unknown;
};

/**
 * Returns the newest `limit` writes of this app to an order, newest first. If this app created the order, the write
 * that created it is added at the end. `madeBy` is the id of that write; null if this app did not create the order.
 */
export async function listOrderOperations(
  tx: Tx,
  installId: InstallId,
  { orderId, madeBy, limit }: { orderId: OrderId; madeBy: string | null; limit: number },
  kinds: OperationKinds,
): Promise<OrderOperation[]> {
  const rows = await tx.operation.findMany({
    where: { installId, queueKey: `order ${orderId}` },
    orderBy: { queuePosition: 'desc' },
    take: limit,
  });
  const maker =
    madeBy && (await tx.operation.findUnique({ where: { installId_id: { installId, id: madeBy } } }));
  return (maker ? [...rows, maker] : rows).map((row) => withRequest(row, kinds));
}

function withRequest(row: Operation, kinds: OperationKinds): OrderOperation {
  const { id, kind, state, actorName, createdAt, endedAt, requestIds, result, target } = row;
  const requested = storedRequest(kinds, row);
  return { id, kind, state, actorName, createdAt, endedAt, requestIds, result, target, requested };
}
