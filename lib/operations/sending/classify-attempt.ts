import type { PlatformError } from 'commerce-platform-client/platform-error';

/** Longest time in seconds for which a Retry-After of the platform delays the next attempt of a write. */
const retryAfterMaxSeconds = 300;

/**
 * What happens after a failed attempt to send an operation (a recorded write) (S29).
 *
 * - `refused`: the platform refused the write, so this attempt wrote nothing. An earlier attempt may have written.
 * - `resend`: the same bytes are sent later with the same idempotency key.
 * - `reconcile`: the write is not sent again. Instead, a read finds out whether it happened.
 */
export type AttemptClass =
  | { next: 'refused' }
  /** `uncertain`: true if this attempt to send the operation may have taken effect. */
  | { next: 'resend'; afterSeconds: number; uncertain: boolean }
  | { next: 'reconcile' };

/**
 * Time within which an operation may be sent again. The platform stores an idempotency key for 24 h. One hour is
 * subtracted for clock differences and for a request in progress.
 */
export const resendWithinMs = 23 * 3600_000;

const definiteStatuses = new Set([400, 403, 404, 413, 422]);

/**
 * Decides what happens after an attempt that did not succeed. `attempts` is the number of attempts including this one.
 * After a 409 that names no rule, the write is sent again a few times, because the platform may still be processing an
 * earlier request. After these retries, a read finds out whether the write happened.
 */
export function classifyAttempt(error: PlatformError, attempts: number): AttemptClass {
  if (definiteStatuses.has(error.status)) return { next: 'refused' };
  if (error.status === 429)
    return { next: 'resend', afterSeconds: error.retryAfterSeconds ?? 60, uncertain: false };
  const backoffSeconds = Math.min(60, 2 ** Math.min(attempts - 1, 6));
  if (error.code === 'not_sent') return { next: 'resend', afterSeconds: backoffSeconds, uncertain: false };
  if (error.status === 409) {
    if (saysWhichRule(error)) return { next: 'refused' };
    // A 409 (conflict) that names no rule can have two causes:
    // - The platform is still processing an earlier request with this idempotency key. A later retry succeeds.
    // - The order does not allow the write. The platform has stored its 409 under the idempotency key and sends it
    //   again for each retry, marked as replayed. A replayed 409 counts as a refusal.
    // The first retry is immediate, to find out the cause soon.
    const afterSeconds = attempts === 1 ? 0 : backoffSeconds;
    return attempts < 5 ? { next: 'resend', afterSeconds, uncertain: true } : { next: 'reconcile' };
  }
  // After two kinds of responses, the write is not sent again. A read of the platform shows whether it took effect:
  // - a replayed 5xx, because the platform would give the same response to every further request (A20)
  // - a 2xx with an unreadable body, because the write took effect and only its result is missing
  if (error.replayed || (error.status >= 200 && error.status < 300)) return { next: 'reconcile' };
  return {
    next: 'resend',
    // The wait is limited, because the idempotency key of the write can be used only for some hours.
    afterSeconds: Math.max(backoffSeconds, Math.min(error.retryAfterSeconds ?? 0, retryAfterMaxSeconds)),
    uncertain: true,
  };
}

/**
 * Returns whether a 409 is a refusal by a rule of the platform. A refusal by a rule has an error code other than
 * `conflict`, has details, or was replayed. Any other 409 may be about the idempotency key (IDE-3).
 */
function saysWhichRule(error: PlatformError): boolean {
  return error.code !== 'conflict' || error.replayed || Object.keys(error.details).length > 0;
}
