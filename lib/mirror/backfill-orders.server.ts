import 'server-only';
import { touchSynced } from '@/lib/mirror/sync-state.server';
import { writeOrders } from '@/lib/mirror/order-mirror.server';
import type { PlatformClient } from '@/lib/platform/client';
import type { InstallId } from '@/lib/shared/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { dbNow, nextFence, tenantDb, withSystem } from '@/lib/system/db';
import { notifyLive } from '@/lib/system/notify';

const pageSize = 100;
/** Longer than a page may take (20 s), so that one worker at a time reads a backfill. */
const leaseMs = 30_000;

/** A backfill that is due, claimed for 30 s; null when none is. */
export async function claimBackfill(): Promise<InstallId | null> {
  const rows = await withSystem(
    (tx) => tx.$queryRaw<{ install_id: InstallId }[]>`
      UPDATE backfills SET lease_until = now() + ${leaseMs} * interval '1 ms'
      WHERE install_id = (
        SELECT install_id FROM backfills
        WHERE state = 'running' AND next_attempt_at <= now() AND (lease_until IS NULL OR lease_until < now())
        ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING install_id`,
  );
  return rows[0]?.install_id ?? null;
}

/**
 * Reads one page of the past and stores it with the cursor that follows, in one transaction: a crash repeats a page,
 * never skips one. The fence keeps a page from overwriting what an event brought meanwhile (mirror M8).
 */
export async function backfillPage(installId: InstallId, platform: PlatformClient): Promise<void> {
  const db = tenantDb(installId);
  const { cursor, fence } = await db.transaction(async (tx) => ({
    cursor: (await tx.backfill.findUniqueOrThrow({ where: { installId } })).cursor,
    fence: await nextFence(tx),
  }));
  const { body: page } = await platform.listOrders({ limit: pageSize, ...(cursor !== null && { cursor }) });
  crashPoint('backfill.before_store');
  await db.transaction(async (tx) => {
    await writeOrders(tx, installId, page.data, { fence, byEvent: false });
    const oldest = page.data
      .map((order) => new Date(order.created_at))
      .sort((a, b) => a.getTime() - b.getTime())[0];
    const done = page.next_cursor === null;
    await tx.backfill.updateMany({
      // Another worker that took over an expired lease has moved the cursor: its page counts.
      where: { installId, cursor },
      data: {
        cursor: page.next_cursor,
        fetched: { increment: page.data.length },
        ...(oldest && { reachedBack: oldest }),
        ...(done && { state: 'done', endedAt: new Date() }),
        leaseUntil: null,
        nextAttemptAt: await dbNow(tx),
      },
    });
    await touchSynced(tx, installId);
    await notifyLive(tx, { installId, kind: 'sync', id: 'orders' });
  });
}

/** After a page that could not be read: try again in a while. */
export async function postponeBackfill(installId: InstallId, seconds: number): Promise<void> {
  await withSystem(async (tx) =>
    tx.backfill.updateMany({
      where: { installId },
      data: { leaseUntil: null, nextAttemptAt: new Date((await dbNow(tx)).getTime() + seconds * 1000) },
    }),
  );
}

/** Begins the sweep anew in a while. */
export async function restartBackfill(installId: InstallId): Promise<void> {
  await withSystem((tx) =>
    tx.backfill.updateMany({ where: { installId }, data: { cursor: null, fetched: 0 } }),
  );
  await postponeBackfill(installId, 15);
}
