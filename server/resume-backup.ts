import { parseArgs } from 'node:util';
import { closeDb } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { setService } from '@/lib/system/process/process-facts';
import { resumeBackup } from '@/server/backup/resume-backup';

/**
 * `npm run backup:resume` prepares a database that was restored from a backup, before the app and the worker start
 * (docs/operating.md#restore). It needs the variables of the worker. If it refuses, it prints the reason and exits with
 * code 1. The secret ledger in the options is a database on another server with the newest tokens of each install.
 *
 *     --ignore-processes   goes on although processes of the app or the worker are connected.
 *     --take-ledger        accepts a secret ledger that has no store in common with the database.
 *     --without-ledger     goes on without the secret ledger that the database has.
 *     --ignore-keys        goes on although ENCRYPTION_KEYS cannot decrypt all data keys.
 *     --again              goes on although the database was not restored since its last contact with the ledger.
 */
try {
  setService('resume');
  const { values: flags } = parseArgs({
    options: {
      'ignore-processes': { type: 'boolean' },
      'take-ledger': { type: 'boolean' },
      'without-ledger': { type: 'boolean' },
      'ignore-keys': { type: 'boolean' },
      again: { type: 'boolean' },
    },
  });
  const { ledger, operations, bulkRuns, installs } = await resumeBackup({
    ledgerUrl: env().LEDGER_DATABASE_URL,
    ignoresProcesses: flags['ignore-processes'] ?? false,
    takesLedger: flags['take-ledger'] ?? false,
    withoutLedger: flags['without-ledger'] ?? false,
    ignoresKeys: flags['ignore-keys'] ?? false,
    again: flags.again ?? false,
  });
  console.log(
    ledger
      ? `Ledger: ${ledger.current} stores have their newest secrets, ${ledger.added} are new, ${ledger.erased} are erased`
      : 'No ledger: a store whose tokens were replaced since the backup must be connected again',
  );
  console.log(`${operations} unfinished writes will be settled; ${bulkRuns} bulk runs are paused`);
  console.log(`${installs} stores will be read again. Now start the app and the worker.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await closeDb();
}
