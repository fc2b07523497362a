import 'server-only';
import type { ArrivalLag } from '@/lib/mirror/health/sync-view';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Maximum number of events that are examined per hour, the newest first. With this limit, the query reads only 24 small
 * parts of an index, even if very many events arrived.
 */
const perHourMax = 500;

type Row = { startsAt: Date | null; lookedAt: number } & Omit<ArrivalLag['hours'][number], 'startsAt'>;

/**
 * Reads how late the events of the last 24 hours arrived (U8). The caller's transaction must have the system role,
 * because the tenant role has no access to the inbox.
 */
export async function readArrivalLag(tx: Tx, installId: InstallId): Promise<ArrivalLag> {
  const rows = await tx.$queryRaw<Row[]>`
    WITH hours AS (
      SELECT generate_series(date_trunc('hour', now()) - interval '23 hours', now(), '1 hour') AS starts_at
    ), seen AS (
      SELECT hours.starts_at, event.received_at,
        -- If the platform's clock is ahead of ours, the lag is zero, not negative.
        CASE WHEN NOT event.test AND event.occurred_at IS NOT NULL
          THEN greatest(0, extract(epoch FROM event.received_at - event.occurred_at) * 1000)::float8 END AS lag_ms
      FROM hours LEFT JOIN LATERAL (
        SELECT received_at, occurred_at, test FROM inbox
        WHERE install_id = ${installId} AND state <> 'stored'
          AND received_at >= hours.starts_at AND received_at < hours.starts_at + interval '1 hour'
        ORDER BY received_at DESC LIMIT ${perHourMax}
      ) event ON true
    )
    SELECT starts_at AS "startsAt", count(received_at)::int AS "lookedAt", count(lag_ms)::int AS events,
      round(percentile_disc(0.5) WITHIN GROUP (ORDER BY lag_ms))::float8 AS "p50Ms",
      round(percentile_disc(0.95) WITHIN GROUP (ORDER BY lag_ms))::float8 AS "p95Ms"
    FROM seen GROUP BY GROUPING SETS ((starts_at), ()) ORDER BY starts_at`;
  const day = rows.find(({ startsAt }) => startsAt === null);
  const hours = rows.flatMap(({ startsAt, lookedAt, ...hour }) =>
    startsAt ? [{ ...hour, startsAt: startsAt.toISOString(), isFull: lookedAt >= perHourMax }] : [],
  );
  return {
    events: day?.events ?? 0,
    p50Ms: day?.p50Ms ?? null,
    p95Ms: day?.p95Ms ?? null,
    isPartial: hours.some(({ isFull }) => isFull),
    hours: hours.map(({ isFull: _, ...hour }) => hour),
  };
}
