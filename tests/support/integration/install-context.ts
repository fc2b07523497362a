import { contextOf, type InstallContext } from '@/lib/installs/require-install.server';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';

/**
 * Returns the context that requireInstall, the access check, would return. It is for use cases that are tested without
 * a browser.
 */
export async function installContext(installId: InstallId): Promise<InstallContext> {
  const install = await withSystem((tx) => tx.install.findUniqueOrThrow({ where: { installId } }));
  return contextOf(install, { sub: 'staff_1', name: 'Rima' });
}
