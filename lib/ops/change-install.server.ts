import 'server-only';
import { hastenMarks } from '@/lib/mirror/dirty/mark-dirty.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type Tx, withSystem } from '@/lib/system/db';
import { notifySessions, notifyWork, Work } from '@/lib/system/live/notify';
import { hastenTurns } from '@/lib/system/queues/ready-list.server';

/**
 * Pauses an install. Workers send nothing for it until it is resumed. If the install is already paused, the time of the
 * first pause stays. Returns false if there is no open install with this id.
 *
 * Three things continue during the pause: events are received and stored, expired data is deleted, and writes that a
 * merchant requests on a screen are sent.
 */
export async function pauseInstall(installId: InstallId): Promise<boolean> {
  return withSystem(async (tx) => {
    const rows = await tx.$executeRaw`
      UPDATE installs SET paused_at = coalesce(paused_at, now())
      WHERE install_id = ${installId} AND revoked_at IS NULL`;
    await notifySessions(tx, installId);
    return rows === 1;
  });
}

/** Ends the pause of an install and wakes the workers. Returns false if there is no install with this id. */
export async function resumeInstall(installId: InstallId): Promise<boolean> {
  return withSystem(async (tx) => {
    const { count } = await tx.install.updateMany({ where: { installId }, data: { pausedAt: null } });
    await hastenTurns(tx, installId);
    await notifySessions(tx, installId);
    await wakeWorkers(tx);
    return count === 1;
  });
}

/**
 * Makes all waiting work of an install due now, so that it does not wait for its next retry. The work is the setup with
 * the webhook subscription, GET /installation, dirty marks, sweeps and open writes. Requests still wait if the platform
 * demanded a pause (Retry-After), and they still fail if a scope is missing. The function can be called again without
 * harm.
 *
 * It locks rows in the sequence of docs/decisions/sweeps.md, so it cannot deadlock with a new grant (completeInstall).
 *
 * Returns the number of rows that are due now; null if there is no open install with this id.
 */
export async function retryInstall(installId: InstallId): Promise<number | null> {
  const others = await withSystem(async (tx) => {
    const live = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM installs WHERE install_id = ${installId} AND revoked_at IS NULL FOR UPDATE`;
    if (live.length === 0) return null;
    const setup = await tx.$executeRaw`
      UPDATE install_tokens SET installation_due_at = least(installation_due_at, now()), finish_claimed_until = NULL
      WHERE install_id = ${installId}`;
    // Makes the setup due if the webhook subscription is not active. The setup then creates the subscription
    // again.
    await tx.$executeRaw`
      UPDATE webhook_secrets SET checked_at = NULL
      WHERE install_id = ${installId} AND status <> 'active' AND subscription_id IS NOT NULL`;
    await hastenMarks(tx, installId);
    const marks = await tx.dirtyMark.count({ where: { installId } });
    // Locks the sweeps in the same sequence as saveProgress, so that the two transactions cannot deadlock.
    await tx.$queryRaw`SELECT 1 FROM sweeps WHERE install_id = ${installId} ORDER BY resource, kind FOR UPDATE`;
    const sweeps = await tx.$executeRaw`
      UPDATE sweeps SET due_at = now(), failures = 0 WHERE install_id = ${installId} AND failures > 0
        AND last_error IS DISTINCT FROM 'missing_scope'`;
    return setup + marks + sweeps;
  });
  if (others === null) return null;
  // The end of an operation locks the operation before rows of the mirror (docs/decisions/sweeps.md). So operations are
  // changed in a transaction of their own.
  const operations = await withSystem(async (tx) => {
    const due = await tx.$executeRaw`
      UPDATE operations SET next_attempt_at = now() WHERE install_id = ${installId} AND ended_at IS NULL
        AND (lease_until IS NULL OR lease_until < now()) AND next_attempt_at > now()`;
    await wakeWorkers(tx);
    return due;
  });
  return others + operations;
}

async function wakeWorkers(tx: Tx): Promise<void> {
  for (const work of Work.options) await notifyWork(tx, work);
}
