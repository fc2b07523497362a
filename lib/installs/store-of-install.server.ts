import 'server-only';
import type { InstallId, StoreId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';

/** The store of an install, as a hint for the platform's sign-in: no right follows from it. */
export async function storeOfInstall(installId: InstallId): Promise<StoreId | null> {
  const install = await withSystem((tx) =>
    tx.install.findUnique({ where: { installId }, select: { storeId: true } }),
  );
  return install ? (install.storeId as StoreId) : null;
}
