import 'server-only';
import { openNote } from '@/lib/operations/bulk/bulk-targets.server';
import { type BulkItemState, bulkKinds, BulkWork } from '@/lib/operations/bulk/bulk-run';
import { noShipmentCodes } from '@/lib/shared/orders/no-shipment';
import {
  type BulkRunKey,
  countItems,
  endWaiting,
  lockBulkRun,
  notifyBulkRun,
} from '@/lib/operations/bulk/bulk-rows.server';
import { type BulkPorts, type ItemRequest, missingScopeOf } from '@/lib/operations/operation-ports.server';
import type { OperationKey } from '@/lib/operations/sending/operation-kind.server';
import { recordIn } from '@/lib/operations/sending/operation-queue.server';
import { FulfillmentId, OperationId, OrderId } from '@/lib/shared/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { orUnreadable } from '@/lib/system/keys/crypto';
import { dbNow, loadDataKeysIn, type Tx, withSystem } from '@/lib/system/db';

/**
 * Maximum number of items of one install that are being sent at the same time. The request budget allows about one
 * write per second, and a response takes less than four seconds. So four items are enough to use the whole budget.
 */
const busyMax = 4;
/**
 * Maximum number of items of one install that were sent and have not ended. Postponed items and items with
 * unknown outcome are included. If this number is reached, the platform is probably failing. More requests
 * would only cause more unknown outcomes.
 */
const openMax = 20;

/**
 * Chooses the next bulk item and records its operation (the write to the platform), which the caller then
 * sends. All bulk runs take turns. The install that has waited longest for its turn is chosen first, and then
 * its run that has waited longest. The item and its operation are committed together, so that after a crash
 * neither exists without the other. Returns null if no item can be sent now.
 */
export async function claimBulkItem(ports: Pick<BulkPorts, 'operationOf'>): Promise<OperationKey | null> {
  return withSystem(async (tx) => {
    const run = await lockNextRun(tx);
    if (!run) return null;
    const { installId } = run;
    const work = BulkWork.safeParse({ kind: run.kind, input: run.input });
    const missing = work.success ? missingScopeOf(ports, work.data, new Set(run.effectiveScopes)) : undefined;
    if (!work.success || missing) {
      await refuseWaiting(tx, run, missing ? 'missing_scope' : 'invalid');
      return null;
    }
    const item = await takeItem(tx, run);
    await loadDataKeysIn(tx, [installId]);
    const { position } = item;
    const note = orUnreadable(() => openNote({ installId, runId: run.id, position }, item.noteEnc));
    if (note === 'unreadable') {
      // An item with a note that cannot be decrypted ends as refused, so that it does not block the following items.
      await tx.bulkItem.update({
        where: { installId_runId_position: { installId, runId: run.id, position } },
        data: { state: 'refused', reason: 'invalid', endedAt: await dbNow(tx) },
      });
      await countItems(tx, run, { waiting: -1, refused: 1 });
      return null;
    }
    const { kind, body } = ports.operationOf(work.data, { ...item, note });
    const id = OperationId.parse(item.operationId);
    const { code } = await recordIn(tx, {
      installId,
      id,
      kind,
      target: targetOf(item),
      request: JSON.stringify(body),
      actor: run.actorSub === null ? null : { sub: run.actorSub, name: run.actorName ?? '' },
    });
    if (code !== 'recorded') throw new Error(`operation ${id} of a waiting item already exists`);
    await countItems(tx, run, { waiting: -1, sent: 1 });
    crashPoint('bulk.claiming');
    return { installId, id };
  });
}

function targetOf({ orderId, fulfillmentId }: TakenItem) {
  if (orderId === null) return {};
  return {
    orderId: OrderId.parse(orderId),
    ...(fulfillmentId !== null && { fulfillmentId: FulfillmentId.parse(fulfillmentId) }),
  };
}

/**
 * Ends the waiting items of a bulk run as refused, because a scope is missing or the stored input is invalid. The
 * platform would refuse each item, and each request would use a write of the budget.
 */
async function refuseWaiting(tx: Tx, run: BulkRunKey, reason: 'missing_scope' | 'invalid'): Promise<void> {
  const refused = await endWaiting(tx, run, { state: 'refused', reason });
  await countItems(tx, run, { waiting: -refused, refused });
}

type NextRun = BulkRunKey & {
  kind: string;
  input: unknown;
  actorSub: string | null;
  actorName: string | null;
  effectiveScopes: string[];
};

/**
 * Locks and returns the bulk run that is served next. Runs of an install that must be connected again are left out, and
 * so are runs that another worker has locked.
 */
async function lockNextRun(tx: Tx): Promise<NextRun | null> {
  const rows = await tx.$queryRaw<NextRun[]>`
    WITH next AS (
      SELECT r.install_id, r.id, i.effective_scopes
      FROM bulk_runs r JOIN installs i USING (install_id) JOIN install_tokens t USING (install_id)
      WHERE r.state = 'running' AND r.waiting > 0 AND r.kind = ANY(${[...bulkKinds]})
        AND i.revoked_at IS NULL AND i.paused_at IS NULL AND t.state <> 'reconnect'
        AND (SELECT count(*) FROM bulk_items b WHERE b.install_id = r.install_id AND b.state = 'sent') < ${openMax}
        AND (
          SELECT count(*) FROM bulk_items b JOIN operations o ON (o.install_id, o.id) = (b.install_id, b.operation_id)
          WHERE b.install_id = r.install_id AND b.state = 'sent'
            -- Counts items that are being sent now, and items that were recorded less than 30 seconds ago and not sent
            -- yet.
            AND (o.lease_until > now() OR (o.attempts = 0 AND o.created_at > now() - interval '30 seconds'))
        ) < ${busyMax}
      ORDER BY (SELECT max(x.served_at) FROM bulk_runs x WHERE x.install_id = r.install_id) NULLS FIRST,
        r.served_at NULLS FIRST, r.created_at, r.id
      LIMIT 1 FOR UPDATE OF r SKIP LOCKED
    )
    UPDATE bulk_runs r SET served_at = clock_timestamp() FROM next
    WHERE (r.install_id, r.id) = (next.install_id, next.id)
    RETURNING r.install_id AS "installId", r.id, r.kind, r.input, r.actor_sub AS "actorSub",
      r.actor_name AS "actorName", next.effective_scopes AS "effectiveScopes"`;
  return rows[0] ?? null;
}

type TakenItem = Omit<ItemRequest, 'note'> & {
  position: number;
  orderId: string | null;
  noteEnc: string | null;
  operationId: string;
};

async function takeItem(tx: Tx, { installId, id }: BulkRunKey) {
  const rows = await tx.$queryRaw<TakenItem[]>`
    UPDATE bulk_items SET state = 'sent' WHERE install_id = ${installId} AND run_id = ${id}::uuid AND position = (
      SELECT min(position) FROM bulk_items
      WHERE install_id = ${installId} AND run_id = ${id}::uuid AND state = 'waiting')
    RETURNING position, order_id AS "orderId", tracking_number AS "trackingNumber", fulfillment_id AS "fulfillmentId",
      variant_id AS "variantId", delta, note_enc AS "noteEnc", operation_id AS "operationId"`;
  if (!rows[0]) throw new Error(`run ${id} counts an item that has no row`);
  return rows[0];
}

/**
 * Whether the operation belongs to a bulk item. If so, its requests always have the low priority of background work,
 * even if a user sends the operation again.
 */
export async function isBulkItem({ installId, id }: OperationKey): Promise<boolean> {
  return withSystem(async (tx) => (await tx.bulkItem.count({ where: { installId, operationId: id } })) === 1);
}

/**
 * Ends the bulk items whose operation has ended, and updates the counts of their runs. Any process may have ended the
 * operation.
 */
export async function settleBulkItems(): Promise<void> {
  const runs = await withSystem(
    (tx) => tx.$queryRaw<BulkRunKey[]>`
      SELECT DISTINCT b.install_id AS "installId", b.run_id AS id
      FROM bulk_items b JOIN operations o ON (o.install_id, o.id) = (b.install_id, b.operation_id)
      WHERE b.state = 'sent' AND o.ended_at IS NOT NULL`,
  );
  for (const run of runs) await withSystem((tx) => settleRun(tx, run));
}

async function settleRun(tx: Tx, run: BulkRunKey): Promise<void> {
  if (!(await lockBulkRun(tx, run))) return;
  // The platform may refuse an item because its order needs no shipment. Such an item counts as skipped and
  // not as refused. With a current mirror, the check before the run would have skipped it too. A 403 for a
  // missing scope gets the reason `missing_scope`, like a refusal by the app itself.
  const ended = await tx.$queryRaw<{ state: BulkItemState; reason: string | null }[]>`
    UPDATE bulk_items b SET ended_at = now(),
      state = CASE WHEN o.result->>'code' = ANY(${noShipmentCodes}) THEN 'skipped' ELSE o.state END,
      reason = CASE
        WHEN o.state <> 'refused' THEN NULL
        WHEN o.result->>'status' = '403' AND o.result->>'code' = 'forbidden' THEN 'missing_scope'
        ELSE o.result->>'code' END
    FROM operations o
    WHERE b.install_id = ${run.installId} AND b.run_id = ${run.id}::uuid AND b.state = 'sent'
      AND (o.install_id, o.id) = (b.install_id, b.operation_id) AND o.ended_at IS NOT NULL
    RETURNING b.state, b.reason`;
  if (ended.length === 0) return;
  const moved: Partial<Record<BulkItemState, number>> = { sent: -ended.length };
  for (const { state } of ended) moved[state] = (moved[state] ?? 0) + 1;
  await countItems(tx, run, moved);
  if (ended.some(({ reason }) => reason === 'missing_scope')) await refuseWaiting(tx, run, 'missing_scope');
  crashPoint('bulk.settling');
}

/** Notifies open screens of each bulk run whose counts changed. A run causes at most one notification per second. */
export async function notifyBulkRuns(): Promise<void> {
  await withSystem(async (tx) => {
    const runs = await tx.$queryRaw<BulkRunKey[]>`
      UPDATE bulk_runs r SET needs_notification = false, notified_at = now()
      FROM (
        SELECT install_id, id FROM bulk_runs
        WHERE needs_notification AND (notified_at IS NULL OR notified_at <= now() - interval '1 second')
        LIMIT 100 FOR UPDATE SKIP LOCKED
      ) due
      WHERE (r.install_id, r.id) = (due.install_id, due.id)
      RETURNING r.install_id AS "installId", r.id`;
    for (const run of runs) await notifyBulkRun(tx, run);
  });
}
