import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { missingScopeOf } from '@/lib/operations/bulk/bulk-kinds.server';
import { itemsOf, judgeTargets } from '@/lib/operations/bulk/bulk-targets.server';
import { bulkRunView } from '@/lib/operations/bulk/bulk-rows.server';
import {
  BulkAsk,
  type BulkAskInput,
  type BulkOutcome,
  type BulkPreflight,
  type BulkRefusal,
  BulkRunId,
} from '@/lib/operations/bulk/bulk-run';
import { readBulkMinutes } from '@/lib/operations/bulk/read-bulk-minutes.server';
import { fieldProblems } from '@/lib/platform/assumptions';
import type { InstallId } from '@/lib/shared/ids';
import { sha256Hex } from '@/lib/system/crypto';
import type { Tx } from '@/lib/system/db';
import type { BulkRun } from '@/lib/system/generated/prisma/client';
import { notifyWork } from '@/lib/system/live/notify';

/**
 * What a run of this would do, from the mirror alone: nothing is asked of the platform, and nothing recorded. A target
 * is skipped only where there is nothing to send; what may be refused is a warning.
 */
export async function preflightBulk(
  context: InstallContext,
  asked: BulkAskInput,
): Promise<({ code: 'ready'; status: 200 } & BulkPreflight) | BulkRefusal> {
  const ask = BulkAsk.safeParse(asked);
  if (!ask.success) return { code: 'invalid', status: 400, fields: fieldProblems(ask.error) };
  const scope = missingScopeOf(ask.data, context.scopes);
  if (scope) return { code: 'missing_scope', status: 403, scope };
  return context.db.transaction(async (tx) => {
    const targets = await judgeTargets(tx, context.installId, ask.data);
    const skipped = { unknown_order: 0, unknown_variant: 0, deleted: 0, already_there: 0 };
    for (const target of targets) if (target.verdict === 'skipped') skipped[target.reason] += 1;
    const ok = targets.filter(({ verdict }) => verdict === 'ok').length;
    const warned = targets.filter((target) => target.verdict === 'ok' && target.warning !== null).length;
    const minutes = await readBulkMinutes(tx, context.installId, ok);
    return { code: 'ready', status: 200, targets, ok, warned, skipped, minutes };
  });
}

/**
 * Starts a run; the worker does the rest. The same id with the same ask is the same run, however often and from
 * wherever it is posted. What the mirror skips now is counted as skipped.
 */
export async function startBulkRun(
  context: InstallContext,
  runId: string,
  asked: BulkAskInput,
): Promise<BulkOutcome> {
  const id = BulkRunId.safeParse(runId);
  if (!id.success) return { code: 'invalid', status: 400, fields: fieldProblems(id.error, 'runId') };
  const ask = BulkAsk.safeParse(asked);
  if (!ask.success) return { code: 'invalid', status: 400, fields: fieldProblems(ask.error) };
  const { installId, actor } = context;
  const askHash = hashOf(ask.data);
  const scope = missingScopeOf(ask.data, context.scopes);
  return context.db.transaction(async (tx) => {
    const known = await find(tx, installId, id.data);
    if (known) return toldAgain(known, askHash);
    if (scope) return { code: 'missing_scope', status: 403, scope };
    const targets = await judgeTargets(tx, installId, ask.data);
    const waiting = targets.filter(({ verdict }) => verdict === 'ok').length;
    const { count } = await tx.bulkRun.createMany({
      data: {
        installId,
        id: id.data,
        kind: ask.data.kind,
        input: ask.data.input,
        askHash,
        total: targets.length,
        waiting,
        skipped: targets.length - waiting,
        ...(waiting === 0 && { state: 'ended', endedAt: new Date() }),
        actorSub: actor?.sub ?? null,
        actorName: actor?.name ?? null,
      },
      skipDuplicates: true,
    });
    const run = await tx.bulkRun.findUniqueOrThrow({ where: { installId_id: { installId, id: id.data } } });
    // The other click was first, and has committed by now.
    if (count === 0) return toldAgain(run, askHash);
    await tx.bulkItem.createMany({ data: itemsOf(ask.data, targets, { installId, runId: id.data }) });
    await notifyWork(tx, 'bulk');
    return { code: 'done', status: 200, run: bulkRunView(run) };
  });
}

const find = (tx: Tx, installId: InstallId, id: string) =>
  tx.bulkRun.findUnique({ where: { installId_id: { installId, id } } });

function toldAgain(run: BulkRun, askHash: string): BulkOutcome {
  if (run.askHash !== askHash) return { code: 'run_reused', status: 409 };
  return { code: 'done', status: 200, run: bulkRunView(run) };
}

/** A note is left out: a hash of it would outlive its purge, and what it says can be guessed from it. */
function hashOf(ask: BulkAsk): string {
  const isNote = (key: string) => ask.kind === 'adjust_stock' && key === 'note';
  return sha256Hex(JSON.stringify(ask, (key, value: unknown) => (isNote(key) ? undefined : value)));
}
