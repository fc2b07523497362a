import 'server-only';
import type { Freshness } from '@/lib/shared/freshness';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/** Reads how current the mirror (our copy of the platform's data) of an install is. The query reads only two rows. */
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
