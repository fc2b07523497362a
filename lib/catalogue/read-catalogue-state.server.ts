import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import type { Tx } from '@/lib/system/db';

/**
 * Returns how complete the products in the mirror (our copy of the platform's data) are.
 *
 * - `partial`: not all products have been read yet.
 * - `whole`: all products have been read.
 * - `forbidden`: the app may not read products now, so the products in the mirror may be outdated.
 */
export async function readCatalogueState(
  tx: Tx,
  { installId }: Pick<InstallContext, 'installId'>,
): Promise<'whole' | 'partial' | 'forbidden'> {
  const sweeps = await tx.sweep.findMany({
    where: { installId, resource: 'products' },
    select: { kind: true, endedAt: true, lastError: true },
  });
  // A sweep (a repeated read of platform data) stores the error code missing_scope if the app may not read products
  // (lib/mirror/sweeps/step-sweep.server.ts).
  if (sweeps.some(({ lastError }) => lastError === 'missing_scope')) return 'forbidden';
  return sweeps.some(({ kind, endedAt }) => kind === 'full' && endedAt) ? 'whole' : 'partial';
}
