import { closeDb } from '@/lib/system/db';
import { env } from '@/lib/system/env';
import { resumeBackup } from '@/server/backup/resume-backup';

/**
 * `npm run backup:resume`: prepares a database that was restored from a backup. Run it before the app and the
 * worker start (docs/operating.md#restore). It needs the same environment variables as the worker.
 */
try {
  const { LEDGER_DATABASE_URL } = env();
  const { ledger, operations, bulkRuns, installs } = await resumeBackup(LEDGER_DATABASE_URL);
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
