import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Scope } from 'commerce-platform-client/contract/scopes';
import { cookies } from 'next/headers';
import { openInstall } from '@/lib/installs/require-install.server';
import type { SentCookies } from '@/lib/installs/sign-in/session-cookie.server';
import { hasRight } from '@/lib/shared/roles/roles';
import { createFairShares, ShareTimeout } from '@/lib/system/fair-shares';
import { busyResponse } from '@/lib/system/http/busy-response';
import { createTokenBuckets } from '@/lib/system/http/token-buckets';
import { guardStream, type StreamGuard } from '@/lib/shared/sheets/guard-stream';
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
 * Maximum number of exports of an install whose files are not sent completely, in this process. A slow client can hold
 * a file open for minutes, and each open file has a page of rows in memory.
 */
const openMax = 5;
/** Time in which a client must read a file, in milliseconds. On a slow phone, the longest files need a few minutes. */
const lifeMs = 10 * 60_000;
/** Number of open exports per install. */
const open = new Map<string, number>();

/**
 * Wraps the handler of an export. It makes the same checks as readRoute, and the user needs the right `export`. If the
 * install has used up its rate limit for exports, or if its other exports take too long, the response is 429.
 *
 * The access is checked again before each part of the file, so a file ends when the user signs out or loses the right
 * (S6).
 */
export function exportRoute<Params extends { installId: string }>(read: Read<Params>, scope?: Scope) {
  return readRoute<Params>(
    'export',
    async (context, request, params) => {
      const { installId } = context;
      const waitSeconds = budget.take(installId);
      if (waitSeconds > 0) return busyResponse(waitSeconds);
      const sent = (await cookies()).getAll();
      try {
        return await oneExport.run(installId, async () => {
          if ((open.get(installId) ?? 0) >= openMax) return busyResponse(10);
          const response = await read(context, request, params);
          if (!(response instanceof Response && response.ok && response.body)) return response;
          open.set(installId, (open.get(installId) ?? 0) + 1);
          const { body, status, headers } = response;
          const guard: StreamGuard = {
            isAllowed: () => mayExport(sent, installId, scope),
            lifeMs,
            signal: request.signal,
            onEnd: () => free(installId),
          };
          return new Response(guardStream(body, guard), { status, headers });
        });
      } catch (error) {
        if (error instanceof ShareTimeout) return busyResponse(10);
        throw error;
      }
    },
    scope,
  );
}

async function mayExport(
  sent: SentCookies,
  installId: InstallId,
  scope: Scope | undefined,
): Promise<boolean> {
  const access = await openInstall(sent, installId);
  if (!access.ok) return false;
  const { role, scopes } = access.context;
  return hasRight(role, 'export') && (!scope || scopes.has(scope));
}

function free(installId: string): void {
  const left = (open.get(installId) ?? 1) - 1;
  if (left > 0) open.set(installId, left);
  else open.delete(installId);
}
