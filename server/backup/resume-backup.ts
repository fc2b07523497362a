import { startSweeps } from '@/lib/mirror/sweeps/start-sweeps.server';
import type { InstallId } from '@/lib/shared/ids';
import { systemQuery, withSystem } from '@/lib/system/db';
import { type AppliedLedger, applyLedger } from '@/lib/system/ledger/apply-ledger';

/** What `resumeBackup` changed. `ledger` is null if the deployment has no secret ledger. */
export interface ResumedBackup {
  ledger: AppliedLedger | null;
  /** Number of writes to the platform that were not finished in the backup. */
  operations: number;
  /** Number of bulk runs that were running in the backup and are now paused. */
  bulkRuns: number;
  /** Number of installs whose records will be read again from the platform. */
  installs: number;
}

/**
 * Prepares a restored database before the app and the worker start. It can be repeated.
 *
 * - Writes the newest tokens and secrets from the secret ledger into the database.
 * - Treats an unfinished write as sent at the time when it was recorded, because it may have been sent after
 *   the backup. So it is sent again with its idempotency key within 23 h, and settled by reading after that
 *   (S29, S30).
 * - Pauses running bulk runs, because their items may have been sent after the backup. A person decides how
 *   to continue.
 * - Ends all sessions, because otherwise a session that was ended after the backup would be open again.
 * - Turns off the setting that keeps customers of other orders, because a merchant may have turned it off
 *   after the backup.
 * - Requests full sweeps and a check of the webhook subscription of each install, because events after the
 *   backup are lost.
 */
export async function resumeBackup(ledgerUrl: string | undefined): Promise<ResumedBackup> {
  const ledger = ledgerUrl ? await applyLedger(ledgerUrl) : null;
  const operations = await systemQuery(
    `UPDATE operations SET state = 'unknown', first_sent_at = coalesce(first_sent_at, created_at),
       outcome_unknown_at = coalesce(outcome_unknown_at, now()), lease_until = NULL, next_attempt_at = now()
     WHERE ended_at IS NULL RETURNING 1`,
    [],
  );
  const bulkRuns = await systemQuery(
    `UPDATE bulk_runs SET state = 'paused' WHERE state = 'running' RETURNING 1`,
    [],
  );
  for (const table of ['sessions', 'handoffs', 'oauth_states']) await systemQuery(`DELETE FROM ${table}`, []);
  await systemQuery('UPDATE webhook_secrets SET checked_at = NULL', []);
  // A merchant may have turned this setting off after the backup, so it is turned off here.
  await systemQuery(`UPDATE settings SET value = 'false' WHERE name = 'keepsCustomers'`, []);
  const installs = await systemQuery<{ installId: InstallId }>(
    `SELECT install_id AS "installId" FROM installs JOIN install_tokens USING (install_id) WHERE revoked_at IS NULL`,
    [],
  );
  for (const { installId } of installs) await withSystem((tx) => startSweeps(tx, installId));
  return { ledger, operations: operations.length, bulkRuns: bulkRuns.length, installs: installs.length };
}
