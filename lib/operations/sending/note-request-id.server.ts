import 'server-only';
import type { OperationKey } from '@/lib/operations/sending/operation-kind.server';
import type { Tx } from '@/lib/system/db';

/** Adds the request id of a platform response to the row of the operation. The row has the last 50 request ids. */
export async function noteRequestId(
  tx: Tx,
  { installId, id }: OperationKey,
  requestId: string | null | undefined,
): Promise<void> {
  if (!requestId) return;
  await tx.$executeRaw`
    UPDATE operations SET request_ids = (array_append(request_ids, ${requestId}))[greatest(1, cardinality(request_ids) - 48):]
    WHERE install_id = ${installId} AND id = ${id}::uuid`;
}
