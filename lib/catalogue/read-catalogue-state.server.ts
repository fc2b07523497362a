import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { Tx } from '@/lib/system/db';

/**
 * Returns how complete the mirror of the catalogue is: `partial` until every product was read once, then `whole`.
 * `forbidden` means that the app may not read products now. The products in the mirror may then be out of date.
 */
export async function readCatalogueState(
  tx: Tx,
  { installId }: Pick<InstallContext, 'installId'>,
): Promise<'whole' | 'partial' | 'forbidden'> {
  const sweeps = await tx.sweep.findMany({
    where: { installId, resource: 'products' },
    select: { kind: true, endedAt: true, lastError: true },
  });
  // A sweep stores the error code missing_scope if the app may not read products
  // (lib/mirror/sweeps/step-sweep.server.ts).
  if (sweeps.some(({ lastError }) => lastError === 'missing_scope')) return 'forbidden';
  return sweeps.some(({ kind, endedAt }) => kind === 'full' && endedAt) ? 'whole' : 'partial';
}
