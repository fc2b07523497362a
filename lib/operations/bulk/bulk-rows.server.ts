import 'server-only';
import {
  type BulkItemState,
  type BulkRunState,
  type BulkRunView,
  BulkWork,
} from '@/lib/operations/bulk/bulk-run';
import type { Tx } from '@/lib/system/db';
import { type BulkRun, Prisma } from '@/lib/system/generated/prisma/client';
import { notifyLive } from '@/lib/system/live/notify';
import type { InstallId } from 'commerce-platform-client/contract/ids';

/** Key of a bulk run. The id alone is unique only within the install, so the key also has the install id. */
export type BulkRunKey = { installId: InstallId; id: string };

/**
 * Returns the row of a bulk run and locks it until the transaction ends; null if the run does not exist. Every
 * transaction that changes items locks their run first. So only one transaction at a time changes the counts of a run,
 * and no deadlock occurs.
 */
export async function lockBulkRun(tx: Tx, { installId, id }: BulkRunKey): Promise<BulkRun | null> {
  await tx.$queryRaw`SELECT 1 FROM bulk_runs WHERE install_id = ${installId} AND id = ${id}::uuid FOR UPDATE`;
  return tx.bulkRun.findUnique({ where: { installId_id: { installId, id } } });
}

/**
 * Keeps the install open until the transaction ends. Returns false if the install is closed. A transaction that starts
 * or continues a bulk run calls this function before it locks other rows.
 *
 * closeUnlessActive changes the row of the install first and cancels the runs second. If this transaction has the lock,
 * the close waits, and then it finds and cancels the run. If the close has the lock, this transaction waits and finds
 * the closed install. Without the lock, a run could start after the close had searched for runs, and it would never
 * end.
 */
export async function keepInstallOpen(tx: Tx, installId: InstallId): Promise<boolean> {
  const open = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM installs WHERE install_id = ${installId} AND revoked_at IS NULL FOR SHARE`;
  return open.length > 0;
}

/**
 * Locks the bulk run to which an operation belongs, until the transaction ends. Returns the key of the run; null if no
 * bulk item has this operation.
 */
export async function lockRunOfOperation(
  tx: Tx,
  { installId, id: operationId }: { installId: InstallId; id: string },
): Promise<BulkRunKey | null> {
  const item = await tx.bulkItem.findUnique({ where: { installId_operationId: { installId, operationId } } });
  if (!item) return null;
  const run = { installId, id: item.runId };
  await lockBulkRun(tx, run);
  return run;
}

/**
 * Changes the counts of a bulk run. `moved` has the change of each count: positive for items that entered the state,
 * negative for items that left it. The run ends when no item is waiting or being sent.
 */
export async function countItems(
  tx: Tx,
  { installId, id }: BulkRunKey,
  moved: Partial<Record<BulkItemState, number>>,
  state?: BulkRunState,
): Promise<void> {
  const by = (of: BulkItemState) => Prisma.sql`${moved[of] ?? 0}::integer`;
  const open = Prisma.sql`waiting + ${by('waiting')} + sent + ${by('sent')}`;
  const wanted = state ? Prisma.sql`${state}` : Prisma.sql`state`;
  await tx.$executeRaw`
    UPDATE bulk_runs SET waiting = waiting + ${by('waiting')}, sent = sent + ${by('sent')},
      succeeded = succeeded + ${by('succeeded')}, refused = refused + ${by('refused')},
      needs_review = needs_review + ${by('needs_review')}, skipped = skipped + ${by('skipped')},
      cancelled = cancelled + ${by('cancelled')}, needs_notification = true,
      state = CASE WHEN ${open} = 0 AND ${wanted} <> 'cancelled' THEN 'ended' ELSE ${wanted} END,
      ended_at = CASE WHEN ${open} = 0 THEN coalesce(ended_at, now()) END
    WHERE install_id = ${installId} AND id = ${id}::uuid`;
}

/** Ends all waiting items of a bulk run as refused or cancelled. Returns their number. */
export async function endWaiting(
  tx: Tx,
  { installId, id }: BulkRunKey,
  end: { state: 'refused' | 'cancelled'; reason: string },
): Promise<number> {
  const { count } = await tx.bulkItem.updateMany({
    where: { installId, runId: id, state: 'waiting' },
    data: { ...end, endedAt: new Date() },
  });
  return count;
}

/**
 * Gives an ended item of a bulk run another final state, because its operation got another outcome after the item had
 * ended. The caller must hold the lock of the run. An item that has not ended stays as it is: when the worker ends it,
 * the worker reads the outcome of the operation. Nothing changes if the item was retried, because it then has another
 * operation.
 */
export async function moveEndedItem(
  tx: Tx,
  run: BulkRunKey,
  { operationId, ...end }: { operationId: string; state: 'succeeded' | 'refused'; reason: string | null },
): Promise<void> {
  const key = { installId_operationId: { installId: run.installId, operationId } };
  const item = await tx.bulkItem.findUnique({ where: key });
  if (!item?.endedAt || item.state === end.state) return;
  await tx.bulkItem.update({ where: key, data: end });
  await countItems(tx, run, { [item.state]: -1, [end.state]: 1 });
  await notifyBulkRun(tx, run);
}

/**
 * Notifies open screens of a bulk run immediately. In contrast, notifyBulkRuns sends at most one notification per
 * second.
 */
export async function notifyBulkRun(tx: Tx, { installId, id }: BulkRunKey): Promise<void> {
  await notifyLive(tx, { installId, kind: 'bulk_run', id });
}

/** Converts the row of a bulk run to the data that screens show, with its counts. */
export function bulkRunView(run: BulkRun): BulkRunView {
  const {
    succeeded,
    refused,
    needsReview: outcomeUnknown,
    skipped,
    cancelled,
    waiting,
    sent: underWay,
  } = run;
  return {
    runId: run.id,
    work: BulkWork.parse({ kind: run.kind, input: run.input }),
    state: run.state as BulkRunState,
    total: run.total,
    done: succeeded + refused + outcomeUnknown + skipped + cancelled,
    succeeded,
    refused,
    outcomeUnknown,
    skipped,
    cancelled,
    remaining: waiting + underWay,
    underWay,
    retries: run.retries,
    actorName: run.actorName,
    startedAt: run.createdAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
  };
}
