import 'server-only';
import type { OperationKey } from '@/lib/operations/sending/operation-kind.server';
import type { Tx } from '@/lib/system/db';

/**
 * Stores the platform's request id of a response in the row of its operation. Only the last 50 request ids are stored.
 */
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
