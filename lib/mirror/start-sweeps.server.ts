import 'server-only';
import { type SweepKind, sweepSchedule } from '@/lib/mirror/sweep-schedule';
import type { InstallId } from '@/lib/shared/ids';
import { dbNow, type Tx } from '@/lib/system/db';
import { notifyWork } from '@/lib/system/notify';

/** Makes the sweeps of an install due, those that are there too; a grant may show more than the one before. */
export async function startSweeps(tx: Tx, installId: InstallId): Promise<void> {
  const now = await dbNow(tx);
  for (const { resource, kind } of sweepSchedule)
    await tx.sweep.upsert({
      where: { installId_resource_kind: { installId, resource, kind } },
      // What changes from now on is after this; what was before it is the full sweep's.
      create: {
        installId,
        resource,
        kind,
        watermark: now,
        dueAt: new Date(now.getTime() + firstWaitMs(kind)),
      },
      update: { askedAt: now, ...(kind === 'full' && { dueAt: now }), failures: 0, lastError: null },
    });
  await notifyWork(tx, 'sweeps');
}

/** The backfill goes first; what repeats by schedule has nothing to find yet. */
const firstWaitMs = (kind: SweepKind) => (kind === 'full' ? 0 : 15 * 60_000);
