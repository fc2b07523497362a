import 'server-only';
import { z } from 'zod';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { missingScopeOf } from '@/lib/operations/bulk/bulk-kinds.server';
import {
  bulkRunView,
  countItems,
  endWaiting,
  lockBulkRun,
  notifyBulkRun,
} from '@/lib/operations/bulk/bulk-rows.server';
import type { ChangeBulkRunCommand } from '@/lib/operations/bulk/bulk-commands';
import { type BulkOutcome, BulkRunId, type BulkRunView } from '@/lib/operations/bulk/bulk-run';
import { fieldProblems } from '@/lib/platform/assumptions';
import type { Tx } from '@/lib/system/db';
import type { BulkRun } from '@/lib/system/generated/prisma/client';
import { notifyWork } from '@/lib/system/live/notify';

type Change = { context: InstallContext; runId: string };
/** Changes the locked run; wrong_state: it can't be done from where it is. Doing it again is no error. */
type Work = (tx: Tx, run: BulkRun) => Promise<'changed' | 'as_it_is' | 'wrong_state'>;

/** Does what a button of the run's page stands for. */
export function changeBulkRun(context: InstallContext, command: ChangeBulkRunCommand): Promise<BulkOutcome> {
  const { runId, change } = command;
  switch (change) {
    case 'pause':
      return pauseBulkRun(context, runId);
    case 'resume':
      return resumeBulkRun(context, runId);
    case 'cancel':
      return cancelBulkRun(context, runId);
    case 'retry':
      return retryBulkRun(context, runId, command);
  }
}

/** No further item is sent until it is resumed; those under way finish. Needs no scope: stopping is never refused. */
export function pauseBulkRun(context: InstallContext, runId: string): Promise<BulkOutcome> {
  return changeRun({ context, runId }, async (tx, run) => {
    if (run.state === 'paused') return 'as_it_is';
    if (run.state !== 'running') return 'wrong_state';
    await countItems(tx, keyOf(context, run), {}, 'paused');
    return 'changed';
  });
}

/** Goes on where it was paused. */
export function resumeBulkRun(context: InstallContext, runId: string): Promise<BulkOutcome> {
  return changeRun(
    { context, runId },
    async (tx, run) => {
      if (run.state === 'running') return 'as_it_is';
      if (run.state !== 'paused') return 'wrong_state';
      await runFromNow(tx, keyOf(context, run));
      await countItems(tx, keyOf(context, run), {}, 'running');
      return 'changed';
    },
    { needsScope: true },
  );
}

/** All that was not sent is never sent; those under way finish. Needs no scope. */
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
 * Asks for what was refused once more, each as a new operation. What is in doubt may have happened and is left out:
 * `leftOut` says how many. `retries` is the number that the person saw: the same press twice is one retry.
 */
export async function retryBulkRun(
  context: InstallContext,
  runId: string,
  { retries }: Pick<BulkRunView, 'retries'>,
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
      await runFromNow(tx, key);
      await tx.bulkRun.update({ where: { installId_id: key }, data: { retries: { increment: 1 } } });
      await countItems(tx, key, { refused: -again, waiting: again }, 'running');
      return 'changed';
    },
    { needsScope: true },
  );
  return outcome.code === 'done' ? { ...outcome, leftOut: outcome.run.inDoubt } : outcome;
}

const keyOf = ({ installId }: InstallContext, { id }: BulkRun) => ({ installId, id });

/** The pace is measured anew. */
async function runFromNow(tx: Tx, { installId, id }: ReturnType<typeof keyOf>): Promise<void> {
  await tx.$executeRaw`
    UPDATE bulk_runs SET running_from = now() WHERE install_id = ${installId} AND id = ${id}::uuid`;
}

async function changeRun(
  { context, runId }: Change,
  work: Work,
  { needsScope = false } = {},
): Promise<BulkOutcome> {
  const id = BulkRunId.safeParse(runId);
  if (!id.success) return { code: 'not_found', status: 404 };
  const key = { installId: context.installId, id: id.data };
  return context.db.transaction(async (tx) => {
    const before = await lockBulkRun(tx, key);
    if (!before) return { code: 'not_found', status: 404 };
    const scope = needsScope ? missingScopeOf(bulkRunView(before).work, context.scopes) : undefined;
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
