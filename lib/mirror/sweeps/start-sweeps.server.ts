import 'server-only';
import { hastenMarks } from '@/lib/mirror/dirty/mark-dirty.server';
import { type SweepKind, sweepSchedule } from '@/lib/mirror/sweeps/sweep-schedule';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { dbNow, type Tx } from '@/lib/system/db';
import { notifyWork } from '@/lib/system/live/notify';
import { hastenTurns } from '@/lib/system/queues/ready-list.server';

/**
 * Makes all reads of the install due. Call this after a grant, because a new grant may allow the app to read and write
 * more than before.
 *
 * - All full sweeps (reads of all rows) and all dirty marks (rows for data that must be read) of the install become
 *   due now.
 * - Existing sweeps of another kind keep their due time. New sweeps of another kind are due in 15 minutes.
 * - Operations that a missing grant may have stopped are claimed again.
 *
 * Call this after all other changes of the transaction, because it locks rows of the ready list.
 */
export async function startSweeps(tx: Tx, installId: InstallId): Promise<void> {
  await hastenMarks(tx, installId);
  const now = await dbNow(tx);
  // Locks the rows of the sweeps (repeated reads of platform data) in the same order as saveProgress (sweep-queue), so
  // that no deadlock occurs.
  await tx.$queryRaw`SELECT 1 FROM sweeps WHERE install_id = ${installId} ORDER BY resource, kind FOR UPDATE`;
  await tx.$executeRaw`UPDATE sweeps SET requested_at = ${now}, failures = 0, last_error = NULL,
      due_at = CASE WHEN kind = 'full' THEN least(due_at, ${now}) ELSE due_at END
    WHERE install_id = ${installId}`;
  await tx.sweep.createMany({
    data: sweepSchedule.map(({ resource, kind }) => ({
      installId,
      resource,
      kind,
      // Sweeps of recent changes begin with changes after this moment. The full sweep finds the earlier changes,
      // because it reads all rows.
      watermark: now,
      dueAt: new Date(now.getTime() + firstWaitMs(kind)),
    })),
    skipDuplicates: true,
  });
  await hastenTurns(tx, installId);
  await notifyWork(tx, 'sweeps');
}

/**
 * Time from the moment at which a merchant connects the store until the first run of a sweep. A full sweep runs
 * immediately. Sweeps of other kinds would find nothing yet, so they run 15 minutes later.
 */
const firstWaitMs = (kind: SweepKind) => (kind === 'full' ? 0 : 15 * 60_000);
