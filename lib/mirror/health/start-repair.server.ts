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
 * Starts a new read of all data.
 *
 * - Schedules a full read of every resource that the app may read. A full read records and repairs differences from
 *   the mirror (drift.server.ts).
 * - Makes failed sweeps of all other kinds due now.
 * - Makes postponed dirty marks due now. A mark is postponed if its read fails.
 *
 * If a full read is already due or in progress without an error, only the dirty marks are made due. Sweeps whose scope
 * the app lacks are skipped.
 */
export async function startRepair({ installId }: { installId: InstallId }): Promise<StartRepairOutcome> {
  const isStarted = await withSystem(async (tx) => {
    await hastenMarks(tx, installId);
    // Locks the rows of the sweeps (repeated reads of platform data) in the same order as saveProgress (sweep-queue),
    // so that no deadlock occurs. Another transaction may have made the sweeps due while this one waited for the locks.
    // So due times are compared with `clock_timestamp()`, the time after the wait. `now()` would be the start of this
    // transaction.
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
