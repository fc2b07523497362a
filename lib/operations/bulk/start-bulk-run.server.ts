import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { hasSameNotes, itemsOf } from '@/lib/operations/bulk/bulk-targets.server';
import { bulkRunView, keepInstallOpen } from '@/lib/operations/bulk/bulk-rows.server';
import {
  BulkRequest,
  type BulkRequestInput,
  type BulkOutcome,
  type BulkPreflight,
  type BulkRefusal,
  BulkRunId,
} from '@/lib/operations/bulk/bulk-run';
import { readBulkMinutes } from '@/lib/operations/bulk/read-bulk-minutes.server';
import { type BulkPorts, missingScopeOf } from '@/lib/operations/operation-ports.server';
import { fieldProblems } from 'commerce-platform-client/assumptions';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { sha256Hex } from '@/lib/system/keys/crypto';
import type { Tx } from '@/lib/system/db';
import type { BulkRun } from '@/lib/system/generated/prisma/client';
import { notifyWork } from '@/lib/system/live/notify';

/**
 * Checks each order or variant of a bulk run with the data of the mirror (our copy of the platform's data). Nothing is
 * sent to the platform and nothing is recorded. An order or variant with nothing to send is skipped. An order or
 * variant gets a warning if the platform may refuse the write.
 */
export async function preflightBulk(
  context: InstallContext,
  input: BulkRequestInput,
  ports: BulkPorts,
): Promise<({ code: 'ready'; status: 200 } & BulkPreflight) | BulkRefusal> {
  const request = BulkRequest.safeParse(input);
  if (!request.success) return { code: 'invalid', status: 400, fields: fieldProblems(request.error) };
  const scope = missingScopeOf(ports, request.data, context.scopes);
  if (scope) return { code: 'missing_scope', status: 403, scope };
  return context.db.transaction(async (tx) => {
    const targets = await ports.evaluateTargets(tx, context.installId, request.data);
    const skipped: BulkPreflight['skipped'] = {};
    for (const target of targets)
      if (target.verdict === 'skipped') skipped[target.reason] = (skipped[target.reason] ?? 0) + 1;
    const ok = targets.filter(({ verdict }) => verdict === 'ok').length;
    const warned = targets.filter((target) => target.verdict === 'ok' && target.warning !== null).length;
    const minutes = await readBulkMinutes(tx, context.installId, ok);
    return { code: 'ready', status: 200, targets, ok, warned, skipped, minutes };
  });
}

/**
 * Starts a bulk run; the worker sends its writes. Submitting the same run id and request again returns the existing
 * run. Orders or variants with nothing to send are counted as skipped.
 */
export async function startBulkRun(
  context: InstallContext,
  runId: string,
  input: BulkRequestInput,
  ports: BulkPorts,
): Promise<BulkOutcome> {
  const id = BulkRunId.safeParse(runId);
  if (!id.success) return { code: 'invalid', status: 400, fields: fieldProblems(id.error, 'runId') };
  const request = BulkRequest.safeParse(input);
  if (!request.success) return { code: 'invalid', status: 400, fields: fieldProblems(request.error) };
  const { installId, actor } = context;
  const requestHash = hashOf(request.data);
  const scope = missingScopeOf(ports, request.data, context.scopes);
  return context.db.transaction(async (tx) => {
    if (!(await keepInstallOpen(tx, installId))) return { code: 'not_found', status: 404 };
    const known = await find(tx, installId, id.data);
    if (known) return repeatedOutcome(tx, known, request.data);
    if (scope) return { code: 'missing_scope', status: 403, scope };
    const targets = await ports.evaluateTargets(tx, installId, request.data);
    const waiting = targets.filter(({ verdict }) => verdict === 'ok').length;
    const { count } = await tx.bulkRun.createMany({
      data: {
        installId,
        id: id.data,
        kind: request.data.kind,
        input: request.data.input,
        requestHash: requestHash,
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
    // If the INSERT added no row, another request has just committed a bulk run with the same id.
    if (count === 0) return repeatedOutcome(tx, run, request.data);
    await tx.bulkItem.createMany({ data: itemsOf(request.data, targets, { installId, runId: id.data }) });
    await notifyWork(tx, 'bulk');
    return { code: 'done', status: 200, run: bulkRunView(run) };
  });
}

const find = (tx: Tx, installId: InstallId, id: string) =>
  tx.bulkRun.findUnique({ where: { installId_id: { installId, id } } });

async function repeatedOutcome(tx: Tx, run: BulkRun, request: BulkRequest): Promise<BulkOutcome> {
  const key = { installId: InstallId.parse(run.installId), runId: run.id };
  if (run.requestHash !== hashOf(request) || !(await hasSameNotes(tx, key, request)))
    return { code: 'run_reused', status: 409 };
  return { code: 'done', status: 200, run: bulkRunView(run) };
}

/**
 * Returns a hash with which two requests for the same run id are compared. The hash does not include the notes of stock
 * movements, because it stays stored after the notes were deleted. Somebody could guess the text of a note from a hash
 * that includes it. So the notes are compared by themselves (hasSameNotes).
 */
function hashOf(request: BulkRequest): string {
  const isNote = (key: string) => request.kind === 'adjust_stock' && key === 'note';
  return sha256Hex(JSON.stringify(request, (key, value: unknown) => (isNote(key) ? undefined : value)));
}
