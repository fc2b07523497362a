import 'server-only';
import { requestOf } from '@/lib/operations/sending/operation-kind.server';
import { isOperationKind, operationKind } from '@/lib/operations/sending/operation-kinds.server';
import { openRequest } from '@/lib/operations/sending/operation-queue.server';
import type { Operation } from '@/lib/system/generated/prisma/client';

/**
 * Returns the stored part of what the operation requested: from its result, or from the request bytes until they are
 * deleted. null: nothing is known about the request.
 */
export function storedRequest(row: Pick<Operation, 'installId' | 'kind' | 'requestEnc' | 'result'>): unknown {
  const { kind, result } = row;
  if (typeof result === 'object' && result !== null && 'requested' in result) return result.requested;
  const request = isOperationKind(kind) ? openRequest(row) : null;
  return request === null ? null : (requestOf(operationKind(kind), { request }).requested ?? null);
}
