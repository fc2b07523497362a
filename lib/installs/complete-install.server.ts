import 'server-only';
import { noteInstallationRead } from '@/lib/installs/refresh-installation.server';
import { startSweeps } from '@/lib/mirror/sweeps/start-sweeps.server';
import { endSessions } from '@/lib/installs/sign-in/session.server';
import { saveInstallation } from '@/lib/installs/save-installation.server';
import { storeTokens } from '@/lib/installs/tokens/token-source.server';
import type { Installation } from 'commerce-platform-client/contract/installation';
import type { TokenResponse } from 'commerce-platform-client/contract/oauth';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { dbNow, withSystem } from '@/lib/system/db';
import { notifyWork } from '@/lib/system/live/notify';

/**
 * Completes an OAuth grant. One transaction stores the install, its tokens and the sweeps (reads of whole lists of the
 * platform). After that, the worker creates the webhook subscription and reads the store. If this process crashes after
 * the commit, nothing is lost, because the worker regularly looks for new installs. Returns `ids_differ` if GET
 * /installation has another install or store than the token response.
 */
export async function completeInstall(
  tokens: TokenResponse,
  installation: Installation,
): Promise<{ ok: true; installId: InstallId } | { ok: false; code: 'ids_differ' }> {
  const installId = tokens.install_id;
  if (installation.install.id !== installId || installation.store.id !== tokens.store_id)
    return { ok: false, code: 'ids_differ' };
  await withSystem(async (tx) => {
    await saveInstallation(tx, installation);
    const now = await dbNow(tx);
    await storeTokens(tx, tokens, now);
    // Ends all earlier sessions, because their users may have lost access to the store. The caller then starts one new
    // session.
    await endSessions(tx, installId);
    await noteInstallationRead(tx, installId, now);
    // A new grant may change the scopes, and the scopes decide which topics can be subscribed. So the worker
    // must create the webhook subscription again.
    await tx.webhookSecret.updateMany({ where: { installId }, data: { checkedAt: null } });
    await startSweeps(tx, installId);
    await notifyWork(tx, 'installs');
  });
  return { ok: true, installId };
}
