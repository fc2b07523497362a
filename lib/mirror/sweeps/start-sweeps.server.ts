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
  // This statement locks the rows of the sweeps in the same order as saveProgress, which ends sweep runs. So no
  // deadlock occurs.
  await tx.$queryRaw`SELECT 1 FROM sweeps WHERE install_id = ${installId} ORDER BY resource, kind FOR UPDATE`;
  await tx.$executeRaw`UPDATE sweeps SET requested_at = ${now}, failures = 0, last_error = NULL,
      due_at = CASE WHEN kind = 'full' THEN least(due_at, ${now}) ELSE due_at END
    WHERE install_id = ${installId}`;
  await tx.sweep.createMany({
    data: sweepSchedule.map(({ resource, kind }) => ({
      installId,
      resource,
      kind,
      // Initial watermark. Incremental sweeps find the changes after it, and the full sweep finds all earlier changes.
      watermark: now,
      dueAt: new Date(now.getTime() + firstWaitMs(kind)),
    })),
    skipDuplicates: true,
  });
  await notifyWork(tx, 'sweeps');
}

/**
 * How long a new sweep waits before its first run. The backfill starts immediately. The other sweeps start later,
 * because they have nothing to find yet.
 */
const firstWaitMs = (kind: SweepKind) => (kind === 'full' ? 0 : 15 * 60_000);
