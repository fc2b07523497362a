import 'server-only';
import { hastenMarks } from '@/lib/mirror/dirty/mark-dirty.server';
import { type SweepKind, sweepSchedule } from '@/lib/mirror/sweeps/sweep-schedule';
import type { InstallId } from '@/lib/shared/ids';
import { dbNow, type Tx } from '@/lib/system/db';
import { notifyWork } from '@/lib/system/live/notify';

/**
 * Makes the full sweeps and all dirty marks of an install due. This includes sweeps that exist already, because a new
 * grant may allow the app to read more than before. The other sweeps keep their due time; a new one is due in 15
 * minutes.
 */
export async function startSweeps(tx: Tx, installId: InstallId): Promise<void> {
  await hastenMarks(tx, installId);
  const now = await dbNow(tx);
  // The sweeps are locked in the same order as in saveProgress, which ends runs, so that no deadlock occurs.
  await tx.$queryRaw`SELECT 1 FROM sweeps WHERE install_id = ${installId} ORDER BY resource, kind FOR UPDATE`;
  await tx.$executeRaw`UPDATE sweeps SET requested_at = ${now}, failures = 0, last_error = NULL,
      due_at = CASE WHEN kind = 'full' THEN least(due_at, ${now}) ELSE due_at END
    WHERE install_id = ${installId}`;
  await tx.sweep.createMany({
    data: sweepSchedule.map(({ resource, kind }) => ({
      installId,
      resource,
      kind,
      // Incremental sweeps find the changes after this watermark. The full sweep finds all earlier changes.
      watermark: now,
      dueAt: new Date(now.getTime() + firstWaitMs(kind)),
    })),
    skipDuplicates: true,
  });
  await notifyWork(tx, 'sweeps');
}

/** The backfill runs before the other sweeps, which have nothing to find yet. */
const firstWaitMs = (kind: SweepKind) => (kind === 'full' ? 0 : 15 * 60_000);
