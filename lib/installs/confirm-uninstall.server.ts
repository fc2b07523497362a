import 'server-only';
import { type CloseOperations, closeUnlessActive } from '@/lib/installs/close-unless-active.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { withSystem } from '@/lib/system/db';

/**
 * Handles the event app.uninstalled. The install is closed only if GET /installation confirms that the install is not
 * active (S14).
 */
export async function confirmUninstall(
  installId: InstallId,
  platform: Pick<PlatformClient, 'getInstallation'>,
  closeOperations: CloseOperations,
): Promise<void> {
  if (!(await isOlderThanInstall(installId))) await closeUnlessActive(installId, platform, closeOperations);
}

/**
 * Returns true if the newest stored event app.uninstalled is older than the current installation. Such an event is
 * about an earlier installation.
 */
async function isOlderThanInstall(installId: InstallId): Promise<boolean> {
  return withSystem(async (tx) => {
    const install = await tx.install.findUnique({ where: { installId }, select: { installedAt: true } });
    const newest = await tx.inboxEvent.findFirst({
      where: { installId, state: { not: 'stored' }, topic: 'app.uninstalled', occurredAt: { not: null } },
      orderBy: { occurredAt: 'desc' },
      select: { occurredAt: true },
    });
    return Boolean(install && newest?.occurredAt && newest.occurredAt < install.installedAt);
  });
}
