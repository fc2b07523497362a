import type { PlatformError } from '@/lib/platform/platform-error';

/**
 * What happens after a failed attempt to send an operation (S29). refused: the platform refused it and nothing was
 * written. resend: the same bytes are sent later with the same idempotency key. reconcile: the app reads whether the
 * write happened, and does not send it again.
 */
export type AttemptClass =
  | { next: 'refused' }
  /** uncertain: this attempt may have taken effect. */
  | { next: 'resend'; afterSeconds: number; uncertain: boolean }
  | { next: 'reconcile' };

/**
 * The platform stores an idempotency key for 24 h. One hour is subtracted for clock differences and a request in
 * progress.
 */
export const resendWithinMs = 23 * 3600_000;

const definiteStatuses = new Set([400, 403, 404, 413, 422]);

/**
 * Classifies an attempt that did not succeed. `attempts` is the number of attempts including this one. A bare conflict
 * (409 without a reason) is sent again a few times, because the first request may still be in progress. After that, the
 * outcome is settled by reading.
 */
export function classifyAttempt(error: PlatformError, attempts: number): AttemptClass {
  if (definiteStatuses.has(error.status)) return { next: 'refused' };
  if (error.status === 429)
    return { next: 'resend', afterSeconds: error.retryAfterSeconds ?? 60, uncertain: false };
  const backoffSeconds = Math.min(60, 2 ** Math.min(attempts - 1, 6));
  if (error.code === 'not_sent') return { next: 'resend', afterSeconds: backoffSeconds, uncertain: false };
  if (error.status === 409) {
    if (saysWhichRule(error)) return { next: 'refused' };
    // If the conflict was not about the idempotency key, the request gets the response that is stored for the key, even
    // if it is sent again immediately.
    const afterSeconds = attempts === 1 ? 0 : backoffSeconds;
    return attempts < 5 ? { next: 'resend', afterSeconds, uncertain: true } : { next: 'reconcile' };
  }
  // A replayed 5xx response stays the same if the request is sent again (A20). A 2xx response with an unreadable body
  // means that the write took effect. In both cases, the outcome is settled by reading.
  if (error.replayed || (error.status >= 200 && error.status < 300)) return { next: 'reconcile' };
  return { next: 'resend', afterSeconds: backoffSeconds, uncertain: true };
}

/**
 * Whether a conflict names the rule that was broken. A bare conflict may be about the idempotency key (IDE-3). A
 * conflict with another error code, with details, or replayed for the key is not.
 */
function saysWhichRule(error: PlatformError): boolean {
  return error.code !== 'conflict' || error.replayed || Object.keys(error.details).length > 0;
}
