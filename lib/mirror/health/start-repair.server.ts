import 'server-only';
import { hastenMarks } from '@/lib/mirror/dirty/mark-dirty.server';
import type { InstallId } from '@/lib/shared/ids';
import { withSystem } from '@/lib/system/db';
import { notifyWork } from '@/lib/system/live/notify';

/** Result of a repair request. `isStarted` is false if a run that does the same was already in progress. */
export type StartRepairOutcome = { code: 'succeeded'; status: 200; result: { isStarted: boolean } };

/**
 * Makes a full read of every resource due that may be read. Differences from the mirror are recorded and repaired
 * (drift.server.ts). Two requests start only one run. Failed sweeps are retried immediately; sweeps that lack their
 * scope are skipped.
 */
export async function startRepair({ installId }: { installId: InstallId }): Promise<StartRepairOutcome> {
  const isStarted = await withSystem(async (tx) => {
    await hastenMarks(tx, installId);
    // The lock order is the same as in runs that end (saveProgress), so that no deadlock occurs. The current clock is
    // used instead of the transaction's start: another transaction that held the rows may have made them due since.
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
