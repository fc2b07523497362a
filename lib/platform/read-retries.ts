import { setTimeout as sleep } from 'node:timers/promises';
import { budgetWindowSeconds } from '@/lib/platform/assumptions';
import { lateness } from '@/lib/platform/exchange';
import { PlatformError } from '@/lib/platform/platform-error';
import type { Deadline } from '@/lib/platform/ports';

/**
 * Repeats a read while what stops it may pass, inside its deadline. A wait
 * that would outlast the deadline is not begun: the caller hears at once what stands in the way.
 * platform: Limits (wait, never retry earlier).
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
      // What made it wait tells more than that the wait was too long.
      if (signal.aborted) throw lateness(signal) === 'timed_out' ? (cause ?? error) : error;
      const waits = waitBeforeRetry(error, attempt, Math.random());
      if (Date.now() + waits.leastMs >= untilMs) throw error;
      cause = error;
      // Ended early by the signal, the next round says so.
      await sleep(waits.sleepMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** No answer, 429 or 5xx: the same read may well succeed later (platform: Errors). */
export function mayPass(error: PlatformError): boolean {
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/** Longest pause between two reads that fail without a word of when to come back. */
const backoffMsMax = 4_000;
/** Spread over those who were told the same second, always after it. */
const spreadMs = 250;

/**
 * How long to sleep here, and how long it takes at least until the next read leaves. Retry-After is obeyed to the
 * second: a 429 by the budget, which holds back every process of the install, any other here. `chance` is 0 to 1.
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
