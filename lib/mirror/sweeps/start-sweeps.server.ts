import 'server-only';
import { hastenMarks } from '@/lib/mirror/dirty/mark-dirty.server';
import { type SweepKind, sweepSchedule } from '@/lib/mirror/sweeps/sweep-schedule';
import type { InstallId } from '@/lib/shared/ids';
import { dbNow, type Tx } from '@/lib/system/db';
import { notifyWork } from '@/lib/system/live/notify';

/**
 * Makes the sweeps of an install due, those that are there too, and what is marked: a grant may show more than the one
 * before.
 */
export async function startSweeps(tx: Tx, installId: InstallId): Promise<void> {
  await hastenMarks(tx, installId);
  const now = await dbNow(tx);
  // As runs that end lock them (saveProgress), so that nobody waits in a ring.
  await tx.$queryRaw`SELECT 1 FROM sweeps WHERE install_id = ${installId} ORDER BY resource, kind FOR UPDATE`;
  await tx.$executeRaw`UPDATE sweeps SET asked_at = ${now}, failures = 0, last_error = NULL,
      due_at = CASE WHEN kind = 'full' THEN least(due_at, ${now}) ELSE due_at END
    WHERE install_id = ${installId}`;
  await tx.sweep.createMany({
    data: sweepSchedule.map(({ resource, kind }) => ({
      ...{ installId, resource, kind },
      // What changes from now on is after this; what was before it is the full sweep's.
      watermark: now,
      dueAt: new Date(now.getTime() + firstWaitMs(kind)),
    })),
    skipDuplicates: true,
  });
  await notifyWork(tx, 'sweeps');
}

/** The backfill goes first; what repeats by schedule has nothing to find yet. */
const firstWaitMs = (kind: SweepKind) => (kind === 'full' ? 0 : 15 * 60_000);
