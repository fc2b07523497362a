import 'server-only';
import { sameScopes } from '@/lib/installs/compare-scopes';
import { startSweeps } from '@/lib/mirror/sweeps/start-sweeps.server';
import { saveInstallation } from '@/lib/installs/save-installation.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import type { Installation } from 'commerce-platform-client/contract/installation';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { dbNow, type Tx, withSystem } from '@/lib/system/db';
import { notifyLive, notifySessions, notifyWork } from '@/lib/system/live/notify';

/**
 * Minimum time between two reads of GET /installation for one install, even if the platform refuses many requests with
 * a 403.
 */
const apartSeconds = 60;
/**
 * Length of a claim in seconds. It is more than a read takes, and more than `apartSeconds`. A claim sets the due time
 * of the next read to `claimedDueAt`: the present time plus this length. If another request gets a 403 during the read,
 * it stores an earlier due time. So if the due time differs from `claimedDueAt` at the end of the read, the response
 * may be outdated.
 */
const leaseSeconds = 61;
const anHourAfter = (time: Date) => new Date(time.getTime() + 3_600_000);

/**
 * An install for which the current process has claimed the read of GET /installation. `claimedDueAt` is the due time
 * that the claim has stored.
 */
export type DueInstallation = { installId: InstallId; claimedDueAt: Date };

/**
 * Chooses the active install whose read of GET /installation was due first, and claims the read. Returns null if no
 * read is due. If the process crashes, the read is due again after a minute.
 */
export async function claimDueInstallation(): Promise<DueInstallation | null> {
  const rows = await withSystem(
    (tx) => tx.$queryRaw<DueInstallation[]>`
      UPDATE install_tokens t SET installation_read_at = now(),
        installation_due_at = now() + ${leaseSeconds} * interval '1 second'
      FROM (
        SELECT t.install_id FROM install_tokens t JOIN installs i ON i.install_id = t.install_id
        WHERE t.installation_due_at <= now() AND t.state <> 'reconnect' AND i.revoked_at IS NULL
          AND i.paused_at IS NULL
        ORDER BY t.installation_due_at LIMIT 1 FOR UPDATE OF t SKIP LOCKED
      ) due
      WHERE t.install_id = due.install_id
      RETURNING t.install_id AS "installId", t.installation_due_at AS "claimedDueAt"`,
  );
  return rows[0] ?? null;
}

/** Records that GET /installation was just read, because a merchant granted access. The next read is due in an hour. */
export async function noteInstallationRead(tx: Tx, installId: InstallId, now: Date): Promise<void> {
  await tx.installToken.updateMany({
    where: { installId },
    data: { installationReadAt: now, installationDueAt: anHourAfter(now) },
  });
}

/**
 * Schedules a read of GET /installation after a 403, because the stored scopes may be outdated. The read is due
 * immediately, but not before one minute has passed since the last read.
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
 * Reads GET /installation and saves the response. Returns true if the install is active.
 *
 * - If the effective scopes have changed, open screens are notified.
 * - If the effective scopes have changed, the worker creates the webhook subscription again and reads the whole store
 *   again. The worker does the same if the platform has stopped the subscription.
 * - If the install is not active, nothing is saved. The caller closes the install, and the read is due again in a
 *   minute.
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
    // Another process has closed the install since the read, so the response is outdated and is not saved.
    if (!lockedInstall) return;
    const { count } = await tx.installToken.updateMany({
      where: { installId, installationDueAt: due.claimedDueAt },
      data: { installationDueAt: anHourAfter(await dbNow(tx)) },
    });
    // If `count` is 0, a merchant granted access again during this read, or another request got a 403. In both cases,
    // the response may be outdated and is not saved.
    if (count === 0) return;
    const { install } = await saveInstallation(tx, body.data);
    const isChanged = !sameScopes(lockedInstall.effectiveScopes, install.effective_scopes);
    if (isChanged) await notifyLive(tx, { installId, kind: 'install', id: installId });
    const stopped = await readStopped(tx, install);
    if (isChanged || stopped) await repairSubscription(tx, installId, stopped);
    // Starts to read the whole store again. The app may now read other data, or events may have been lost while the
    // subscription was not active (M11).
    if (isChanged || stopped) await startSweeps(tx, installId);
  });
  return { isActive: true };
}

/**
 * Returns the status of the webhook subscription if the platform has stopped the deliveries; null in all other cases. A
 * subscription that a user deleted does not count: no subscription id is stored for it, so the result is null.
 */
async function readStopped(tx: Tx, { id, webhook }: Installation['install']): Promise<string | null> {
  const storedSecret = await tx.webhookSecret.findUnique({
    where: { installId: id },
    select: { subscriptionId: true },
  });
  if (!storedSecret?.subscriptionId || webhook?.status === 'active') return null;
  return webhook?.status ?? 'revoked';
}

/**
 * Makes the worker send PUT /webhooks again. `stopped`: the status of a subscription that the platform has stopped.
 * Until the PUT succeeds, open screens show that live updates are off.
 */
async function repairSubscription(tx: Tx, installId: InstallId, stopped: string | null): Promise<void> {
  // A PUT /webhooks that is in progress has topics for the earlier scopes. Because of the new
  // `pending_since`, its response is not accepted, and the worker sends PUT /webhooks again.
  await tx.$executeRaw`
    UPDATE webhook_secrets SET checked_at = NULL, pending_since = pending_since + interval '1 ms',
      status = coalesce(${stopped}, status)
    WHERE install_id = ${installId}`;
  if (stopped !== null) await notifySessions(tx, installId);
  await notifyWork(tx, 'installs');
}

async function lockLive(tx: Tx, installId: InstallId): Promise<{ effectiveScopes: string[] } | null> {
  const [row] = await tx.$queryRaw<{ effectiveScopes: string[] }[]>`
    SELECT effective_scopes AS "effectiveScopes" FROM installs
    WHERE install_id = ${installId} AND revoked_at IS NULL FOR UPDATE`;
  return row ?? null;
}
