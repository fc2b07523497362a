import type { PlatformError } from '@/lib/platform/platform-error';

/**
 * What a failed attempt means for its operation (security: Reliability).
 * refused: the platform said no, nothing was written. resend: the same key and bytes again, later.
 * reconcile: whether it happened must be found by reading, never by sending.
 */
export type AttemptClass =
  | { next: 'refused' }
  /** uncertain: this attempt may have had its effect. */
  | { next: 'resend'; afterSeconds: number; uncertain: boolean }
  | { next: 'reconcile' };

/** The platform remembers a key for 24 h; an hour is left for clocks and a request under way. */
export const resendWithinMs = 23 * 3600_000;

const definiteStatuses = new Set([400, 403, 404, 413, 422]);

/**
 * Judges an attempt that did not succeed. `attempts` counts it. A doubtful answer is asked about again a few times
 * (the first request may still be in progress), then by reading.
 */
export function classifyAttempt(error: PlatformError, attempts: number): AttemptClass {
  if (definiteStatuses.has(error.status)) return { next: 'refused' };
  if (error.status === 429)
    return { next: 'resend', afterSeconds: error.retryAfterSeconds ?? 60, uncertain: false };
  const backoffSeconds = Math.min(60, 2 ** Math.min(attempts - 1, 6));
  if (error.code === 'not_sent') return { next: 'resend', afterSeconds: backoffSeconds, uncertain: false };
  if (error.status === 409) {
    if (saysWhichRule(error)) return { next: 'refused' };
    // Asked again at once, it is answered from the key's memory if the rule it spoke of was not the key's.
    const afterSeconds = attempts === 1 ? 0 : backoffSeconds;
    return attempts < 5 ? { next: 'resend', afterSeconds, uncertain: true } : { next: 'reconcile' };
  }
  // A 5xx out of the key's memory will not change by sending (A20); a 2xx we can't read did happen.
  if (error.replayed || (error.status >= 200 && error.status < 300)) return { next: 'reconcile' };
  return { next: 'resend', afterSeconds: backoffSeconds, uncertain: true };
}

/** A bare conflict may speak of the key (IDE-3); one with a code, with details or from the key's memory does not. */
function saysWhichRule(error: PlatformError): boolean {
  return error.code !== 'conflict' || error.replayed || Object.keys(error.details).length > 0;
}
