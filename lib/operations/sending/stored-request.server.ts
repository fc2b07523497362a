import 'server-only';
import { type OperationKinds, requestOf } from '@/lib/operations/sending/operation-kind.server';
import { openRequest } from '@/lib/operations/sending/operation-queue.server';
import { orUnreadable } from '@/lib/system/keys/crypto';
import type { Operation } from '@/lib/system/generated/prisma/client';

/**
 * Returns the part of an operation's request that is kept after the operation ends. If the stored result does not have
 * this part, it is read from the request bytes, which are deleted later. Null if the request is no longer known or
 * cannot be decrypted.
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
