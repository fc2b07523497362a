import 'server-only';
import { sameScopes } from '@/lib/installs/compare-scopes';
import { startSweeps } from '@/lib/mirror/sweeps/start-sweeps.server';
import { saveInstallation } from '@/lib/installs/save-installation.server';
import type { PlatformClient } from '@/lib/platform/client';
import type { Installation } from '@/lib/platform/contract/installation';
import type { InstallId } from '@/lib/shared/ids';
import { dbNow, type Tx, withSystem } from '@/lib/system/db';
import { notifyLive, notifyWork } from '@/lib/system/live/notify';

/**
 * Minimum time between two reads of GET /installation for one install, even if the platform refuses many calls with
 * 403.
 */
const apartSeconds = 60;
/**
 * Length of a claim in seconds. A claim moves the due time of the read this far into the future. A claim is longer than
 * a read of GET /installation may take, and longer than `apartSeconds`. A 403 during the read therefore sets an earlier
 * due time. The reading process compares the due time with `claimedDueAt` and so notices the 403.
 */
const leaseSeconds = 61;
const anHourAfter = (time: Date) => new Date(time.getTime() + 3_600_000);

/**
 * An install that this process has claimed, to read GET /installation. `claimedDueAt` is the new due time that the
 * claim wrote into the row of the install.
 */
export type DueInstallation = { installId: InstallId; claimedDueAt: Date };

/**
 * Claims the active install whose read of GET /installation has been due longest; null if none is due. If the process
 * crashes, the install is due again after a minute.
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

/**
 * Records that GET /installation was read while a merchant granted access to the app. The next read is due in an hour.
 */
export async function noteInstallationRead(tx: Tx, installId: InstallId, now: Date): Promise<void> {
  await tx.installToken.updateMany({
    where: { installId },
    data: { installationReadAt: now, installationDueAt: anHourAfter(now) },
  });
}

/**
 * Schedules a read of GET /installation after a 403, because the stored scopes may be outdated. The read is due
 * immediately, but not earlier than one minute after the last read.
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
 * changed or the webhook subscription is not active, the worker creates the subscription again. Its topics depend on
 * the scopes (platform: Webhooks). Returns whether the install is active. An inactive install is not changed and its
 * read is due again in a minute; the caller closes the install.
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
    // Another process closed the install after the read, so the response is outdated and is not saved.
    if (!lockedInstall) return;
    const { count } = await tx.installToken.updateMany({
      where: { installId, installationDueAt: due.claimedDueAt },
      data: { installationDueAt: anHourAfter(await dbNow(tx)) },
    });
    // During this read, a merchant granted access again, or another request got a 403. The response may be outdated, so
    // it is not saved.
    if (count === 0) return;
    await saveInstallation(tx, body.data);
    const isChanged = !sameScopes(lockedInstall.effectiveScopes, body.data.install.effective_scopes);
    if (isChanged) await notifyLive(tx, { installId, kind: 'install', id: installId });
    const stopped = await hasStopped(tx, body.data.install);
    if (isChanged || stopped) await repairSubscription(tx, installId);
    // Everything is read again, because the app may now read other data, or events were lost while the subscription was
    // not active (M11).
    if (isChanged || stopped) await startSweeps(tx, installId);
  });
  return { isActive: true };
}

/**
 * Whether the platform stopped the webhook deliveries. A subscription that a merchant deleted does not count, because
 * then no subscription id is stored.
 */
async function hasStopped(tx: Tx, { id, webhook }: Installation['install']): Promise<boolean> {
  const storedSecret = await tx.webhookSecret.findUnique({
    where: { installId: id },
    select: { subscriptionId: true },
  });
  return Boolean(storedSecret?.subscriptionId) && webhook?.status !== 'active';
}

async function repairSubscription(tx: Tx, installId: InstallId): Promise<void> {
  // A PUT /webhooks that is in progress was made for the earlier scopes. The new `pending_since` makes that PUT
  // outdated, so the worker repeats it.
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
