import 'server-only';
import { closeUnlessActive } from '@/lib/installs/close-unless-active.server';
import { installClient } from '@/lib/installs/install-client.server';
import { claimDueInstallation, refreshInstallation } from '@/lib/installs/refresh-installation.server';
import { closeOperations } from '@/lib/operations/close-operations.server';
import { ReconnectRequired } from 'commerce-platform-client/platform-error';
import { log } from '@/lib/system/log';

/**
 * Reads GET /installation for one install. Each install is due every hour, or earlier if its stored scopes may be
 * outdated, for example after a 403. If the platform returns that the install is no longer active, the app closes it.
 * This read is needed because the event app.uninstalled may be lost (S14).
 */
export async function refreshDueInstallation(): Promise<boolean> {
  const due = await claimDueInstallation();
  if (!due) return false;
  const { installId } = due;
  try {
    const platform = installClient(installId, 'background');
    const { isActive } = await refreshInstallation(due, platform);
    if (!isActive) await closeUnlessActive(installId, platform, closeOperations);
  } catch (error) {
    // A ReconnectRequired error is not logged, because a retry cannot help: a merchant must connect the store again.
    // Until then, GET /installation is not due for the install.
    if (!(error instanceof ReconnectRequired))
      log.warn({ error, installId }, 'GET /installation failed; retrying in a minute');
  }
  return true;
}
