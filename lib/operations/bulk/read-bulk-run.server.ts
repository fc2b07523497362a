import 'server-only';
import { needsReconnect } from '@/lib/installs/read-connection.server';
import { writesPerMinute } from '@/lib/installs/request-budget.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { minutesOf, paceWindowMs, remainingMs } from '@/lib/operations/bulk/bulk-pace';
import { bulkRunView } from '@/lib/operations/bulk/bulk-rows.server';
import {
  type BulkItemState,
  type BulkItemView,
  type BulkProgress,
  BulkRunId,
  type BulkRunView,
} from '@/lib/operations/bulk/bulk-run';
import { readOthersWaiting } from '@/lib/operations/bulk/read-bulk-minutes.server';
import type { BulkPorts } from '@/lib/operations/operation-ports.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { dbNow, type Tx } from '@/lib/system/db';
import type { BulkRun } from '@/lib/system/generated/prisma/client';

/** Returns the progress of a bulk run with its estimated end; the end is null if no estimate is possible. */
export async function readBulkRun(
  context: InstallContext,
  runId: string,
): Promise<{ code: 'found'; run: BulkProgress } | { code: 'not_found' }> {
  const { installId } = context;
  const id = BulkRunId.safeParse(runId);
  if (!id.success) return { code: 'not_found' };
  const isDisconnected = await needsReconnect(installId);
  return context.db.transaction(async (tx) => {
    const run = await tx.bulkRun.findUnique({ where: { installId_id: { installId, id: id.data } } });
    if (!run) return { code: 'not_found' };
    const waitsForReconnect = isDisconnected && run.endedAt === null;
    const install = await tx.install.findUnique({ where: { installId }, select: { pausedAt: true } });
    const isStorePaused = Boolean(install?.pausedAt) && run.state === 'running';
    const canEstimate = run.state === 'running' && !isDisconnected && !isStorePaused;
    const end = canEstimate ? await endOf(tx, installId, run) : { endsAt: null, minutesLeft: null };
    return { code: 'found', run: { ...bulkRunView(run), waitsForReconnect, isStorePaused, ...end } };
  });
}

async function endOf(
  tx: Tx,
  installId: InstallId,
  run: BulkRun,
): Promise<Required<Pick<BulkProgress, 'endsAt' | 'minutesLeft'>>> {
  const { id: runId } = run;
  const now = await dbNow(tx);
  const since = new Date(Math.max(now.getTime() - paceWindowMs, run.runningFrom.getTime()));
  const leftMs = remainingMs({
    remaining: run.waiting + run.sent,
    // Number of items of the bulk run that ended in the last three minutes. Bulk runs send at most 54 writes per
    // minute, so the query reads at most about 160 rows of an index. Skipped items are not counted, because they took
    // no time.
    endedLately: await tx.bulkItem.count({
      where: { installId, runId, endedAt: { gt: since }, state: { not: 'skipped' } },
    }),
    runningForMs: now.getTime() - run.runningFrom.getTime(),
    writesPerMinute,
    othersWaiting: await readOthersWaiting(tx, installId, runId),
  });
  if (leftMs === null) return { endsAt: null, minutesLeft: null };
  return { endsAt: new Date(now.getTime() + leftMs).toISOString(), minutesLeft: minutesOf(leftMs) };
}

/** Returns all items of a bulk run in the sequence of the request. The maximum size of a run limits their number. */
export async function listBulkItems(
  context: InstallContext,
  runId: string,
  {
    findOrderNumbers,
    findFirstItems,
    findVariants,
  }: Pick<BulkPorts, 'findOrderNumbers' | 'findFirstItems' | 'findVariants'>,
): Promise<BulkItemView[]> {
  const { installId } = context;
  const id = BulkRunId.safeParse(runId);
  if (!id.success) return [];
  return context.db.transaction(async (tx) => {
    const rows = await tx.bulkItem.findMany({
      where: { installId, runId: id.data },
      orderBy: { position: 'asc' },
    });
    const orderIds = context.scopes.has('orders:read') ? rows.flatMap(({ orderId }) => orderId ?? []) : [];
    const numbers = await findOrderNumbers(tx, installId, orderIds);
    const firstItems = await findFirstItems(tx, installId, orderIds);
    const variantIds = context.scopes.has('products:read')
      ? rows.flatMap(({ variantId }) => variantId ?? [])
      : [];
    const variants = await findVariants(tx, installId, variantIds);
    return rows.map(
      ({ position, orderId, trackingNumber, variantId, delta, state, reason }): BulkItemView => {
        const end = { position, state: state as BulkItemState, reason };
        if (orderId !== null)
          return {
            ...end,
            orderId,
            orderNumber: numbers.get(orderId) ?? null,
            firstItem: firstItems.get(orderId) ?? null,
            trackingNumber,
          };
        if (variantId === null || delta === null)
          throw new Error(`item ${position} of ${runId} has neither an order nor a variant`);
        const { productId = null, name = null, sku = null } = variants.get(variantId) ?? {};
        return { ...end, variantId, delta, productId, name, sku };
      },
    );
  });
}

/**
 * Returns the newest 50 bulk runs of the install, newest first. If `open` is true, only runs that have not ended are
 * returned.
 */
export async function listBulkRuns(context: InstallContext, { open = false } = {}): Promise<BulkRunView[]> {
  const { installId } = context;
  const runs = await context.db.transaction((tx) =>
    tx.bulkRun.findMany({
      where: { installId, ...(open && { endedAt: null }) },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      take: 50,
    }),
  );
  return runs.map(bulkRunView);
}
