import 'server-only';
import type { Freshness } from '@/lib/shared/freshness';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

type FreshnessRow = {
  syncedAt: Date | null;
  endedAt: Date | null;
  endedFetched: number | null;
  fetched: number | null;
  reachedBack: Date | null;
};

/**
 * Reads how current the mirror (our copy of the platform's data) of an install is. The query reads only two rows, in one
 * statement, because every list runs it.
 */
export async function readFreshness(tx: Tx, installId: InstallId): Promise<Freshness> {
  const [row] = await tx.$queryRaw<FreshnessRow[]>`
    SELECT i.synced_at AS "syncedAt", s.ended_at AS "endedAt", s.ended_fetched AS "endedFetched", s.fetched,
      s.reached_back AS "reachedBack"
    FROM installs i
      LEFT JOIN sweeps s ON s.install_id = i.install_id AND s.resource = 'orders' AND s.kind = 'full'
    WHERE i.install_id = ${installId}`;
  return {
    syncedAt: row?.syncedAt?.toISOString() ?? null,
    backfill: {
      state: row?.endedAt ? 'done' : 'running',
      fetched: (row?.endedAt ? row.endedFetched : row?.fetched) ?? 0,
      reachedBack: row?.reachedBack?.toISOString() ?? null,
    },
  };
}
