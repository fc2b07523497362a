import 'server-only';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { withSystem } from '@/lib/system/db';

/** Records that the app was opened in the install. Returns true only the first time. */
export async function markOpened(installId: InstallId): Promise<boolean> {
  return withSystem(async (tx) => {
    const { count } = await tx.install.updateMany({
      where: { installId, openedAt: null },
      data: { openedAt: new Date() },
    });
    return count === 1;
  });
}
