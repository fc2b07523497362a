import { setTimeout as sleep } from 'node:timers/promises';
import { PlatformError } from './platform-error';
import type { AccessToken, Budget, TokenSource } from './ports';

/**
 * Returns a token source that always gives the same token, for scripts and tests. The token is never refreshed.
 * `refusals` counts the 401 responses that the client reported.
 */
export function fixedToken(token: string): TokenSource & { refusals: number } {
  const source = {
    refusals: 0,
    current: async () => ({ token: token as AccessToken, version: 1 }),
    refused: async () => void source.refusals++,
  };
  return source;
}

/**
 * Returns a request budget without a limit of requests per minute, for scripts and tests. After a response with
 * Retry-After, the requests of the process wait for the required time. If the deadline of a request is before the end
 * of this wait, the request fails at once.
 */
export function openBudget(): Budget {
  let blockedUntilMs = 0;
  return {
    async take(_kind, { signal, untilMs }) {
      if (blockedUntilMs >= untilMs)
        throw new PlatformError('the platform requires a wait (Retry-After)', {
          status: 429,
          code: 'rate_limited',
          retryAfterSeconds: Math.ceil((blockedUntilMs - Date.now()) / 1_000),
        });
      // Checks the remaining time in a loop, because a timer may fire a fraction of a millisecond too early.
      for (let waitMs = blockedUntilMs - Date.now(); waitMs > 0; waitMs = blockedUntilMs - Date.now())
        await sleep(waitMs, undefined, { signal });
    },
    async block(retryAfterSeconds) {
      blockedUntilMs = Math.max(blockedUntilMs, Date.now() + retryAfterSeconds * 1_000);
    },
  };
}
