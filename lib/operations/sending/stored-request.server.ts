import 'server-only';
import { type OperationKinds, requestOf } from '@/lib/operations/sending/operation-kind.server';
import { openRequest } from '@/lib/operations/sending/operation-queue.server';
import { orUnreadable } from '@/lib/system/keys/crypto';
import type { Operation } from '@/lib/system/generated/prisma/client';

/**
 * Returns the part of an operation's request that is stored for display (an operation is a recorded write). If the
 * stored result does not contain this part, the part is made from the request bytes. Returns null if the request bytes
 * were deleted or cannot be decrypted.
 */
export function storedRequest(
  kinds: OperationKinds,
  row: Pick<Operation, 'installId' | 'id' | 'kind' | 'requestEnc' | 'result'>,
): unknown {
  const { result } = row;
  if (typeof result === 'object' && result !== null && 'requested' in result) return result.requested;
  const kind = kinds.get(row.kind);
  const opened = kind ? orUnreadable(() => openRequest(row)) : null;
  const request = opened === 'unreadable' ? null : opened;
  return kind && request !== null ? (requestOf(kind, { request }).requested ?? null) : null;
}
