import 'server-only';
import { noteInstallationRead } from '@/lib/installs/refresh-installation.server';
import { startSweeps } from '@/lib/mirror/sweeps/start-sweeps.server';
import { saveInstallation } from '@/lib/installs/save-installation.server';
import { storeTokens } from '@/lib/installs/tokens/token-source.server';
import type { Installation } from '@/lib/platform/contract/installation';
import type { TokenResponse } from '@/lib/platform/contract/oauth';
import type { InstallId } from '@/lib/shared/ids';
import { dbNow, withSystem } from '@/lib/system/db';
import { notifyWork } from '@/lib/system/live/notify';

/**
 * Ends an OAuth grant: install, tokens and the backfill to do, in one transaction. What is left (subscription,
 * store facts) is finished by the worker, which is woken: a crash after this loses nothing.
 * Refused when the tokens are of another install or store than GET /installation says.
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
    await noteInstallationRead(tx, installId, now);
    await startSweeps(tx, installId);
    // Subscribed again at each grant: scopes, and so topics, may have changed.
    await tx.webhookSecret.updateMany({ where: { installId }, data: { checkedAt: null } });
    await notifyWork(tx, 'installs');
  });
  return { ok: true, installId };
}
