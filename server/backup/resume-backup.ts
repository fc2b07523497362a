import { startSweeps } from '@/lib/mirror/sweeps/start-sweeps.server';
import type { InstallId } from '@/lib/shared/ids';
import { systemQuery, withSystem } from '@/lib/system/db';
import { type AppliedLedger, applyLedger } from '@/lib/system/ledger/apply-ledger';

/** What `resumeBackup` changed. `ledger` is null if the deployment has no ledger. */
export interface ResumedBackup {
  ledger: AppliedLedger | null;
  /** Writes that were not finished in the backup. */
  operations: number;
  /** Bulk runs that were running in the backup. */
  bulkRuns: number;
  /** Installs that are read again from the platform. */
  installs: number;
}

/**
 * Prepares a restored database before the app and the worker start. It can be repeated.
 *
 * - Writes the tokens and secrets of the ledger.
 * - An unfinished write counts as sent when it was recorded, because it may have been sent since the backup. So it is
 *   sent again with its key within 23 h, and settled by reading later (S29, S30).
 * - Pauses running bulk runs, because their items may have been sent since the backup. A person decides.
 * - Ends all sessions, because a session that was ended since the backup would be open again. Stops to keep the
 *   customers of other orders, because a merchant may have switched that off.
 * - Requests full sweeps and a check of the webhook subscription of each install, because events since the backup are
 *   lost.
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
  // A merchant may have switched it off since the backup.
  await systemQuery(`UPDATE settings SET value = 'false' WHERE name = 'keepsCustomers'`, []);
  const installs = await systemQuery<{ installId: InstallId }>(
    `SELECT install_id AS "installId" FROM installs JOIN install_tokens USING (install_id) WHERE revoked_at IS NULL`,
    [],
  );
  for (const { installId } of installs) await withSystem((tx) => startSweeps(tx, installId));
  return { ledger, operations: operations.length, bulkRuns: bulkRuns.length, installs: installs.length };
}
