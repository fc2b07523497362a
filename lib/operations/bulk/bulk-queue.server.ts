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
import { FulfillmentId, OrderId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { crashPoint } from '@/lib/system/crash-point';
import { orUnreadable } from '@/lib/system/keys/crypto';
import { dbNow, loadDataKeysIn, type Tx, withSystem } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import {
  claimInTurn,
  hastenTurns,
  parkedUntil,
  takeTurns,
  type Unclaimed,
} from '@/lib/system/queues/ready-list.server';

/**
 * Maximum number of items of one install that are being sent at the same time. The request budget allows about one
 * write per second, and a response takes less than four seconds. So four items are enough to use the whole budget.
 */
const busyMax = 4;
/**
 * Maximum number of items of one install that were sent and have not ended, including postponed items and items with
 * unknown outcome. If this maximum is reached, the platform is probably failing. Further requests would only cause more
 * unknown outcomes.
 */
const openMax = 20;

/**
 * Chooses the next bulk item and records its operation (the write to the platform). The caller then sends the
 * operation. The installs are served one after another, by the ready list (the table of installs with waiting work).
 * The bulk runs of one install are also served one after another. The item and its operation are committed together, so
 * that after a crash neither exists without the other. Returns null if no item can be sent now.
 */
export async function claimBulkItem(ports: Pick<BulkPorts, 'operationOf'>): Promise<OperationKey | null> {
  const takeTurn = async (tx: Tx) => {
    const next = await lockNextRun(tx);
    if (next?.kind !== null) return next ? [await recordNextItem(tx, ports, next)] : [];
    return [next];
  };
  const [item] = await claimInTurn<RecordedItem>('bulk', takeTurn, nextTurn);
  return item ? { installId: item.installId, id: item.id } : null;
}

type RecordedItem = OperationKey & { kind: string };

/**
 * Records the operation of the next item of a bulk run. If the item or the whole run is refused, nothing is recorded,
 * and the result has `kind: null`.
 */
async function recordNextItem(
  tx: Tx,
  ports: Pick<BulkPorts, 'operationOf'>,
  run: NextRun,
): Promise<RecordedItem | Unclaimed> {
  const { installId } = run;
  const work = BulkWork.safeParse({ kind: run.kind, input: run.input });
  const missing = work.success ? missingScopeOf(ports, work.data, new Set(run.effectiveScopes)) : undefined;
  if (!work.success || missing) {
    await refuseWaiting(tx, run, missing ? 'missing_scope' : 'invalid');
    return { installId, kind: null };
  }
  const item = await takeItem(tx, run);
  await loadDataKeysIn(tx, [installId]);
  const { position } = item;
  const note = orUnreadable(() => openNote({ installId, runId: run.id, position }, item.noteEnc));
  if (note === 'unreadable') {
    // If the note of an item cannot be decrypted, the item ends as refused, so that the items after it can still be
    // sent.
    await tx.bulkItem.update({
      where: { installId_runId_position: { installId, runId: run.id, position } },
      data: { state: 'refused', reason: 'invalid', endedAt: await dbNow(tx) },
    });
    await countItems(tx, run, { waiting: -1, refused: 1 });
    return { installId, kind: null };
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
  return { installId, id, kind };
}

function targetOf({ orderId, fulfillmentId }: TakenItem) {
  if (orderId === null) return {};
  return {
    orderId: OrderId.parse(orderId),
    ...(fulfillmentId !== null && { fulfillmentId: FulfillmentId.parse(fulfillmentId) }),
  };
}

/**
 * Ends the waiting items of a bulk run as refused, because a scope is missing or the stored input is invalid. If the
 * items were sent, the platform would refuse each of them, and each would use up one of the writes that are allowed per
 * minute.
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
 * SQL query with three columns about the items of an install.
 *
 * - `open`: number of items that were sent and have not ended.
 * - `busy`: number of open items that a process is sending now. An item whose operation was recorded in the last 30
 *   seconds and was not sent yet counts too.
 * - `ends_at`: the first time at which one of the busy items is no longer counted as busy.
 */
const underWay = (installId: Prisma.Sql) => Prisma.sql`(
  SELECT count(*) AS open, count(o.busy_until) AS busy, min(o.busy_until) AS ends_at
  FROM bulk_items b LEFT JOIN LATERAL (
    SELECT CASE WHEN lease_until > now() THEN lease_until
      WHEN attempts = 0 AND created_at > now() - interval '30 seconds' THEN created_at + interval '30 seconds'
      END AS busy_until
    FROM operations WHERE (install_id, id) = (b.install_id, b.operation_id)
  ) o ON true
  WHERE b.install_id = ${installId} AND b.state = 'sent')`;

/**
 * SQL condition: the items of a bulk run may be sent. In the query, `r` is the run, `i` is its install and `k` has the
 * tokens of the install.
 */
const maySend = Prisma.sql`(r.kind = ANY(${[...bulkKinds]}) AND i.revoked_at IS NULL AND i.paused_at IS NULL
  AND k.state <> 'reconnect')`;

/**
 * SQL expression: the time at which the next item of the install `listed.install_id` can be sent. NULL if no item
 * waits. If `openMax` items were sent and have not ended, the time is `parkedUntil`, some minutes from now. When one of
 * these items ends, settleRun makes the install due earlier.
 */
const nextTurn = Prisma.sql`(
  SELECT CASE WHEN NOT bool_or(coalesce(${maySend}, false)) OR min(u.open) >= ${openMax} THEN ${parkedUntil}
    WHEN min(u.busy) >= ${busyMax} THEN min(u.ends_at) ELSE now() END
  FROM bulk_runs r LEFT JOIN installs i USING (install_id) LEFT JOIN install_tokens k USING (install_id),
    ${underWay(Prisma.sql`listed.install_id`)} u
  WHERE r.install_id = listed.install_id AND r.state = 'running' AND r.waiting > 0
  HAVING count(*) > 0)`;

/**
 * Locks and returns the bulk run that is served next: a run of the install that has been due longest. Runs that another
 * worker has locked are left out. `kind` is null if no item of this install can be sent now.
 */
async function lockNextRun(tx: Tx): Promise<NextRun | Unclaimed | undefined> {
  const rows = await tx.$queryRaw<(NextRun | Unclaimed)[]>`
    WITH turns AS MATERIALIZED (${takeTurns('bulk', 1)}), next AS (
      SELECT r.install_id, r.id, i.effective_scopes
      FROM turns t JOIN bulk_runs r USING (install_id) JOIN installs i USING (install_id)
      JOIN install_tokens k USING (install_id), LATERAL ${underWay(Prisma.sql`t.install_id`)} u
      WHERE r.state = 'running' AND r.waiting > 0 AND ${maySend} AND u.open < ${openMax} AND u.busy < ${busyMax}
      ORDER BY r.served_at NULLS FIRST, r.created_at, r.id
      LIMIT 1 FOR UPDATE OF r SKIP LOCKED
    ), served AS (
      UPDATE bulk_runs r SET served_at = clock_timestamp() FROM next
      WHERE (r.install_id, r.id) = (next.install_id, next.id)
      RETURNING r.*, next.effective_scopes
    )
    SELECT t.install_id AS "installId", s.id, s.kind, s.input, s.actor_sub AS "actorSub", s.actor_name AS "actorName",
      s.effective_scopes AS "effectiveScopes"
    FROM turns t LEFT JOIN served s USING (install_id)`;
  return rows[0];
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
 * Returns whether the operation belongs to a bulk item. Requests of a bulk item always have the low priority of
 * background work, even if a user sends the operation again.
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
  // An item counts as skipped, not as refused, if the platform refuses it because its order needs no shipment. The
  // check before the run would also have skipped this item if the mirror (our copy of the platform's data) had been
  // current. A 403 for a missing scope gets the reason `missing_scope`, like a refusal by the app itself.
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
  // When items end, another run of the install may be able to continue. The database trigger on bulk_runs makes the
  // install due only if the changed run itself has waiting items. So the install is made due here.
  await hastenTurns(tx, run.installId, ['bulk']);
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
