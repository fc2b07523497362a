import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import {
  bulkRunView,
  countItems,
  endWaiting,
  keepInstallOpen,
  lockBulkRun,
  notifyBulkRun,
} from '@/lib/operations/bulk/bulk-rows.server';
import { rightOfBulk } from '@/lib/operations/bulk/bulk-right';
import type { ChangeBulkRunCommand } from '@/lib/operations/bulk/bulk-commands';
import { type BulkOutcome, BulkRunId, type BulkRunView, type BulkWork } from '@/lib/operations/bulk/bulk-run';
import { type BulkPorts, missingScopeOf } from '@/lib/operations/operation-ports.server';
import { fieldProblems } from 'commerce-platform-client/assumptions';
import { OrderId } from 'commerce-platform-client/contract/ids';
import { refusalOf } from '@/lib/shared/roles/roles';
import type { Tx } from '@/lib/system/db';
import type { BulkRun } from '@/lib/system/generated/prisma/client';
import { notifyWork } from '@/lib/system/live/notify';

type Change = { context: InstallContext; runId: string };
/**
 * The function that builds the request of one item. From such a request, the app finds out which scopes the bulk run
 * needs.
 */
type ScopePorts = Pick<BulkPorts, 'operationOf'>;
type RetryPorts = Pick<BulkPorts, 'operationOf' | 'evaluateTargets'>;

/**
 * A function that changes a bulk run while the row of the run is locked. If the run is already as requested, it returns
 * `as_it_is`, which is not an error. If the state of the run does not allow the change, it returns `wrong_state`.
 */
type Work = (tx: Tx, run: BulkRun) => Promise<'changed' | 'as_it_is' | 'wrong_state'>;

/** Pauses, resumes, cancels or retries a bulk run because a user pressed a button. */
export function changeBulkRun(
  context: InstallContext,
  command: ChangeBulkRunCommand,
  ports: RetryPorts,
): Promise<BulkOutcome> {
  const { runId, change } = command;
  switch (change) {
    case 'pause':
      return pauseBulkRun(context, runId);
    case 'resume':
      return resumeBulkRun(context, runId, ports);
    case 'cancel':
      return cancelBulkRun(context, runId);
    case 'retry':
      return retryBulkRun(context, runId, command, ports);
  }
}

/**
 * Pauses a bulk run. No further items are sent until a user resumes the run. Items that have already been
 * sent still finish. No scope is needed, so a missing scope cannot prevent a pause.
 */
export function pauseBulkRun(context: InstallContext, runId: string): Promise<BulkOutcome> {
  return changeRun({ context, runId }, async (tx, run) => {
    if (run.state === 'paused') return 'as_it_is';
    if (run.state !== 'running') return 'wrong_state';
    await countItems(tx, keyOf(context, run), {}, 'paused');
    return 'changed';
  });
}

export function resumeBulkRun(
  context: InstallContext,
  runId: string,
  ports: ScopePorts,
): Promise<BulkOutcome> {
  return changeRun(
    { context, runId },
    async (tx, run) => {
      if (run.state === 'running') return 'as_it_is';
      if (run.state !== 'paused') return 'wrong_state';
      await runFromNow(tx, keyOf(context, run));
      await countItems(tx, keyOf(context, run), {}, 'running');
      return 'changed';
    },
    ports,
  );
}

/**
 * Cancels all items of a bulk run that were not sent yet. Items that have already been sent still finish. No
 * scope is needed.
 */
export function cancelBulkRun(context: InstallContext, runId: string): Promise<BulkOutcome> {
  return changeRun({ context, runId }, async (tx, run) => {
    if (run.state === 'cancelled') return 'as_it_is';
    if (run.state === 'ended') return 'wrong_state';
    const key = keyOf(context, run);
    const cancelled = await endWaiting(tx, key, { state: 'cancelled', reason: 'cancelled' });
    await countItems(tx, key, { waiting: -cancelled, cancelled }, 'cancelled');
    return 'changed';
  });
}

/**
 * Retries the refused items of a bulk run, each as a new write. Items with an unknown outcome are not retried, because
 * they may have taken effect; `leftOut` is their number. `retries` is the number of retries that the screen showed. If
 * it is out of date, nothing is retried, so that a double click starts only one retry.
 */
export async function retryBulkRun(
  context: InstallContext,
  runId: string,
  { retries }: Pick<BulkRunView, 'retries'>,
  ports: RetryPorts,
): Promise<BulkOutcome & { leftOut?: number }> {
  const seen = z.int().min(0).safeParse(retries);
  if (!seen.success) return { code: 'invalid', status: 400, fields: fieldProblems(seen.error, 'retries') };
  const outcome = await changeRun(
    { context, runId },
    async (tx, run) => {
      if (run.retries > seen.data) return 'as_it_is';
      if (!run.endedAt || run.refused === 0) return 'wrong_state';
      const key = keyOf(context, run);
      const again = await tx.$executeRaw`
        UPDATE bulk_items SET state = 'waiting', reason = NULL, ended_at = NULL, operation_id = gen_random_uuid()
        WHERE install_id = ${key.installId} AND run_id = ${run.id}::uuid AND state = 'refused'`;
      await findShipments(tx, key, bulkRunView(run).work, ports);
      await runFromNow(tx, key);
      await tx.bulkRun.update({ where: { installId_id: key }, data: { retries: { increment: 1 } } });
      await countItems(tx, key, { refused: -again, waiting: again }, 'running');
      return 'changed';
    },
    ports,
  );
  return outcome.code === 'done' ? { ...outcome, leftOut: outcome.run.outcomeUnknown } : outcome;
}

/**
 * Finds the shipments that the retried items of a run must change. An order may have got its shipment after the platform
 * refused the item.
 */
async function findShipments(
  tx: Tx,
  { installId, id }: ReturnType<typeof keyOf>,
  work: BulkWork,
  { evaluateTargets }: RetryPorts,
): Promise<void> {
  if (work.kind !== 'set_order_status') return;
  const items = await tx.bulkItem.findMany({
    where: { installId, runId: id, state: 'waiting' },
    select: { orderId: true },
  });
  const targets = items.flatMap(({ orderId }) => (orderId ? [{ orderId: OrderId.parse(orderId) }] : []));
  const verdicts = await evaluateTargets(tx, installId, { ...work, targets });
  const found = verdicts.flatMap((target) =>
    target.orderId !== undefined && target.fulfillmentId !== undefined ? [target] : [],
  );
  await tx.$executeRaw`
    UPDATE bulk_items b SET fulfillment_id = f.fulfillment_id
    FROM unnest(${found.map(({ orderId }) => orderId)}::text[],
      ${found.map(({ fulfillmentId }) => fulfillmentId)}::text[]) AS f (order_id, fulfillment_id)
    WHERE b.install_id = ${installId} AND b.run_id = ${id}::uuid AND b.state = 'waiting' AND b.order_id = f.order_id`;
}

const keyOf = ({ installId }: InstallContext, { id }: BulkRun) => ({ installId, id });

/**
 * Starts the measurement of the pace again from now, because the time in which the bulk run was stopped must not count.
 */
async function runFromNow(tx: Tx, { installId, id }: ReturnType<typeof keyOf>): Promise<void> {
  await tx.$executeRaw`
    UPDATE bulk_runs SET running_from = now() WHERE install_id = ${installId} AND id = ${id}::uuid`;
}

/**
 * Changes a bulk run while its row is locked. The needed right depends on the kind of the run (S35), so it is checked
 * after the row was read. `scopePorts` is given if the run continues. Then the install must be open, and the app must
 * have the scopes that the run needs.
 */
async function changeRun(
  { context, runId }: Change,
  work: Work,
  scopePorts?: ScopePorts,
): Promise<BulkOutcome> {
  const id = BulkRunId.safeParse(runId);
  if (!id.success) return { code: 'not_found', status: 404 };
  const key = { installId: context.installId, id: id.data };
  return context.db.transaction(async (tx) => {
    if (scopePorts && !(await keepInstallOpen(tx, context.installId)))
      return { code: 'not_found', status: 404 };
    const before = await lockBulkRun(tx, key);
    if (!before) return { code: 'not_found', status: 404 };
    const refusal = refusalOf(context.role, [rightOfBulk(bulkRunView(before).work)]);
    if (refusal) return refusal;
    const scope = scopePorts && missingScopeOf(scopePorts, bulkRunView(before).work, context.scopes);
    if (scope) return { code: 'missing_scope', status: 403, scope };
    const done = await work(tx, before);
    if (done === 'wrong_state') return { code: 'wrong_state', status: 409, run: bulkRunView(before) };
    if (done === 'changed') {
      await notifyBulkRun(tx, key);
      await notifyWork(tx, 'bulk');
    }
    const run = await tx.bulkRun.findUniqueOrThrow({ where: { installId_id: key } });
    return { code: 'done', status: 200, run: bulkRunView(run) };
  });
}
