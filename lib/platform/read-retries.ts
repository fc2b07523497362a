import { setTimeout as sleep } from 'node:timers/promises';
import { budgetWindowSeconds } from '@/lib/platform/assumptions';
import { lateness } from '@/lib/platform/exchange';
import { PlatformError } from '@/lib/platform/platform-error';
import type { Deadline } from '@/lib/platform/ports';

/**
 * Retries a read within its deadline while its error may be temporary. If the wait would be longer than the deadline
 * allows, the error is thrown immediately. platform: Limits (wait, never retry earlier).
 */
export async function withReadRetries<Result>(
  read: () => Promise<Result>,
  deadline: Deadline,
): Promise<Result> {
  let cause: PlatformError | undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof PlatformError) || !mayPass(error)) throw error;
      const { signal, untilMs } = deadline;
      // The error that caused the wait is more useful than the timeout.
      if (signal.aborted) throw lateness(signal) === 'timed_out' ? (cause ?? error) : error;
      const waits = waitBeforeRetry(error, attempt, Math.random());
      if (Date.now() + waits.leastMs >= untilMs) throw error;
      cause = error;
      // If the signal ends the sleep early, the next iteration reports it.
      await sleep(waits.sleepMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** True for no response, 429 or 5xx: the same read may succeed later (platform: Errors). */
export function mayPass(error: PlatformError): boolean {
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/**
 * Average pause between two failed reads in milliseconds, at most; each pause varies by 50 %. Used when there is no
 * Retry-After.
 */
const backoffMsMax = 4_000;
/** Random delay after Retry-After, so that callers with the same Retry-After do not all retry in the same moment. */
const spreadMs = 250;

/**
 * Returns how long to sleep here, and the minimum time until the next read is sent. Retry-After is respected to the
 * second. For a 429 the budget does this and blocks every process of the install; for other errors the sleep does it.
 * `chance` is 0 to 1.
 */
export function waitBeforeRetry(
  error: Pick<PlatformError, 'status' | 'retryAfterSeconds'>,
  attempt: number,
  chance: number,
): { sleepMs: number; leastMs: number } {
  if (error.status === 429)
    return { sleepMs: 0, leastMs: (error.retryAfterSeconds ?? budgetWindowSeconds) * 1_000 };
  const retryAfterMs = (error.retryAfterSeconds ?? 0) * 1_000;
  const backoffMs = Math.min(backoffMsMax, 200 * 2 ** attempt) * (0.5 + chance);
  const sleepMs = retryAfterMs > 0 ? retryAfterMs + 10 + chance * spreadMs : backoffMs;
  return { sleepMs, leastMs: sleepMs };
}
