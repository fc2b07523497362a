import 'server-only';
import { systemQuery } from '@/lib/system/db';

/** Writes that the platform or the app refused in the last 24 h, by kind of write and code of the refusal. */
export type Refusal = { kind: string; code: string; writes: number };

/**
 * Maximum number of refusals that are counted for each store, the newest first. The limit keeps the statement
 * fast if one store has very many refusals.
 */
const perStoreMax = 1_000;

/** Counts the refusals of all stores, or of one store, the most frequent refusal first. */
export function readRefusals(installId: string | null): Promise<Refusal[]> {
  return systemQuery<Refusal>(
    `SELECT o.kind, coalesce(o.result->>'code', '') AS code, count(*)::int AS writes
     FROM installs i CROSS JOIN LATERAL (
       SELECT kind, state, result FROM operations
       WHERE install_id = i.install_id AND ended_at > now() - interval '1 day'
       ORDER BY ended_at DESC LIMIT ${perStoreMax}
     ) o
     WHERE o.state = 'refused' AND ($1::text IS NULL OR i.install_id = $1)
     GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 20`,
    [installId],
  );
}
