import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { judgeAttempt, resendWithinMs } from '@/lib/operations/judge-attempt';
import { type ClaimedOperation, claimOperation, renewClaim } from '@/lib/operations/operation-queue.server';
import { FieldProblem, StockProblem } from '@/lib/platform/assumptions';
import type { PlatformClient } from '@/lib/platform/client';
import { PlatformError, ReconnectRequired } from '@/lib/platform/platform-error';
import type { InstallId, OperationId } from '@/lib/shared/ids';
import { crashPoint } from '@/lib/system/crash-point';
import { dbNow, nextFence, tenantDb, type Tx } from '@/lib/system/db';
import type { Operation, Prisma } from '@/lib/system/generated/prisma/client';
import { log } from '@/lib/system/log';
import { notifyLive } from '@/lib/system/notify';

/** Success of an operation: what to write beside its end, and what to keep as its result (never personal data). */
export type OperationSuccess = {
  requestId: string | null;
  /** Writes the mirror, in the transaction that ends the operation. `fence` was taken before the request. */
  store(tx: Tx, fence: bigint): Promise<Prisma.InputJsonObject>;
};

/** One kind of write: how it is sent, and how it is found by reading when its answer was lost. */
export type OperationKind = {
  kind: string;
  send(platform: PlatformClient, operation: ClaimedOperation): Promise<OperationSuccess>;
  /** null: reading proves that it did not happen, or can't tell. Nothing is sent after it. */
  reconcile(platform: PlatformClient, operation: ClaimedOperation): Promise<OperationSuccess | null>;
};

/** What is kept of a refusal: where, never what; a message might repeat the customer's phone. */
const RefusalDetails = z.object({
  fields: z.array(FieldProblem.pick({ path: true })).catch([]),
  lines: z.array(StockProblem).catch([]),
  current_status: z.string().optional().catch(undefined),
});

/** Twice within the lease of a claim (operation-queue). */
const renewEveryMs = 10_000;
/** An operation that could not be read for this long is a person's to look at; its bytes can then be purged. */
const readWithinMs = 48 * 3600_000;

/** A person waits this long; then the screen says "sent, not yet confirmed" and the worker goes on. */
const personWaitMs = 2_000;

/**
 * Sends a recorded operation now and answers how it stands after at most 2 s of waiting. What is not ended by then
 * goes on in this process, and in the worker if this process dies.
 */
export async function runOperation(
  key: { installId: InstallId; id: OperationId },
  kind: OperationKind,
  platform: PlatformClient,
): Promise<Operation> {
  const until = Date.now() + personWaitMs;
  const sending = claimOperation(key)
    .then((claimed) => claimed && attemptOperation(claimed, kind, platform))
    .catch((error: unknown) =>
      log.error({ error, operation: key.id }, 'an attempt broke; the worker goes on'),
    );
  await Promise.race([sending, sleep(personWaitMs)]);
  for (;;) {
    const row = await tenantDb(key.installId).transaction((tx) =>
      tx.operation.findUniqueOrThrow({ where: { installId_id: key } }),
    );
    // Under a lease somebody is sending it, perhaps for another request of the same form: its answer is ours too.
    if (row.leaseUntil === null || Date.now() >= until) return row;
    await sleep(50);
  }
}

/** One attempt of a claimed operation, to its recorded outcome. Throws only what is not about the platform. */
export async function attemptOperation(
  operation: ClaimedOperation,
  kind: OperationKind,
  platform: PlatformClient,
): Promise<void> {
  crashPoint('operation.claimed');
  const fence = await tenantDb(operation.installId).transaction(nextFence);
  const ageMs = Date.now() - operation.firstSentAt.getTime();
  if (ageMs > resendWithinMs) return settleByReading(operation, kind, platform, fence);
  let success: OperationSuccess;
  try {
    success = await kind.send(platform, operation);
  } catch (error) {
    return settleFailure(operation, kind, platform, { error, fence });
  }
  crashPoint('operation.answered');
  await succeed(operation, success, fence);
}

async function settleFailure(
  operation: ClaimedOperation,
  kind: OperationKind,
  platform: PlatformClient,
  { error, fence }: { error: unknown; fence: bigint },
): Promise<void> {
  // Nothing was sent under a token that the platform takes; it goes on when the store is connected again.
  if (error instanceof ReconnectRequired) return postpone(operation, { seconds: 30, uncertain: false });
  if (!(error instanceof PlatformError)) throw error;
  const judged = judgeAttempt(error, operation.attempts);
  if (judged.next === 'resend')
    return postpone(operation, {
      seconds: judged.afterSeconds,
      uncertain: judged.uncertain,
      requestId: error.requestId,
    });
  // A refusal says nothing of an earlier attempt that may have been heard, unless it is that attempt's own answer.
  if (judged.next === 'refused' && (!operation.uncertain || error.replayed)) return refuse(operation, error);
  await settleByReading(operation, kind, platform, fence, judged.next === 'refused' ? error : null);
}

/** Looks for the effect instead of sending: found is success; not found is the refusal at hand, or left for review. */
async function settleByReading(
  operation: ClaimedOperation,
  kind: OperationKind,
  platform: PlatformClient,
  fence: bigint,
  refusal: PlatformError | null = null,
): Promise<void> {
  const renewing = setInterval(() => void renewClaim(operation).catch(() => undefined), renewEveryMs);
  try {
    const found = await kind.reconcile(platform, operation);
    if (found) await succeed(operation, found, fence);
    else if (refusal) await refuse(operation, refusal);
    else await end(operation, { state: 'needs_review' });
  } catch (error) {
    if (!(error instanceof PlatformError || error instanceof ReconnectRequired)) throw error;
    const mayNotRead = error instanceof PlatformError && error.status === 403;
    const tooOld = Date.now() - operation.firstSentAt.getTime() > readWithinMs;
    if (mayNotRead || tooOld) await end(operation, { state: 'needs_review' });
    else await postpone(operation, { seconds: 60, uncertain: true });
  } finally {
    clearInterval(renewing);
  }
}

async function succeed(operation: ClaimedOperation, success: OperationSuccess, fence: bigint): Promise<void> {
  await end(operation, { state: 'succeeded' }, success.requestId, (tx) => success.store(tx, fence));
}

async function refuse(operation: ClaimedOperation, error: PlatformError): Promise<void> {
  const { fields, lines, current_status } = RefusalDetails.parse(error.details);
  const result = {
    status: error.status,
    code: error.code,
    requestId: error.requestId,
    details: { fields, lines, ...(current_status && { current_status }) },
  };
  await end(operation, { state: 'refused' }, error.requestId, async () => result);
}

/** Ends the operation, once: a sender whose lease was taken over has another fence and changes nothing. */
async function end(
  operation: ClaimedOperation,
  outcome: { state: 'succeeded' | 'refused' | 'needs_review' },
  requestId: string | null = null,
  store?: (tx: Tx) => Promise<Prisma.InputJsonObject>,
): Promise<void> {
  const { installId, id, fence } = operation;
  await tenantDb(installId).transaction(async (tx) => {
    const mine = await tx.operation.updateMany({
      where: { installId, id, endedAt: null, ...(outcome.state !== 'succeeded' && { fence }) },
      data: {
        state: outcome.state,
        endedAt: new Date(),
        leaseUntil: null,
        nextAttemptAt: null,
        ...(requestId && { requestIds: { push: requestId } }),
      },
    });
    if (mine.count === 0) return;
    const result = await store?.(tx);
    if (result) await tx.operation.update({ where: { installId_id: { installId, id } }, data: { result } });
    await notifyLive(tx, { installId, kind: 'operation', id });
  });
}

async function postpone(
  operation: ClaimedOperation,
  { seconds, uncertain, requestId }: { seconds: number; uncertain: boolean; requestId?: string | null },
): Promise<void> {
  const { installId, id, fence } = operation;
  const inDoubt = uncertain || operation.uncertain;
  await tenantDb(installId).transaction(async (tx) => {
    await tx.operation.updateMany({
      where: { installId, id, fence, endedAt: null },
      data: {
        state: inDoubt ? 'unknown' : 'recorded',
        uncertain: inDoubt,
        leaseUntil: null,
        nextAttemptAt: new Date((await dbNow(tx)).getTime() + seconds * 1000),
        ...(requestId && { requestIds: { push: requestId } }),
      },
    });
  });
}
