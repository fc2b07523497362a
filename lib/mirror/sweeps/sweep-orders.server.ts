import 'server-only';
import { noteDrift } from '@/lib/mirror/sweeps/drift.server';
import { readFrom } from '@/lib/mirror/sweeps/next-watermark';
import { writeOrders } from '@/lib/mirror/orders/order-mirror.server';
import { markUnseen } from '@/lib/mirror/sweeps/mark-unseen.server';
import { newest, oldest } from '@/lib/mirror/sweeps/page-edges';
import { requestSweep, saveProgress, type SweepRun } from '@/lib/mirror/sweeps/sweep-queue.server';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import { crashPoint } from '@/lib/system/crash-point';
import { tenantDb } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';

const pageSize = 100;
/**
 * Maximum number of changed orders of a page for which open screens receive one notification per order. After a page
 * with more changes, or a page of a full sweep, the screens receive a single notification and read their whole list
 * again.
 */
const notifiedSinglyMax = 20;

/**
 * Reads one page of orders. The orders and the next cursor are stored in one transaction, so after a crash the page is
 * read again and no page is skipped. The fence is a number that was taken before the read and that only grows. With
 * this number, the page does not overwrite data of a later read (M8). platform: Orders, GET /orders; Pagination rules.
 */
export async function sweepOrders(run: SweepRun, platform: PlatformClient): Promise<void> {
  const { installId, cursor, kind, stepFence: fence } = run;
  const db = tenantDb(installId);
  const { body: page, unreadable } = await platform.listOrders({
    limit: pageSize,
    ...(cursor !== null && { cursor }),
    ...since(run),
  });
  crashPoint('sweep.before_store');
  await db.transaction(async (tx) => {
    // During the first full run, the mirror (our copy of the platform's data) is not complete yet. So an order that is
    // missing in the mirror does not count as drift (a difference that a sweep found).
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
