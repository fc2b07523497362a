import { contextOf, type InstallContext } from '@/lib/installs/require-install.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Role } from '@/lib/shared/roles/roles';
import { withSystem } from '@/lib/system/db';

/**
 * Returns the install context of a user named Rima, as requireInstall (the access check of requests) would
 * return it. With this context, tests call use cases without a browser.
 */
export async function installContext(installId: InstallId, role: Role = 'owner'): Promise<InstallContext> {
  const install = await withSystem((tx) => tx.install.findUniqueOrThrow({ where: { installId } }));
  return contextOf(install, { actor: { sub: 'staff_1', name: 'Rima' }, role });
}
