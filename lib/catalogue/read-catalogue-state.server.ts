import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { Tx } from '@/lib/system/db';

/**
 * What the mirror of the catalogue can answer: `whole` once every product was read, `partial` until then, and
 * `forbidden` when products may not be read (any more), since what was read once says nothing of today.
 */
export async function readCatalogueState(
  tx: Tx,
  { installId }: Pick<InstallContext, 'installId'>,
): Promise<'whole' | 'partial' | 'forbidden'> {
  const sweeps = await tx.sweep.findMany({
    where: { installId, resource: 'products' },
    select: { kind: true, endedAt: true, lastError: true },
  });
  // Of a sweep that may not read (lib/mirror/sweeps/step-sweep.server.ts).
  if (sweeps.some(({ lastError }) => lastError === 'missing_scope')) return 'forbidden';
  return sweeps.some(({ kind, endedAt }) => kind === 'full' && endedAt) ? 'whole' : 'partial';
}
