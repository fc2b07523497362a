import 'server-only';
import { buryUnseenDiscounts, writeDiscounts } from '@/lib/mirror/products/discount-mirror.server';
import { saveProgress, type SweepRun } from '@/lib/mirror/sweeps/sweep-queue.server';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import { crashPoint } from '@/lib/system/crash-point';
import { tenantDb } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';

const pageSize = 100;

/**
 * Reads one page of discounts and writes it to the mirror (our copy of the platform's data). Discounts have no webhook
 * topic, so each sweep (a repeated read of platform data) reads all discounts. platform: Discounts, GET /discounts.
 */
export async function sweepDiscounts(run: SweepRun, platform: PlatformClient): Promise<void> {
  const { installId, cursor, stepFence: fence } = run;
  const db = tenantDb(installId);
  const { body: page, unreadable } = await platform.listDiscounts({
    limit: pageSize,
    ...(cursor !== null && { cursor }),
  });
  crashPoint('sweep.before_store');
  await db.transaction(async (tx) => {
    await writeDiscounts(tx, installId, page.data, fence);
    await touchSynced(tx, installId);
    const { ended, isComplete } = await saveProgress(tx, run, {
      cursor: page.next_cursor,
      fetched: page.data.length,
      unreadable,
    });
    if (ended && isComplete) await buryUnseenDiscounts(tx, installId, run.fence);
    await notifyLive(tx, { installId, kind: 'sync', id: 'discounts' });
  });
}
