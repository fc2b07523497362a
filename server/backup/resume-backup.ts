import { startSweeps } from '@/lib/mirror/sweeps/start-sweeps.server';
import { readVersions } from '@/lib/ops/read-versions.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { systemQuery, tenantDb, withSystem } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { countUnreadableDataKeys } from '@/lib/system/keys/rotate-ring';
import { type AppliedLedger, applyLedger } from '@/lib/system/ledger/apply-ledger';

/** Options of `resumeBackup`. Each option except the ledger's URL is a flag of `npm run backup:resume`. */
export interface ResumeOptions {
  /**
   * URL of the secret ledger (a database on another server with the newest tokens, secrets and data keys of each
   * install). Undefined if the deployment has no secret ledger.
   */
  ledgerUrl: string | undefined;
  /** If true, the function continues although processes of the app or the worker are connected. */
  ignoresProcesses?: boolean;
  /**
   * If true, the function accepts a secret ledger even if no store of the ledger is in the restored database
   * (applyLedger). The secret ledger is a database on another server with the newest tokens of each install.
   */
  takesLedger?: boolean;
  /**
   * If true, the function continues without a secret ledger, although the restored database has sent its secrets to
   * one. The secret ledger is a database on another server with the newest tokens.
   */
  withoutLedger?: boolean;
  /** If true, the function continues although ENCRYPTION_KEYS cannot decrypt all data keys. */
  ignoresKeys?: boolean;
  /**
   * If true, the function continues even if the database was not restored since its last contact with the secret
   * ledger. The secret ledger is a database on another server with the newest tokens.
   */
  again?: boolean;
}

/**
 * Result of `resumeBackup`. `ledger` describes what was taken from the secret ledger (a database on another server with
 * the newest tokens and keys). It is null if the deployment has no secret ledger.
 */
export interface ResumedBackup {
  ledger: AppliedLedger | null;
  /** Number of writes to the platform that were unfinished when the backup was made. */
  operations: number;
  /** Number of bulk runs that were running when the backup was made, and that are now paused. */
  bulkRuns: number;
  /** Number of installs whose records will be read again from the platform. */
  installs: number;
}

/**
 * Prepares a restored database before the app and the worker start. If the function fails, it can be called again. It
 * throws and changes nothing in these cases:
 *
 * - Processes of the app or the worker are connected. They may use tokens and send writes meanwhile.
 * - ENCRYPTION_KEYS cannot decrypt the data keys of the database.
 * - The database has a secret ledger (a database on another server with the newest tokens and keys), but the caller
 *   passed none.
 * - The secret ledger belongs to another database or is older than the backup, or the database was not restored
 *   (LedgerMismatch of applyLedger).
 *
 * If ENCRYPTION_KEYS cannot decrypt the data keys of the secret ledger, the function throws after it has written these
 * keys. The app and the worker do not start in this case either.
 *
 * If it does not throw, the function does this:
 *
 * - Writes the newest tokens and secrets from the secret ledger into the database.
 * - Treats an unfinished write as sent at the time when it was recorded, because it may have been sent after the
 *   backup. So it is sent again with its idempotency key within 23 h, and settled by reading after that (S29, S30).
 * - Pauses running bulk runs, because their items may have been sent after the backup. A person decides how to
 *   continue.
 * - Ends all sessions. Without this step, a session that was ended after the backup would be valid again.
 * - Turns off the setting that stores the customers of orders that the app did not create, because a merchant may
 *   have turned it off after the backup.
 * - Requests full sweeps and a check of the webhook subscription of each install, because events after the backup are
 *   lost.
 */
export async function resumeBackup(options: ResumeOptions): Promise<ResumedBackup> {
  if (!options.ignoresProcesses) await requireNoProcess();
  if (!options.ignoresKeys) await requireKeys();
  if (!options.ledgerUrl && !options.withoutLedger) await requireNoLedger();
  const resumed = { operations: 0, bulkRuns: 0, installs: 0 };
  const finish = async () => {
    // The secret ledger is a database on another server. Its data keys may be encrypted with a newer key than the data
    // keys of the backup. So all data keys are checked again.
    if (!options.ignoresKeys) await requireKeys();
    Object.assign(resumed, await prepareRows());
  };
  const { ledgerUrl: url, takesLedger = false, again = false } = options;
  const ledger = url ? await applyLedger(url, { takesLedger, onlyRestored: !again, finish }) : null;
  if (!url) await finish();
  return { ledger, ...resumed };
}

async function requireNoProcess(): Promise<void> {
  if (new URL(env().DATABASE_URL).searchParams.has('application_name'))
    throw new Error(
      'DATABASE_URL has an application_name, so nobody can see which processes are connected. Leave it out, or stop ' +
        'every app and worker and run npm run backup:resume -- --ignore-processes',
    );
  const connected = (await readVersions()).filter(({ name }) => /^daftar-(app|worker)\//.test(name));
  if (connected.length === 0) return;
  throw new Error(
    `Processes are connected to the database: ${connected.map(({ name }) => name).join(', ')}. Stop every app and ` +
      'worker, then run this again. A pooler keeps the connections of a stopped process for some minutes. If you ' +
      'know that none runs: npm run backup:resume -- --ignore-processes',
  );
}

async function requireKeys(): Promise<void> {
  const { all, unreadable } = await countUnreadableDataKeys();
  if (unreadable === 0) return;
  throw new Error(
    `ENCRYPTION_KEYS cannot decrypt ${unreadable} of ${all} data keys. Add the keys that the deployment had at the ` +
      'time of the backup, keep those of today, then run this again. If a key is lost for ever, the values of its stores ' +
      'are unreadable: npm run backup:resume -- --ignore-keys',
  );
}

async function requireNoLedger(): Promise<void> {
  const used = await systemQuery('SELECT 1 FROM ledger_state WHERE deployment IS NOT NULL', []);
  if (used.length === 0) return;
  throw new Error(
    'The database has a ledger, but LEDGER_DATABASE_URL is not set. Without it, each store whose tokens were replaced ' +
      'since the backup must be connected again. Set it, then run this again. If the ledger is lost for ever: npm run ' +
      'backup:resume -- --without-ledger',
  );
}

async function prepareRows(): Promise<Omit<ResumedBackup, 'ledger'>> {
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
  const installs = await systemQuery<{ installId: InstallId }>(
    `SELECT install_id AS "installId" FROM installs JOIN install_tokens USING (install_id) WHERE revoked_at IS NULL`,
    [],
  );
  for (const { installId } of installs) {
    // Turns off the setting that stores the customers of orders that the app did not create. A merchant may have turned
    // it off since the backup. The transaction has the role daftar_app, because no other role may write settings.
    await tenantDb(installId).transaction((tx) =>
      tx.setting.updateMany({ where: { installId, name: 'keepsCustomers' }, data: { value: false } }),
    );
    await withSystem((tx) => startSweeps(tx, installId));
  }
  return { operations: operations.length, bulkRuns: bulkRuns.length, installs: installs.length };
}
