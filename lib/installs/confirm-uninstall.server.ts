import 'server-only';
import { closeUnlessActive } from '@/lib/installs/close-unless-active.server';
import type { PlatformClient } from '@/lib/platform/client';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';

/**
 * app.uninstalled came: believed only when GET /installation answers 401 or a status other than active (security:
 * Late or forged app.uninstalled).
 */
export async function confirmUninstall(
  installId: InstallId,
  platform: Pick<PlatformClient, 'getInstallation'>,
): Promise<void> {
  if (!(await isOlderThanInstall(installId))) await closeUnlessActive(installId, platform);
}

/** The newest app.uninstalled we hold speaks of an installation before this one. */
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
