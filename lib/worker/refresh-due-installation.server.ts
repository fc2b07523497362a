import 'server-only';
import { closeUnlessActive } from '@/lib/installs/close-unless-active.server';
import { installClient } from '@/lib/installs/install-client.server';
import { claimDueInstallation, refreshInstallation } from '@/lib/installs/refresh-installation.server';
import { ReconnectRequired } from '@/lib/platform/platform-error';
import { log } from '@/lib/system/log';

/**
 * Reads GET /installation of one install that is due: hourly, and after a 403. One that is no longer active is closed,
 * since app.uninstalled may be lost.
 */
export async function refreshDueInstallation(): Promise<boolean> {
  const due = await claimDueInstallation();
  if (!due) return false;
  const { installId } = due;
  try {
    const platform = installClient(installId, 'background');
    const { isActive } = await refreshInstallation(due, platform);
    if (!isActive) await closeUnlessActive(installId, platform);
  } catch (error) {
    // The circuit has opened: it is not due any more until a merchant connects the store again.
    if (!(error instanceof ReconnectRequired))
      log.warn({ error, installId }, 'the installation could not be read; due again in a minute');
  }
  return true;
}
