import { setTimeout as sleep } from 'node:timers/promises';
import { budgetWindowSeconds } from './assumptions';
import { lateness } from './exchange';
import { PlatformError } from './platform-error';
import type { Deadline } from './ports';

/**
 * Retries a read within its deadline if the error may be temporary. If the required wait ends after the deadline, the
 * error is thrown immediately. platform: Limits (wait, never retry earlier).
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
      // If the deadline passes during a retry, the retry ends with a timeout. The error of the previous attempt is
      // thrown instead, because a timeout does not show the cause.
      if (signal.aborted) throw lateness(signal) === 'timed_out' ? (cause ?? error) : error;
      const waits = waitBeforeRetry(error, attempt, Math.random());
      if (Date.now() + waits.leastMs >= untilMs) throw error;
      cause = error;
      // The signal may abort during the pause and end the pause early. In that case, the next call of `read` fails
      // because of the signal, and the loop ends with an error.
      await sleep(waits.sleepMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Whether the read may succeed later: there was no response, or its status was 429 or 5xx (platform: Errors). */
export function mayPass(error: PlatformError): boolean {
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/**
 * Maximum pause in milliseconds between two failed reads. Up to 50 % of the pause are added or subtracted at random. If
 * the response has a Retry-After, the required time is used and not this pause.
 */
const backoffMsMax = 4_000;
/**
 * Maximum random delay after Retry-After in milliseconds. Callers with the same Retry-After then do not all retry in
 * the same moment.
 */
const spreadMs = 250;

/**
 * Returns two times in ms: how long the caller sleeps, and the minimum time until the next read is sent. A retry is
 * never earlier than Retry-After. After a 429, the sleep is 0, because the request budget already makes every process
 * of the install wait. `chance` is a random number from 0 to 1.
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
