import { setTimeout as sleep } from 'node:timers/promises';
import { createPlatformClient, type PlatformClient } from '@/lib/platform/client';
import type { AccessToken, Budget, PlatformPort, TokenSource } from '@/lib/platform/ports';

/** The client on one token that is never refreshed and a budget without limits: no database, all of lib/platform. */
export function bareClient(
  baseUrl: string,
  token: string,
  change: Partial<PlatformPort> = {},
): PlatformClient {
  return createPlatformClient({ baseUrl, tokens: fixedToken(token), budget: openBudget(), ...change });
}

/** A token source that can only say the same again; `refusals` counts the 401s it was told of. */
export function fixedToken(token: string): TokenSource & { refusals: number } {
  const source = {
    refusals: 0,
    current: async () => ({ token: token as AccessToken, version: 1 }),
    refused: async () => void source.refusals++,
  };
  return source;
}

/** Always room, but for the time of a Retry-After. */
export function openBudget(): Budget {
  let blockedUntilMs = 0;
  return {
    async take(_kind, { signal }) {
      // A timer may be early by a part of a millisecond.
      for (let waitMs = blockedUntilMs - Date.now(); waitMs > 0; waitMs = blockedUntilMs - Date.now())
        await sleep(waitMs, undefined, { signal });
    },
    async block(retryAfterSeconds) {
      blockedUntilMs = Math.max(blockedUntilMs, Date.now() + retryAfterSeconds * 1_000);
    },
  };
}
