import { createPlatformClient, type PlatformClient } from 'commerce-platform-client/client';
import { fixedToken, openBudget } from 'commerce-platform-client/memory-ports';
import type { PlatformPort } from 'commerce-platform-client/ports';

/**
 * Returns a platform client with one token that is never refreshed and an unlimited request budget. The client uses all
 * of lib/platform but needs no database.
 */
export function bareClient(
  baseUrl: string,
  token: string,
  change: Partial<PlatformPort> = {},
): PlatformClient {
  return createPlatformClient({ baseUrl, tokens: fixedToken(token), budget: openBudget(), ...change });
}
