import 'server-only';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';

/** How current the mirror of an install is, and how far its past has been read. Times are RFC 3339. */
export type Freshness = {
  /** Last time anything was read from the platform for this install; null before the first read. */
  syncedAt: string | null;
  backfill: {
    state: 'running' | 'done';
    /** Orders read so far. */
    fetched: number;
    /** created_at of the oldest order reached; the total is not known to the platform's lists. */
    reachedBack: string | null;
  };
};

/** Reads it; two rows. */
export async function readFreshness(tx: Tx, installId: InstallId): Promise<Freshness> {
  const install = await tx.install.findUnique({ where: { installId }, select: { syncedAt: true } });
  const sweep = await tx.sweep.findUnique({
    where: { installId_resource_kind: { installId, resource: 'orders', kind: 'full' } },
  });
  return {
    syncedAt: install?.syncedAt?.toISOString() ?? null,
    backfill: {
      state: sweep?.endedAt ? 'done' : 'running',
      fetched: (sweep?.endedAt ? sweep.endedFetched : sweep?.fetched) ?? 0,
      reachedBack: sweep?.reachedBack?.toISOString() ?? null,
    },
  };
}
