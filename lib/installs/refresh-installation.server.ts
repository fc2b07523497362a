import 'server-only';
import { sameScopes } from '@/lib/installs/compare-scopes';
import { startSweeps } from '@/lib/mirror/sweeps/start-sweeps.server';
import { saveInstallation } from '@/lib/installs/save-installation.server';
import type { PlatformClient } from '@/lib/platform/client';
import type { Installation } from '@/lib/platform/contract/installation';
import type { InstallId } from '@/lib/shared/ids';
import { dbNow, type Tx, withSystem } from '@/lib/system/db';
import { notifyLive, notifyWork } from '@/lib/system/live/notify';

/** Minimum time between two reads, so at most one read per minute, however many calls are refused. */
const apartSeconds = 60;
/**
 * Longer than a read may take and than `apartSeconds`. A due time that another request sets meanwhile is therefore
 * never equal to the claimed one.
 */
const leaseSeconds = 61;
const anHourAfter = (time: Date) => new Date(time.getTime() + 3_600_000);

/** An install that is due for GET /installation, and the due time that the claim has set. */
export type DueInstallation = { installId: InstallId; claimedDueAt: Date };

/**
 * Claims the active install that has been due longest; null if none is due. After a crash, the install is due again in
 * a minute.
 */
export async function claimDueInstallation(): Promise<DueInstallation | null> {
  const rows = await withSystem(
    (tx) => tx.$queryRaw<DueInstallation[]>`
      UPDATE install_tokens t SET installation_read_at = now(),
        installation_due_at = now() + ${leaseSeconds} * interval '1 second'
      FROM (
        SELECT t.install_id FROM install_tokens t JOIN installs i ON i.install_id = t.install_id
        WHERE t.installation_due_at <= now() AND t.state <> 'reconnect' AND i.revoked_at IS NULL
        ORDER BY t.installation_due_at LIMIT 1 FOR UPDATE OF t SKIP LOCKED
      ) due
      WHERE t.install_id = due.install_id
      RETURNING t.install_id AS "installId", t.installation_due_at AS "claimedDueAt"`,
  );
  return rows[0] ?? null;
}

/** Records that GET /installation was read with a new grant. The next read is due in an hour. */
export async function noteInstallationRead(tx: Tx, installId: InstallId, now: Date): Promise<void> {
  await tx.installToken.updateMany({
    where: { installId },
    data: { installationReadAt: now, installationDueAt: anHourAfter(now) },
  });
}

/**
 * Makes GET /installation due after a 403, because the stored scopes may be old. It is due immediately, or one minute
 * after the last read.
 */
export async function markInstallationDue(installId: InstallId): Promise<void> {
  await withSystem(async (tx) => {
    await tx.$executeRaw`
      UPDATE install_tokens SET installation_due_at = least(installation_due_at,
        greatest(now(), installation_read_at + ${apartSeconds} * interval '1 second'))
      WHERE install_id = ${installId}`;
    await notifyWork(tx, 'installs');
  });
}

/**
 * Reads GET /installation and saves it. If the effective scopes changed, open screens are notified. If the scopes
 * changed or the subscription is not active, the worker subscribes again, since topics follow scopes (platform:
 * Webhooks). Returns whether the install is active. An inactive install is not changed and is due again in a minute;
 * the caller closes it.
 */
export async function refreshInstallation(
  due: DueInstallation,
  platform: Pick<PlatformClient, 'getInstallation'>,
): Promise<{ isActive: boolean }> {
  const { installId } = due;
  const { body } = await platform.getInstallation();
  if (body.data.install.status !== 'active') return { isActive: false };
  await withSystem(async (tx) => {
    const lockedInstall = await lockLive(tx, installId);
    // The install was closed meanwhile, so the data that was read is older than that.
    if (!lockedInstall) return;
    const { count } = await tx.installToken.updateMany({
      where: { installId, installationDueAt: due.claimedDueAt },
      data: { installationDueAt: anHourAfter(await dbNow(tx)) },
    });
    // A newer grant or another 403 arrived meanwhile, so the data that was read is older than that.
    if (count === 0) return;
    await saveInstallation(tx, body.data);
    const isChanged = !sameScopes(lockedInstall.effectiveScopes, body.data.install.effective_scopes);
    if (isChanged) await notifyLive(tx, { installId, kind: 'install', id: installId });
    const stopped = await hasStopped(tx, body.data.install);
    if (isChanged || stopped) await repairSubscription(tx, installId);
    // The readable data has changed or events were lost, so everything is read again (M11).
    if (isChanged || stopped) await startSweeps(tx, installId);
  });
  return { isActive: true };
}

/**
 * Whether the platform stopped the deliveries. A subscription that was deleted on purpose does not count, because its
 * id is no longer stored either.
 */
async function hasStopped(tx: Tx, { id, webhook }: Installation['install']): Promise<boolean> {
  const storedSecret = await tx.webhookSecret.findUnique({
    where: { installId: id },
    select: { subscriptionId: true },
  });
  return Boolean(storedSecret?.subscriptionId) && webhook?.status !== 'active';
}

async function repairSubscription(tx: Tx, installId: InstallId): Promise<void> {
  // A PUT /webhooks in progress was made for the earlier scopes. The new `pending_since` makes that PUT outdated, so it
  // is repeated.
  await tx.$executeRaw`
    UPDATE webhook_secrets SET checked_at = NULL, pending_since = pending_since + interval '1 ms'
    WHERE install_id = ${installId}`;
  await notifyWork(tx, 'installs');
}

async function lockLive(tx: Tx, installId: InstallId): Promise<{ effectiveScopes: string[] } | null> {
  const [row] = await tx.$queryRaw<{ effectiveScopes: string[] }[]>`
    SELECT effective_scopes AS "effectiveScopes" FROM installs
    WHERE install_id = ${installId} AND revoked_at IS NULL FOR UPDATE`;
  return row ?? null;
}
