import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { withSystem } from '@/lib/system/db';

/**
 * Returns the open install that replaced the given closed install, because the store installed the app again. Returns
 * null if the given install is open or unknown, or if its store has no open install. The caller must check the access
 * to the returned install before it shows the id (S5).
 */
export async function findSuccessor(installId: InstallId): Promise<InstallId | null> {
  const [row] = await withSystem(
    (tx) => tx.$queryRaw<{ installId: InstallId }[]>`
      SELECT n.install_id AS "installId"
      FROM installs o JOIN installs n ON n.store_id = o.store_id AND n.app_id = o.app_id
      WHERE o.install_id = ${installId} AND o.revoked_at IS NOT NULL AND n.revoked_at IS NULL
      ORDER BY n.installed_at DESC LIMIT 1`,
  );
  return row?.installId ?? null;
}
