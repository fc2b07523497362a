import 'server-only';
import { closeUnlessActive } from '@/lib/installs/close-unless-active.server';
import { installClient } from '@/lib/installs/install-client.server';
import { claimDueInstallation, refreshInstallation } from '@/lib/installs/refresh-installation.server';
import { closeOperations } from '@/lib/operations/close-operations.server';
import { ReconnectRequired } from '@/lib/platform/platform-error';
import { log } from '@/lib/system/log';

/**
 * Reads GET /installation of one install that is due: hourly, and after a 403. An install that is no longer active is
 * closed, because its app.uninstalled event may be lost (S14).
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
    // The circuit is open. The install is not due again until a merchant connects the store again.
    if (!(error instanceof ReconnectRequired))
      log.warn({ error, installId }, 'GET /installation failed; retrying in a minute');
  }
  return true;
}
