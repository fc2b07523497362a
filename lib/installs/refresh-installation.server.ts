import 'server-only';
import { sameScopes } from '@/lib/installs/compare-scopes';
import { startSweeps } from '@/lib/mirror/sweeps/start-sweeps.server';
import { saveInstallation } from '@/lib/installs/save-installation.server';
import type { PlatformClient } from '@/lib/platform/client';
import type { Installation } from '@/lib/platform/contract/installation';
import type { InstallId } from '@/lib/shared/ids';
import { dbNow, type Tx, withSystem } from '@/lib/system/db';
import { notifyLive, notifyWork } from '@/lib/system/live/notify';

/** One read a minute at most, however many calls are refused. */
const apartSeconds = 60;
/** Longer than a read may take and than the least distance: an ask that comes meanwhile is then not taken for ours. */
const leaseSeconds = 61;
const anHourAfter = (time: Date) => new Date(time.getTime() + 3_600_000);

/** An install whose GET /installation is due, and the due time that the claim has set. */
export type DueInstallation = { installId: InstallId; claimedDueAt: Date };

/** Claims the longest due of the live installs; null when none is. A crash leaves it due again in a minute. */
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

/** GET /installation was read another way, with a grant: due in an hour. */
export async function noteInstallationRead(tx: Tx, installId: InstallId, now: Date): Promise<void> {
  await tx.installToken.updateMany({
    where: { installId },
    data: { installationReadAt: now, installationDueAt: anHourAfter(now) },
  });
}

/** The platform answered 403: the scopes that we hold may be old. To be read at once, or when a minute has passed. */
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
 * Reads GET /installation and saves it. Where the effective scopes changed open screens are told; then, and where the
 * subscription is not active, the worker puts it in place anew, since topics follow scopes (platform: Webhooks). Answers
 * whether the install is active; one that is not is left as it is, due again in a minute, for the caller to close.
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
    // Closed meanwhile: what was read is older than that.
    if (!lockedInstall) return;
    const { count } = await tx.installToken.updateMany({
      where: { installId, installationDueAt: due.claimedDueAt },
      data: { installationDueAt: anHourAfter(await dbNow(tx)) },
    });
    // A newer grant, or another refusal, came meanwhile: what was read is older than that.
    if (count === 0) return;
    await saveInstallation(tx, body.data);
    const isChanged = !sameScopes(lockedInstall.effectiveScopes, body.data.install.effective_scopes);
    if (isChanged) await notifyLive(tx, { installId, kind: 'install', id: installId });
    const stopped = await hasStopped(tx, body.data.install);
    if (isChanged || stopped) await mendSubscription(tx, installId);
    // What may be read has changed, or events were lost: everything is looked at again (mirror M11).
    if (isChanged || stopped) await startSweeps(tx, installId);
  });
  return { isActive: true };
}

/** Deliveries stopped by the platform; a subscription that was deleted on purpose is none to us either. */
async function hasStopped(tx: Tx, { id, webhook }: Installation['install']): Promise<boolean> {
  const storedSecret = await tx.webhookSecret.findUnique({
    where: { installId: id },
    select: { subscriptionId: true },
  });
  return Boolean(storedSecret?.subscriptionId) && webhook?.status !== 'active';
}

async function mendSubscription(tx: Tx, installId: InstallId): Promise<void> {
  // A PUT under way was made of what was held before: no longer the newest, it is done again.
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
