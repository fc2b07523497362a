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
import { FieldProblem, StockProblem } from 'commerce-platform-client/assumptions';
import type { PlatformClient } from 'commerce-platform-client/client';
import { PlatformError, ReconnectRequired } from 'commerce-platform-client/platform-error';

/**
 * One attempt to send an operation (a recorded write). If the attempt did not succeed, the functions below decide what
 * follows (docs/decisions/unknown-outcomes.md).
 */
export type Attempt = { operation: ClaimedOperation; kind: OperationKind; platform: PlatformClient };

/**
 * How long the platform may still be processing an attempt with unknown outcome. Before this time has passed, the write
 * can still take effect after a read that did not find it.
 */
const quietMs = 60_000;

/**
 * Milliseconds from the first attempt to send the operation until this process claimed the operation; 0 if this is the
 * first attempt.
 */
export const sinceFirstSent = ({ claimedAt, firstSentAt }: ClaimedOperation) =>
  firstSentAt ? claimedAt.getTime() - firstSentAt.getTime() : 0;

/**
 * Decides what follows if the read before sending failed. The attempt has sent nothing, because this read comes first.
 */
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
 * Postpones the operation by 30 s, because the platform accepts no token of the install. Even after these 30 s, no
 * worker claims the operation before a merchant has connected the store again. The exception: after 48 h, a worker
 * claims the operation to end it as `needs_review`.
 */
export async function waitForReconnect(operation: ClaimedOperation): Promise<void> {
  await postponeOperation(operation, { seconds: 30, uncertain: false });
}

/** Decides what follows if the platform responded with an error or did not respond. */
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
    // The platform has refused this attempt. An earlier attempt may still have written, so this refusal alone is not
    // enough to end the operation as refused. A replayed refusal is enough, because it is the stored response to the
    // earlier attempt.
    const isOwn = operation.outcomeUnknownAt === null || error.replayed || kind.isRepeatable;
    const isReached = kind.requestsState && error.status === 409;
    return isOwn && !isReached ? refuse(at, error) : settleByReading(at, error, isOwn);
  }
  if (kind.isRepeatable) return postponeOperation(operation, { seconds: 60, uncertain: true, requestId });
  await settleByReading(at, error);
}

/**
 * Reads from the platform whether the operation took effect, instead of sending it again (S30). After the read, the
 * operation has one of these states:
 *
 * - succeeded: the write took effect.
 * - refused: the write did not take effect, and `error` is a refusal.
 * - postponed: a write that was not found may still take effect (`quietMs`), or the read failed with an error other
 *   than 403 or 404.
 * - needs_review: all other cases.
 *
 * `isSure`: `error` is a refusal after which it is certain that nothing was written. Then the operation is refused,
 * except if the read finds the requested state.
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
  // The fence is taken before the read, so that the order from this read replaces data of earlier reads in the mirror
  // (our copy of the platform's data). The fence is a number that is greater than all fences before it.
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
 * The details of a refusal that are stored. They contain the paths of the fields. They do not contain the messages,
 * because a message may repeat the customer's phone number.
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
