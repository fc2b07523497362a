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

/**
 * One attempt to send an operation. The functions of this file decide what follows if it did not succeed
 * (docs/decisions/unknown-outcomes.md).
 */
export type Attempt = { operation: ClaimedOperation; kind: OperationKind; platform: PlatformClient };

/**
 * How long an attempt with unknown outcome may still be in progress on the platform. Until then, the absence of its
 * effect proves nothing.
 */
const quietMs = 60_000;

/**
 * Milliseconds from the time when the operation may first have been sent to the time of this claim; 0 if nothing was
 * sent.
 */
export const sinceFirstSent = ({ claimedAt, firstSentAt }: ClaimedOperation) =>
  firstSentAt ? claimedAt.getTime() - firstSentAt.getTime() : 0;

/** Settles an attempt that sent nothing, because the read before sending failed. */
export async function settleUnsent(at: Attempt, error: PlatformError): Promise<void> {
  const classified = classifyAttempt(error, at.operation.attempts);
  if (classified.next === 'refused')
    return at.operation.outcomeUnknownAt ? settleByReading(at, error) : refuse(at, error);
  await postponeOperation(at.operation, {
    seconds: classified.next === 'resend' ? classified.afterSeconds : 60,
    uncertain: false,
    requestId: error.requestId,
  });
}

/**
 * Postpones the operation for 30 s, because the platform accepts no token of the install. It is sent after a merchant
 * has connected the store again.
 */
export async function waitForReconnect(operation: ClaimedOperation): Promise<void> {
  await postponeOperation(operation, { seconds: 30, uncertain: false });
}

/** Settles an attempt to which the platform responded with an error or did not respond. */
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
    // A refusal of this attempt proves nothing about an earlier attempt that the platform may have received. Only a
    // replayed response is the response to the earlier attempt.
    const isOwn = operation.outcomeUnknownAt === null || error.replayed || kind.isRepeatable;
    const isReached = kind.requestsState && error.status === 409;
    return isOwn && !isReached ? refuse(at, error) : settleByReading(at, error, isOwn);
  }
  if (kind.isRepeatable) return postponeOperation(operation, { seconds: 60, uncertain: true, requestId });
  await settleByReading(at, error);
}

/**
 * Reads from the platform whether the operation took effect, instead of sending it (S30). The operation then ends or is
 * postponed:
 *
 * - succeeded: it took effect.
 * - refused: it did not take effect, and `error` is a refusal.
 * - postponed: it is too early to be sure that it did not take effect, or the read failed for another reason than a 403
 *   or 404.
 * - needs_review: every other case.
 *
 * If `isSure` is true, a refusal in `error` is final: the operation ends as refused, unless the read finds the
 * requested state.
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
  // The fence is taken before the read. So the order that is read replaces older data in the mirror.
  const fence = await beginReading(operation);
  if (fence === null) return;
  try {
    const found = await kind.reconcile(platform, operation);
    if (typeof found === 'object')
      return await completeOperation(operation, found, { fence, byReading: true, ...requested });
    if (isRefusal && isSure) return await refuse(at, error);
    if (isRefusal && found === 'absent') {
      const waitMs = (operation.outcomeUnknownAt?.getTime() ?? 0) + quietMs - operation.claimedAt.getTime();
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

/**
 * The details of a refusal that are stored: the field paths without the messages, because a message may repeat the
 * customer's phone number.
 */
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
