import type { Scope } from 'commerce-platform-client/contract/scopes';
import { createFairShares, ShareTimeout } from '@/lib/system/fair-shares';
import { busyResponse } from '@/lib/system/http/busy-response';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';
import { type Read, readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Rate limit that all CSV exports of an install share: a burst of 10, then 10 a minute (S13). The limit
 * exists because an export may read every row.
 */
const budget = createTokenBuckets({ capacity: 10, refillPerSecond: 10 / 60, keysMax: 10_000 });

/**
 * Limits each install to one export at a time in this process, until the response begins. Most files are complete then.
 * So the page of another install shares the CPU with one export, and not with all exports of a burst.
 */
const oneExport = createFairShares({ share: 1, waitMs: 10_000, waitersMax: 20 });

/**
 * Wraps the handler of a CSV export. It makes the same checks as readRoute, and the user needs the right `export`. If
 * the install has used up its rate limit for exports, or if its other exports take too long, the response is 429.
 */
export function exportRoute<Params extends { installId: string }>(read: Read<Params>, scope?: Scope) {
  return readRoute<Params>(
    'export',
    async (context, request, params) => {
      const waitSeconds = budget.take(context.installId);
      if (waitSeconds > 0) return busyResponse(waitSeconds);
      try {
        return await oneExport.run(context.installId, () => read(context, request, params));
      } catch (error) {
        if (error instanceof ShareTimeout) return busyResponse(10);
        throw error;
      }
    },
    scope,
  );
}
