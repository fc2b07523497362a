import 'server-only';
import { refreshOrder } from '@/lib/mirror/dirty/read-dirty.server';
import { failuresMin } from '@/lib/mirror/health/decide-next-step';
import { saveProgress, type SweepRun } from '@/lib/mirror/sweeps/sweep-queue.server';
import type { PlatformClient } from 'commerce-platform-client/client';
import { PlatformError } from 'commerce-platform-client/platform-error';
import type { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { tenantDb, type Tx } from '@/lib/system/db';
import { log } from '@/lib/system/log';

/**
 * Number of orders that one step reads. The step stores its progress at its end, so a crash repeats at most five reads.
 * The orders are read one after another, so a request of a user waits for at most one read of this step.
 */
const stepSize = 5;
/**
 * Time after which a step starts no further read. The step must end while its claim on the sweep (a repeated read of
 * platform data) is valid.
 */
const stepMs = 20_000;

/**
 * Reads orders whose detail is missing in the mirror (our copy of the platform's data), or is older than the list item.
 * The newest orders are read first. Each order is read once per run, so that an order that cannot be read does not
 * block later orders.
 */
export async function readDetails(run: SweepRun, platform: PlatformClient): Promise<void> {
  const { installId } = run;
  const db = tenantDb(installId);
  // No details are read until all orders have been read from the list once, because the list needs the requests of the
  // budget.
  if (!(await db.transaction((tx) => isBackfilled(tx, installId))))
    return db.transaction(async (tx) => void (await saveProgress(tx, run, { cursor: null, fetched: 0 })));
  const [beforeAt, beforeId] = run.cursor?.split(' ') ?? [null, null];
  const rows = await db.transaction(
    (tx) => tx.$queryRaw<{ id: OrderId; created_at: Date }[]>`
      SELECT id, created_at FROM orders
      WHERE install_id = ${installId} AND deleted_at IS NULL
        AND (detail_updated_at IS NULL OR detail_updated_at < updated_at)
        AND (${beforeAt}::timestamptz IS NULL OR (created_at, id) < (${beforeAt}::timestamptz, ${beforeId}))
      ORDER BY created_at DESC, id DESC LIMIT ${stepSize}`,
  );
  let last: (typeof rows)[number] | undefined;
  let fetched = 0;
  const untilMs = performance.now() + stepMs;
  for (const row of rows) {
    if (performance.now() > untilMs) break;
    last = row;
    fetched += 1;
    const { id } = row;
    try {
      await refreshOrder(installId, id, platform, { byEvent: false });
    } catch (error) {
      // Any other error (no connection, no budget) ends the step, and the step is repeated.
      if (!(await isOfOneOrder(error, run, platform))) throw error;
      log.warn({ error, installId, orderId: id }, 'order could not be read; continuing with the next order');
    }
  }
  const isEnd = rows.length < stepSize && fetched === rows.length;
  await db.transaction((tx) =>
    saveProgress(tx, run, {
      cursor: last && !isEnd ? `${last.created_at.toISOString()} ${last.id}` : null,
      fetched,
    }),
  );
}

/**
 * Number of failed steps after which an order that the platform refuses may be skipped. Screens report a sweep that has
 * failed once more, so an order that is always refused is skipped before that.
 */
const skippedAfter = failuresMin - 1;

/**
 * Returns true if the error of a read concerns one order only, so the next order can be read. This is so if the response
 * cannot be parsed. After `skippedAfter` failed steps, it is also so if the platform refuses this order but returns a
 * list. If the list cannot be read either, its error is thrown.
 */
async function isOfOneOrder(error: unknown, run: SweepRun, platform: PlatformClient): Promise<boolean> {
  if (!(error instanceof PlatformError)) return false;
  if (error.code === 'bad_answer') return true;
  if (error.status === 429 || run.failures < skippedAfter) return false;
  await platform.listOrders({ limit: 1 });
  return true;
}

async function isBackfilled(tx: Tx, installId: InstallId): Promise<boolean> {
  const full = { installId, resource: 'orders', kind: 'full', endedAt: { not: null } };
  return (await tx.sweep.count({ where: full })) > 0;
}
