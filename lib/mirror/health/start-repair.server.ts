import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { hastenMarks } from '@/lib/mirror/dirty/mark-dirty.server';
import { withSystem } from '@/lib/system/db';
import { notifyWork } from '@/lib/system/live/notify';

/** What asking for a repair answers; not started: one was under way already, and does the same. */
export type StartRepairOutcome = { code: 'succeeded'; status: 200; result: { isStarted: boolean } };

/**
 * Makes a whole reading of every resource due that may be read: whatever it finds other than the mirror has it is noted
 * and mended (drift.server.ts). Asked twice, it runs once. What failed is tried at once; what lacks its scope is left.
 */
export async function startRepair({
  installId,
}: Pick<InstallContext, 'installId'>): Promise<StartRepairOutcome> {
  const isStarted = await withSystem(async (tx) => {
    await hastenMarks(tx, installId);
    // As runs that end lock them (saveProgress), so that nobody waits in a ring.
    // By the clock, not by when this began: whoever held the rows may have made them due since.
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
