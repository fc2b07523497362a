import 'server-only';
import type { InstallId, StoreId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';

/** Store of an install, as a hint for the platform's sign-in. It grants no rights. */
export async function storeOfInstall(installId: InstallId): Promise<StoreId | null> {
  const install = await withSystem((tx) =>
    tx.install.findUnique({ where: { installId }, select: { storeId: true } }),
  );
  return install ? (install.storeId as StoreId) : null;
}
