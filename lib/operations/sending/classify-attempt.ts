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
 * is a 409 that names no rule. It is sent again a few times, because the platform may still be processing the first
 * request. After that, the outcome is settled by reading.
 */
export function classifyAttempt(error: PlatformError, attempts: number): AttemptClass {
  if (definiteStatuses.has(error.status)) return { next: 'refused' };
  if (error.status === 429)
    return { next: 'resend', afterSeconds: error.retryAfterSeconds ?? 60, uncertain: false };
  const backoffSeconds = Math.min(60, 2 ** Math.min(attempts - 1, 6));
  if (error.code === 'not_sent') return { next: 'resend', afterSeconds: backoffSeconds, uncertain: false };
  if (error.status === 409) {
    if (saysWhichRule(error)) return { next: 'refused' };
    // This 409 does not say which rule was broken, so it may be about the idempotency key. The first retry is
    // immediate. If the 409 was about something else, the platform has stored this response and replays it. A replayed
    // 409 counts as a refusal.
    const afterSeconds = attempts === 1 ? 0 : backoffSeconds;
    return attempts < 5 ? { next: 'resend', afterSeconds, uncertain: true } : { next: 'reconcile' };
  }
  // A replayed 5xx response stays the same if the request is sent again (A20). A 2xx response with an unreadable body
  // means that the write took effect. In both cases, the outcome is settled by reading.
  if (error.replayed || (error.status >= 200 && error.status < 300)) return { next: 'reconcile' };
  return { next: 'resend', afterSeconds: backoffSeconds, uncertain: true };
}

/**
 * Whether a 409 is a refusal by a rule of the platform. It is one if it has an error code of its own, has details, or
 * is a stored response that was replayed. Any other 409 may be about the idempotency key (IDE-3).
 */
function saysWhichRule(error: PlatformError): boolean {
  return error.code !== 'conflict' || error.replayed || Object.keys(error.details).length > 0;
}
