import type { PlatformError } from '@/lib/platform/platform-error';

/**
 * What a failed attempt means for its operation (S29). refused: the platform refused it and nothing was written.
 * resend: send the same key and bytes again later. reconcile: find out by reading, never by sending, whether it
 * happened.
 */
export type AttemptClass =
  | { next: 'refused' }
  /** uncertain: this attempt may have taken effect. */
  | { next: 'resend'; afterSeconds: number; uncertain: boolean }
  | { next: 'reconcile' };

/** The platform stores a key for 24 h. One hour is left for clock differences and a request in progress. */
export const resendWithinMs = 23 * 3600_000;

const definiteStatuses = new Set([400, 403, 404, 413, 422]);

/**
 * Classifies an attempt that did not succeed. `attempts` includes this attempt. A bare conflict is resent a few times,
 * because the first request may still be in progress, then reconciled by reading.
 */
export function classifyAttempt(error: PlatformError, attempts: number): AttemptClass {
  if (definiteStatuses.has(error.status)) return { next: 'refused' };
  if (error.status === 429)
    return { next: 'resend', afterSeconds: error.retryAfterSeconds ?? 60, uncertain: false };
  const backoffSeconds = Math.min(60, 2 ** Math.min(attempts - 1, 6));
  if (error.code === 'not_sent') return { next: 'resend', afterSeconds: backoffSeconds, uncertain: false };
  if (error.status === 409) {
    if (saysWhichRule(error)) return { next: 'refused' };
    // Sent again immediately, the request gets the answer stored for its key, if the conflict was not about the key
    // itself.
    const afterSeconds = attempts === 1 ? 0 : backoffSeconds;
    return attempts < 5 ? { next: 'resend', afterSeconds, uncertain: true } : { next: 'reconcile' };
  }
  // A replayed 5xx stays the same when the request is sent again (A20), and a 2xx with an unreadable body means that
  // the write took effect. Both are settled by reading.
  if (error.replayed || (error.status >= 200 && error.status < 300)) return { next: 'reconcile' };
  return { next: 'resend', afterSeconds: backoffSeconds, uncertain: true };
}

/**
 * A bare conflict may be about the key (IDE-3). A conflict with its own code, with details, or replayed for the key is
 * not.
 */
function saysWhichRule(error: PlatformError): boolean {
  return error.code !== 'conflict' || error.replayed || Object.keys(error.details).length > 0;
}
