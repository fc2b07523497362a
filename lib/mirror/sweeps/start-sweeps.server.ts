import 'server-only';
import { hastenMarks } from '@/lib/mirror/dirty/mark-dirty.server';
import { type SweepKind, sweepSchedule } from '@/lib/mirror/sweeps/sweep-schedule';
import type { InstallId } from '@/lib/shared/ids';
import { dbNow, type Tx } from '@/lib/system/db';
import { notifyWork } from '@/lib/system/live/notify';

/**
 * Makes the sweeps and marks of an install due, including sweeps that already exist, because a grant may show more than
 * the one before.
 */
export async function startSweeps(tx: Tx, installId: InstallId): Promise<void> {
  await hastenMarks(tx, installId);
  const now = await dbNow(tx);
  // The lock order is the same as in runs that end (saveProgress), so that no deadlock occurs.
  await tx.$queryRaw`SELECT 1 FROM sweeps WHERE install_id = ${installId} ORDER BY resource, kind FOR UPDATE`;
  await tx.$executeRaw`UPDATE sweeps SET requested_at = ${now}, failures = 0, last_error = NULL,
      due_at = CASE WHEN kind = 'full' THEN least(due_at, ${now}) ELSE due_at END
    WHERE install_id = ${installId}`;
  await tx.sweep.createMany({
    data: sweepSchedule.map(({ resource, kind }) => ({
      installId,
      resource,
      kind,
      // Changes from now on are after this watermark. Earlier changes belong to the full sweep.
      watermark: now,
      dueAt: new Date(now.getTime() + firstWaitMs(kind)),
    })),
    skipDuplicates: true,
  });
  await notifyWork(tx, 'sweeps');
}

/** The backfill goes first. The scheduled sweeps have nothing to find yet. */
const firstWaitMs = (kind: SweepKind) => (kind === 'full' ? 0 : 15 * 60_000);
