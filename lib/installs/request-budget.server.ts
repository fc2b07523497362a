import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { budgetWindowSeconds } from '@/lib/platform/assumptions';
import type { Budget } from '@/lib/platform/client';
import type { InstallId } from '@/lib/shared/ids';
import { systemQuery } from '@/lib/system/db';

/** Below the documented 180 and 60 a minute, for what our clock and theirs disagree about (platform: Limits). */
export const requestsPerWindowMax = 170;
export const writesPerWindowMax = 55;

/**
 * The budget of one install, shared by all processes: a sliding window held in one row, one statement per grant.
 * The row lock of the upsert makes concurrent takers queue, so no window ever holds more than the maximum.
 */
export function requestBudget(installId: InstallId): Budget {
  return {
    async take(kind, signal) {
      for (;;) {
        signal.throwIfAborted();
        const waitMs = await tryTake(installId, kind);
        if (waitMs === 0) return;
        await sleep(waitMs, undefined, { signal });
      }
    },
    async block(retryAfterSeconds) {
      await systemQuery(
        `INSERT INTO budgets AS b (install_id, requests, writes, blocked_until)
         VALUES ($1, '{}', '{}', (extract(epoch FROM clock_timestamp()) * 1000)::bigint + $2::bigint)
         ON CONFLICT (install_id) DO UPDATE SET blocked_until = greatest(b.blocked_until, excluded.blocked_until)`,
        [installId, Math.ceil(retryAfterSeconds * 1000)],
      );
    },
  };
}

/** 0 when granted, else the milliseconds until asking again is worth it. */
async function tryTake(installId: InstallId, kind: 'read' | 'write'): Promise<number> {
  const limits = [budgetWindowSeconds * 1000, requestsPerWindowMax, writesPerWindowMax];
  const [row] = await systemQuery<{ granted: boolean; wait_ms: string }>(takeSql, [
    installId,
    kind === 'write',
    ...limits,
  ]);
  if (row) return row.granted ? 0 : Math.max(10, Number(row.wait_ms));
  await systemQuery(
    `INSERT INTO budgets (install_id, requests, writes) VALUES ($1, '{}', '{}') ON CONFLICT DO NOTHING`,
    [installId],
  );
  return tryTake(installId, kind);
}

/**
 * $1 install, $2 is a write, $3 window in ms, $4 and $5 the maxima. All is computed from the row's own columns, so
 * that a taker that waited for the lock computes from what the one before it left.
 */
const takeSql = `
UPDATE budgets b SET (requests, writes, granted) = (
  SELECT CASE WHEN ok THEN r || now_ms ELSE r END, CASE WHEN ok AND $2 THEN w || now_ms ELSE w END, ok
  FROM (
    SELECT now_ms, r, w,
      b.blocked_until <= now_ms AND cardinality(r) < $4 AND (NOT $2 OR cardinality(w) < $5) AS ok
    FROM (
      SELECT now_ms,
        ARRAY(SELECT t FROM unnest(b.requests) t WHERE t > now_ms - $3::bigint) AS r,
        ARRAY(SELECT t FROM unnest(b.writes) t WHERE t > now_ms - $3::bigint) AS w
      FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms OFFSET 0) clock
    ) held
  ) judged
)
WHERE install_id = $1
RETURNING granted, greatest(
  blocked_until,
  CASE WHEN cardinality(requests) >= $4 THEN requests[1] + $3::bigint ELSE 0 END,
  CASE WHEN $2 AND cardinality(writes) >= $5 THEN writes[1] + $3::bigint ELSE 0 END
) - (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS wait_ms`;
