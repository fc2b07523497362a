import 'server-only';
import { hastenMarks } from '@/lib/mirror/dirty/mark-dirty.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { withSystem } from '@/lib/system/db';
import { notifyWork } from '@/lib/system/live/notify';

/**
 * Result of a user's request to read everything again. `isStarted` is false if a full read was already due or in
 * progress.
 */
export type StartRepairOutcome = { code: 'succeeded'; status: 200; result: { isStarted: boolean } };

/**
 * Starts a new read of all data at a user's request. First, makes postponed dirty marks due now. A dirty mark is a note
 * that an order or product must be read. It is postponed if that read fails.
 *
 * Then checks whether a full read of any resource is already due or running without an error. If so, no sweep (repeated
 * read of a whole list) is changed. If not, makes these sweeps due now:
 *
 * - the full read of each resource, which records and repairs differences between the mirror and the platform
 *   (drift.server.ts);
 * - sweeps of all other kinds whose last attempt failed.
 *
 * A sweep that failed because the app lacks its scope is not made due.
 */
export async function startRepair({ installId }: { installId: InstallId }): Promise<StartRepairOutcome> {
  const isStarted = await withSystem(async (tx) => {
    await hastenMarks(tx, installId);
    // Locks the rows of the sweeps (repeated reads of platform data) in the same order as saveProgress (sweep-queue),
    // so that no deadlock occurs. While this transaction waited for the locks, another transaction may have made the
    // sweeps due. Due times are therefore compared with `clock_timestamp()`, the present time. `now()` would return the
    // start of this transaction.
    const sweeps = await tx.$queryRaw<{ isUnderWay: boolean }[]>`
      SELECT kind = 'full' AND last_error IS NULL AND (started_at IS NOT NULL OR due_at <= clock_timestamp()) AS "isUnderWay"
      FROM sweeps WHERE install_id = ${installId} ORDER BY resource, kind FOR UPDATE`;
    if (sweeps.some(({ isUnderWay }) => isUnderWay)) return false;
    await tx.$executeRaw`
      UPDATE sweeps SET due_at = least(due_at, now()), failures = 0, last_error = NULL
      WHERE install_id = ${installId} AND last_error IS DISTINCT FROM 'missing_scope'
        AND (kind = 'full' OR last_error IS NOT NULL)`;
    await notifyWork(tx, 'sweeps');
    return true;
  });
  return { code: 'succeeded', status: 200, result: { isStarted } };
}
