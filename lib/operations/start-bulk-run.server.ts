import 'server-only';
import { randomUUID } from 'node:crypto';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { writesPerMinute } from '@/lib/installs/request-budget.server';
import { findOrders } from '@/lib/mirror/find-orders.server';
import { judgeTarget, missingScopeOf } from '@/lib/operations/bulk-kinds.server';
import { minutesFor } from '@/lib/operations/bulk-pace';
import { bulkRunView } from '@/lib/operations/bulk-rows.server';
import {
  BulkAsk,
  type BulkAskInput,
  type BulkOutcome,
  type BulkPreflight,
  type BulkRefusal,
  BulkRunId,
  type TargetVerdict,
} from '@/lib/operations/bulk-run';
import { fieldProblems } from '@/lib/platform/assumptions';
import type { InstallId } from '@/lib/shared/ids';
import { sha256Hex } from '@/lib/system/crypto';
import type { Tx } from '@/lib/system/db';
import type { Prisma } from '@/lib/system/generated/prisma/client';
import { type BulkRun } from '@/lib/system/generated/prisma/client';
import { notifyWork } from '@/lib/system/notify';

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
    const targets = await judge(tx, context.installId, ask.data);
    const { _sum } = await tx.bulkRun.aggregate({
      where: { installId: context.installId, state: 'running' },
      _sum: { waiting: true },
    });
    const skipped = { unknown_order: 0, deleted: 0, already_there: 0 };
    for (const target of targets) if (target.verdict === 'skipped') skipped[target.reason] += 1;
    const ok = targets.filter(({ verdict }) => verdict === 'ok').length;
    const warned = targets.filter((target) => target.verdict === 'ok' && target.warning !== null).length;
    const minutes = ok === 0 ? 0 : minutesFor(ok + (_sum.waiting ?? 0), writesPerMinute);
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
  const askHash = sha256Hex(JSON.stringify(ask.data));
  const scope = missingScopeOf(ask.data, context.scopes);
  return context.db.transaction(async (tx) => {
    const known = await find(tx, installId, id.data);
    if (known) return toldAgain(known, askHash);
    if (scope) return { code: 'missing_scope', status: 403, scope };
    const targets = await judge(tx, installId, ask.data);
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

async function judge(tx: Tx, installId: InstallId, ask: BulkAsk): Promise<TargetVerdict[]> {
  const ids = ask.targets.map(({ orderId }) => orderId);
  const orders = await findOrders(tx, installId, ids);
  return ids.map((orderId): TargetVerdict => {
    const judged = judgeTarget(ask, orders.get(orderId));
    if (judged.skip !== null) return { orderId, verdict: 'skipped', reason: judged.skip };
    return { orderId, verdict: 'ok', warning: judged.warning };
  });
}

function itemsOf(
  ask: BulkAsk,
  targets: TargetVerdict[],
  of: { installId: InstallId; runId: string },
): Prisma.BulkItemCreateManyInput[] {
  return targets.map((target, position) => {
    const asked = ask.targets[position];
    const trackingNumber = asked && 'trackingNumber' in asked ? asked.trackingNumber : null;
    const skipped = target.verdict === 'skipped' && {
      state: 'skipped',
      reason: target.reason,
      endedAt: new Date(),
    };
    const { orderId } = target;
    // Made now: whoever sends the item, and however often, it is the same write.
    return {
      ...of,
      position,
      orderId,
      trackingNumber,
      operationId: randomUUID(),
      state: 'waiting',
      ...skipped,
    };
  });
}
