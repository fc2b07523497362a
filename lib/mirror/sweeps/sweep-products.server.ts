import 'server-only';
import { noteProductDrift } from '@/lib/mirror/sweeps/drift.server';
import { markProductsDirty } from '@/lib/mirror/dirty/mark-dirty.server';
import { markUnseen } from '@/lib/mirror/sweeps/mark-unseen.server';
import { readFrom } from '@/lib/mirror/sweeps/next-watermark';
import { newest, oldest } from '@/lib/mirror/sweeps/page-edges';
import { withVariantsToRead, writeProducts } from '@/lib/mirror/products/product-mirror.server';
import { saveProgress, type SweepRun } from '@/lib/mirror/sweeps/sweep-queue.server';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import { crashPoint } from '@/lib/system/crash-point';
import { tenantDb } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/live/notify';

const pageSize = 100;

/**
 * Reads one page of products. The products and the next cursor are stored in one transaction, so that a crash cannot
 * skip a page. platform: Products, GET /products.
 */
export async function sweepProducts(run: SweepRun, platform: PlatformClient): Promise<void> {
  const { installId, cursor, kind, stepFence: fence } = run;
  const db = tenantDb(installId);
  const from = kind === 'updated' ? readFrom(run.watermark)?.toISOString() : undefined;
  const { body: page, unreadable } = await platform.listProducts({
    limit: pageSize,
    ...(cursor !== null && { cursor }),
    ...(from !== undefined && { updated_at_min: from }),
  });
  crashPoint('sweep.before_store');
  await db.transaction(async (tx) => {
    if (kind !== 'full' || run.endedAt) await noteProductDrift(tx, run, page.data);
    const toRead = await withVariantsToRead(tx, installId, page.data);
    await writeProducts(tx, installId, page.data, fence);
    const updated = page.data.map(({ updated_at }) => updated_at);
    await touchSynced(tx, installId);
    await markProductsDirty(tx, installId, toRead);
    if (kind === 'full' && page.next_cursor === null) await markUnseen(tx, run);
    await saveProgress(tx, run, {
      cursor: page.next_cursor,
      fetched: page.data.length,
      unreadable,
      newestSeen: newest(updated),
      reachedBack: oldest(updated),
    });
    await notifyLive(tx, { installId, kind: 'sync', id: 'products' });
  });
}
