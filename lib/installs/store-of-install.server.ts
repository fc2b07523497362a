import 'server-only';
import type { InstallId, StoreId } from 'commerce-platform-client/contract/ids';
import { withSystem } from '@/lib/system/db';

/**
 * Returns the store of an install; null if the install is unknown. The platform's sign-in screen preselects this store.
 * Knowing the store gives no access.
 */
export async function storeOfInstall(installId: InstallId): Promise<StoreId | null> {
  const install = await withSystem((tx) =>
    tx.install.findUnique({ where: { installId }, select: { storeId: true } }),
  );
  return install ? (install.storeId as StoreId) : null;
}
