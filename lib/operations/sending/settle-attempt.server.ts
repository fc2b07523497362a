import 'server-only';
import { z } from 'zod';
import { completeOperation, failOperation } from '@/lib/operations/sending/end-operation.server';
import { classifyAttempt } from '@/lib/operations/sending/classify-attempt';
import {
  requestOf,
  type ClaimedOperation,
  type OperationKind,
} from '@/lib/operations/sending/operation-kind.server';
import { beginReading, postponeOperation } from '@/lib/operations/sending/operation-queue.server';
import { FieldProblem, StockProblem } from '@/lib/platform/assumptions';
import type { PlatformClient } from '@/lib/platform/client';
import { PlatformError, ReconnectRequired } from '@/lib/platform/platform-error';

/** What becomes of an attempt that did not succeed (docs/decisions/doubt.md). */
export type Attempt = { operation: ClaimedOperation; kind: OperationKind; platform: PlatformClient };

/** An attempt in doubt may still be at work for this long: that its effect can't be seen proves nothing yet. */
const quietMs = 60_000;

/** How long ago its first byte may have left. */
export const sinceFirstSent = ({ claimedAt, firstSentAt }: ClaimedOperation) =>
  firstSentAt ? claimedAt.getTime() - firstSentAt.getTime() : 0;

/** It could not be read, so nothing was sent this time. */
export async function settleUnsent(at: Attempt, error: PlatformError): Promise<void> {
  const classified = classifyAttempt(error, at.operation.attempts);
  if (classified.next === 'refused')
    return at.operation.doubtfulAt ? settleByReading(at, error) : refuse(at, error);
  await postponeOperation(at.operation, {
    seconds: classified.next === 'resend' ? classified.afterSeconds : 60,
    uncertain: false,
    requestId: error.requestId,
  });
}

/** Nothing is sent without a token that the platform takes; it goes on when the store is connected again. */
export async function waitForReconnect(operation: ClaimedOperation): Promise<void> {
  await postponeOperation(operation, { seconds: 30, uncertain: false });
}

/** The platform's answer to a sending was no success, or there was none. */
export async function settleFailure(at: Attempt, error: PlatformError): Promise<void> {
  const { operation, kind } = at;
  const classified = classifyAttempt(error, operation.attempts);
  const { requestId } = error;
  if (classified.next === 'resend')
    return postponeOperation(operation, {
      seconds: classified.afterSeconds,
      uncertain: classified.uncertain,
      requestId,
    });
  if (classified.next === 'refused') {
    // A refusal says nothing of an earlier attempt that may have been heard, unless it is that attempt's own answer.
    const isOwn = operation.doubtfulAt === null || error.replayed || kind.isRepeatable;
    const isReached = kind.requestsState && error.status === 409;
    return isOwn && !isReached ? refuse(at, error) : settleByReading(at, error, isOwn);
  }
  if (kind.isRepeatable) return postponeOperation(operation, { seconds: 60, uncertain: true, requestId });
  await settleByReading(at, error);
}

/**
 * Looks for the effect instead of sending: found is success; a proof that it did not happen makes the refusal at hand
 * count; everything else is left for a person. `isSure`: the refusal counts by itself, unless the state it asked for
 * is there.
 */
export async function settleByReading(
  at: Attempt,
  error: PlatformError | null,
  isSure = false,
): Promise<void> {
  const { operation, kind, platform } = at;
  const requestId = error?.requestId ?? null;
  const requested = requestOf(kind, operation);
  const isRefusal = error !== null && classifyAttempt(error, operation.attempts).next === 'refused';
  // So that what is read outranks what was written before it.
  const fence = await beginReading(operation);
  if (fence === null) return;
  try {
    const found = await kind.reconcile(platform, operation);
    if (typeof found === 'object')
      return await completeOperation(operation, found, { fence, byReading: true, ...requested });
    if (isRefusal && isSure) return await refuse(at, error);
    if (isRefusal && found === 'absent') {
      const waitMs = (operation.doubtfulAt?.getTime() ?? 0) + quietMs - operation.claimedAt.getTime();
      if (waitMs <= 0) return await refuse(at, error);
      const seconds = Math.ceil(waitMs / 1000);
      return await postponeOperation(operation, { seconds, uncertain: false, requestId });
    }
    await failOperation(operation, { state: 'needs_review', result: requested, requestId });
  } catch (cause) {
    if (!(cause instanceof PlatformError || cause instanceof ReconnectRequired)) throw cause;
    if (isRefusal && isSure) return refuse(at, error);
    const isClosed = cause instanceof PlatformError && [403, 404].includes(cause.status);
    if (isClosed) return failOperation(operation, { state: 'needs_review', result: requested, requestId });
    await postponeOperation(operation, { seconds: 60, uncertain: false, requestId });
  }
}

/** What is kept of a refusal: where, never what; a message might repeat the customer's phone. */
const RefusalDetails = z.object({
  fields: z.array(FieldProblem.pick({ path: true })).catch([]),
  lines: z.array(StockProblem).catch([]),
  current_status: z.string().nullable().catch(null),
});

export async function refuse({ operation, kind }: Attempt, error: PlatformError): Promise<void> {
  const { status, code, requestId } = error;
  const details = RefusalDetails.parse(error.details);
  const result = { status, code, requestId, details, ...requestOf(kind, operation) };
  await failOperation(operation, { state: 'refused', result, requestId });
}
