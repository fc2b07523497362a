import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { lockRunOfOperation, moveEndedItem } from '@/lib/operations/bulk/bulk-rows.server';
import type { ActivityPorts } from '@/lib/operations/operation-ports.server';
import { storedRequest } from '@/lib/operations/sending/stored-request.server';
import { type OperationKinds, OperationTarget } from '@/lib/operations/sending/operation-kind.server';
import { openRequest } from '@/lib/operations/sending/operation-queue.server';
import type { ResolveReviewCommand, ResolveReviewOutcome } from '@/lib/operations/activity/resolve-review';
import { storableValue } from 'commerce-platform-client/contract/storable-text';
import { dbNow, type Tx } from '@/lib/system/db';
import type { Operation, Prisma } from '@/lib/system/generated/prisma/client';
import { notifyLive } from '@/lib/system/live/notify';

/**
 * Stores a user's report on an operation (a write to the platform) whose outcome is not known (`needs_review`). The
 * user has checked whether the write happened. The operation becomes `succeeded` or `refused`, and the user's name is
 * stored. Nothing is sent.
 *
 * Only the first report counts. The same report again (same `operationId`) succeeds without a change. If the platform
 * confirms the write later, it counts as succeeded, even if the user reported the opposite
 * (docs/decisions/unknown-outcomes.md).
 */
export async function resolveReview(
  { installId, db, actor, scopes }: InstallContext,
  command: ResolveReviewCommand,
  { kinds, markOrderDirty }: Pick<ActivityPorts, 'kinds' | 'markOrderDirty'>,
): Promise<ResolveReviewOutcome> {
  const { operationId: press, reviewId: id, happened } = command;
  return db.transaction(async (tx): Promise<ResolveReviewOutcome> => {
    // Every function that changes bulk items locks the bulk run first and then the operation. No deadlock is possible,
    // because all functions use the same sequence.
    const run = await lockRunOfOperation(tx, { installId, id });
    const row = await lockOperation(tx, { installId, id });
    if (!row) return { code: 'not_found', status: 404 };
    if (pressOf(row) === press) return { code: 'succeeded', status: 200 };
    if (row.state !== 'needs_review') return { code: 'refused', status: 409, reason: 'settled' };
    const resolution = happened
      ? await resolveManually(tx, kinds, { row, scopes, command })
      : { result: notHappened };
    if ('code' in resolution) return resolution;
    const by = actor?.name || actor?.sub || null;
    const review = { press, happened, by, at: (await dbNow(tx)).toISOString() };
    const requested = storedRequest(kinds, row) as Prisma.InputJsonObject | null;
    await tx.operation.update({
      where: { installId_id: { installId, id } },
      data: {
        state: happened ? 'succeeded' : 'refused',
        result: storableValue({ ...resolution.result, ...(requested && { requested }), review }),
      },
    });
    const end = happened
      ? ({ state: 'succeeded', reason: null } as const)
      : ({ state: 'refused', reason: notHappened.code } as const);
    if (run) await moveEndedItem(tx, run, { operationId: id, ...end });
    // Marks the order as changed, so that the worker reads the order again. The order in the mirror (our copy of the
    // platform's data) may not show the effect of the write yet.
    const { orderId } = OperationTarget.parse(row.target);
    if (orderId) await markOrderDirty(tx, installId, orderId);
    await notifyLive(tx, { installId, kind: 'operation', id });
    return { code: 'succeeded', status: 200 };
  });
}

/**
 * Result that is stored for a write that did not happen. It has the same fields as a refusal by the platform, so
 * screens show it like a refusal.
 */
const notHappened = {
  status: 409,
  code: 'resolved_absent',
  requestId: null,
  details: { fields: [], lines: [], current_status: null },
};

/**
 * Locks the row of the operation. Two reports of the outcome can arrive at the same time, for example from two browser
 * tabs. Then the second report waits for the lock. A transaction that stores a late response of the platform also waits
 * for this lock.
 */
async function lockOperation(tx: Tx, key: { installId: string; id: string }): Promise<Operation | null> {
  await tx.$queryRaw`
    SELECT 1 FROM operations WHERE install_id = ${key.installId} AND id = ${key.id}::uuid FOR UPDATE`;
  return tx.operation.findUnique({ where: { installId_id: key } });
}

function pressOf({ result }: Operation): unknown {
  const review = typeof result === 'object' && result !== null && 'review' in result ? result.review : null;
  return typeof review === 'object' && review !== null && 'press' in review ? review.press : null;
}

type Resolution = { row: Operation; scopes: ReadonlySet<string>; command: ResolveReviewCommand };

/**
 * Returns the result that is stored for a write that happened. The result contains the id of the order that the write
 * changed or created.
 */
async function resolveManually(
  tx: Tx,
  kinds: OperationKinds,
  { row, scopes, command }: Resolution,
): Promise<{ result: Prisma.InputJsonObject } | ResolveReviewOutcome> {
  const kind = kinds.get(row.kind);
  if (!kind?.resolveManually) return { result: { ...OperationTarget.parse(row.target) } };
  if (!scopes.has('orders:read')) return { code: 'missing_scope', status: 403, scope: 'orders:read' };
  const { installId, reviewId: id, orderNumber = '' } = command;
  const resolved = await kind.resolveManually(
    tx,
    { installId, id, request: openRequest(row) },
    { orderNumber },
  );
  return typeof resolved === 'string'
    ? { code: 'refused', status: 409, reason: resolved }
    : { result: resolved };
}
