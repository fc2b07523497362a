import 'server-only';
import { type OperationKinds, requestOf } from '@/lib/operations/sending/operation-kind.server';
import { openRequest } from '@/lib/operations/sending/operation-queue.server';
import { orUnreadable } from '@/lib/system/keys/crypto';
import type { Operation } from '@/lib/system/generated/prisma/client';

/**
 * Returns the stored part of an operation's request: from its result, or from the request bytes until they are deleted.
 * Null if the request is no longer known or cannot be decrypted.
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
