import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { Tx } from '@/lib/system/db';

/**
 * How complete the catalogue mirror is: `whole` after every product was read once, `partial` until then. `forbidden`
 * means that the app may not (or no longer) read products, so earlier data may be out of date.
 */
export async function readCatalogueState(
  tx: Tx,
  { installId }: Pick<InstallContext, 'installId'>,
): Promise<'whole' | 'partial' | 'forbidden'> {
  const sweeps = await tx.sweep.findMany({
    where: { installId, resource: 'products' },
    select: { kind: true, endedAt: true, lastError: true },
  });
  // Error code that a sweep stores when the scope to read products is missing (lib/mirror/sweeps/step-sweep.server.ts).
  if (sweeps.some(({ lastError }) => lastError === 'missing_scope')) return 'forbidden';
  return sweeps.some(({ kind, endedAt }) => kind === 'full' && endedAt) ? 'whole' : 'partial';
}
