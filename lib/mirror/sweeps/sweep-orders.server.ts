import 'server-only';
import { noteDrift } from '@/lib/mirror/sweeps/drift.server';
import { readFrom } from '@/lib/mirror/sweeps/next-watermark';
import { writeOrders } from '@/lib/mirror/orders/order-mirror.server';
import { markUnseen } from '@/lib/mirror/sweeps/mark-unseen.server';
import { newest, oldest } from '@/lib/mirror/sweeps/page-edges';
import { requestSweep, saveProgress, type SweepRun } from '@/lib/mirror/sweeps/sweep-queue.server';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import type { PlatformClient } from '@/lib/platform/client';
import { crashPoint } from '@/lib/system/crash-point';
import { nextFence, tenantDb } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';

const pageSize = 100;
/**
 * Maximum number of changed orders of one page for which screens are notified one by one. For more orders, screens get
 * a single notification and read their lists again completely.
 */
const notifiedSinglyMax = 20;

/**
 * Reads one page of orders. The page and the next cursor are stored in one transaction, so a crash repeats a page and
 * never skips one. The fence prevents the page from overwriting data of an event that arrived during the read (M8).
 * platform: Orders, GET /orders; Pagination rules.
 */
export async function sweepOrders(run: SweepRun, platform: PlatformClient): Promise<void> {
  const { installId, cursor, kind } = run;
  const db = tenantDb(installId);
  const fence = await db.transaction(nextFence);
  const { body: page, unreadable } = await platform.listOrders({
    limit: pageSize,
    ...(cursor !== null && { cursor }),
    ...since(run),
  });
  crashPoint('sweep.before_store');
  await db.transaction(async (tx) => {
    // The first full run records no drift, because the mirror is still empty.
    if (kind !== 'full' || run.endedAt) await noteDrift(tx, run, page.data);
    const changed = await writeOrders(tx, installId, page.data, { fence });
    await touchSynced(tx, installId);
    if (kind === 'full' && page.next_cursor === null) await markUnseen(tx, run);
    const { ended } = await saveProgress(tx, run, {
      cursor: page.next_cursor,
      fetched: page.data.length,
      unreadable,
      newestSeen: newest(
        page.data.map((order) => (kind === 'updated' ? order.updated_at : order.created_at)),
      ),
      reachedBack: oldest(page.data.map((order) => order.created_at)),
    });
    if (ended) await requestSweep(tx, installId, 'orders', 'details');
    if (kind !== 'full' && changed.length <= notifiedSinglyMax)
      for (const id of changed) await notifyLive(tx, { installId, kind: 'order', id });
    else await notifyLive(tx, { installId, kind: 'sync', id: 'orders' });
  });
}

function since({ kind, watermark }: SweepRun) {
  const from = readFrom(watermark)?.toISOString();
  if (from === undefined || kind === 'full') return {};
  return kind === 'updated' ? { updated_at_min: from } : { created_at_min: from };
}
