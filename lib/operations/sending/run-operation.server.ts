import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { needsReconnect } from '@/lib/installs/read-connection.server';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { completeOperation, failOperation } from '@/lib/operations/sending/end-operation.server';
import { resendWithinMs } from '@/lib/operations/sending/classify-attempt';
import {
  requestOf,
  type ClaimedOperation,
  type OperationKey,
  type OperationKind,
  type OperationTarget,
  type Preparation,
} from '@/lib/operations/sending/operation-kind.server';
import {
  beginSending,
  type CheckWrite,
  claimOperation,
  findOperation,
  recordOperation,
  renewClaim,
  waitsInQueue,
} from '@/lib/operations/sending/operation-queue.server';
import type { OperationOutcome } from '@/lib/operations/operation-outcome';
import {
  type Attempt,
  refuse,
  settleByReading,
  settleFailure,
  settleUnsent,
  sinceFirstSent,
  waitForReconnect,
} from '@/lib/operations/sending/settle-attempt.server';
import { FieldProblem, fieldProblems, StockProblem } from 'commerce-platform-client/assumptions';
import type { PlatformClient } from 'commerce-platform-client/client';
import { PlatformError, ReconnectRequired } from 'commerce-platform-client/platform-error';
import type { OperationId } from '@/lib/shared/operation-id';
import { crashPoint } from '@/lib/system/crash-point';
import { isDataException } from '@/lib/system/data-exception';
import type { Operation } from '@/lib/system/generated/prisma/client';
import { log } from '@/lib/system/log';
import { inSpan } from '@/lib/system/tracing/tracing';

/**
 * How long a user's request waits for the outcome of the write. After this time, the screen shows "sent, not yet
 * confirmed", and the app continues to send the write in the background.
 */
const personWaitMs = 2_000;
/**
 * Interval at which this process renews its lease (the time for which only this process may send the operation). The
 * lease lasts 30 s (operation-queue), so it ends only if three renewals in sequence fail.
 */
const renewEveryMs = 10_000;
/**
 * One write that a user requested. The form makes the operation id. The same id again is the same write, so a double
 * click is one write.
 */
export type OperationCommand = {
  operationId: OperationId;
  target?: OperationTarget;
  body: unknown;
  /**
   * What the screen showed to the user, such as the order's note. It is needed only for kinds of writes that
   * compare this value with the current state of the order.
   */
  seen?: unknown;
  /** Runs in the transaction that records the write. If it returns a refusal, a new write is not recorded. */
  check?: CheckWrite | undefined;
};

/**
 * Records a write (the operation), sends it to the platform immediately, and returns its state after at most 2 s. All
 * writes that a user requests directly use this function. If the operation has not ended after 2 s, the app continues
 * it in the background. If the process dies, its lease (the time for which only this process may send) ends. Then the
 * worker, or a second submission of the same form, continues the operation.
 */
export async function runOperation<Body, Result>(
  context: InstallContext,
  kind: OperationKind<Body, Result>,
  command: OperationCommand,
): Promise<OperationOutcome<Result>> {
  const key = { installId: context.installId, id: command.operationId };
  const body = kind.body.safeParse(command.body);
  if (!body.success) return { code: 'invalid', status: 400, fields: fieldProblems(body.error) };
  const scope = kind.scopes(body.data).find((needed) => !context.scopes.has(needed));
  // The scope may have been removed after the operation was recorded. So the outcome of an operation that already
  // exists is returned even if the app no longer has the scope.
  if (scope && !(await findOperation(key))) return { code: 'missing_scope', status: 403, scope };
  const recorded = await recordOperation(
    {
      ...key,
      kind: kind.kind,
      queueKey: kind.queueKey,
      target: command.target ?? {},
      request: JSON.stringify(body.data),
      seen: command.seen,
      actor: context.actor,
    },
    command.check,
  );
  if (recorded.code === 'refused') return recorded.refusal;
  if (recorded.code === 'reused') return { code: 'operation_reused', status: 409 };
  crashPoint('operation.recorded');
  const operation = recorded.operation.endedAt
    ? recorded.operation
    : await sendForPerson(key, kind, context.platform);
  // The platform accepts no token of the install. So the operation is only recorded now. It is sent after a merchant
  // has connected the store again.
  if (!operation.endedAt && (await needsReconnect(key.installId))) return { code: 'reconnect', status: 401 };
  return outcomeOf(kind, operation);
}

async function sendForPerson(
  key: OperationKey,
  kind: OperationKind,
  platform: PlatformClient,
): Promise<Operation> {
  const until = Date.now() + personWaitMs;
  const sending = sendWhileDue(key, kind, platform, until).catch((error: unknown) =>
    log.error({ error, operation: key.id }, 'operation attempt failed; the worker retries it'),
  );
  await Promise.race([sending, sleep(personWaitMs)]);
  for (;;) {
    const row = await findOperation(key);
    if (!row) throw new Error(`operation ${key.id} no longer exists`);
    // Another process may be sending the operation, for example because the form was submitted twice. In this case, the
    // request waits for the outcome, at most until the lease of the other process ends. If the other process has died,
    // its lease ends after at most 30 s.
    if (row.leaseUntil === null || Date.now() >= until) return row;
    await sleep(50);
  }
}

/**
 * Sends the operation if it is due. Earlier operations with the same queue key, such as those of the same order, must
 * end first. The function waits for them up to the time `until`, but only before the first attempt: an operation that
 * was sent is the first of its queue.
 */
async function sendWhileDue(
  key: OperationKey,
  kind: OperationKind,
  platform: PlatformClient,
  until: number,
): Promise<void> {
  let isFirst = true;
  for (;;) {
    const claimed = await claimOperation(key);
    if (claimed) {
      isFirst = false;
      if (await attemptOperation(claimed, kind, platform)) return;
    } else if (isFirst && Date.now() < until && (await waitsInQueue(key))) await sleep(50);
    else return;
  }
}

/**
 * Makes one attempt to send a claimed operation and records the outcome. Errors of the platform are recorded and not
 * thrown. If a value can never be stored or parsed, the operation ends with the state `needs_review`. Returns true if
 * the platform answered with a success, so the operation has ended.
 */
export async function attemptOperation(
  operation: ClaimedOperation,
  kind: OperationKind,
  platform: PlatformClient,
): Promise<boolean> {
  const renewing = setInterval(() => void renewClaim(operation).catch(() => undefined), renewEveryMs);
  const { installId, id, attempts, traceparent } = operation;
  const facts = {
    'install.id': installId,
    'operation.id': id,
    'operation.kind': operation.kind,
    'operation.attempt': attempts,
  };
  try {
    crashPoint('operation.claimed');
    // The attempt continues the trace in which the operation was recorded, even if the worker makes the
    // attempt hours later.
    const origins = traceparent === null ? [] : [traceparent];
    return await inSpan('operation.send', facts, () => attempt({ operation, kind, platform }), { origins });
  } catch (error) {
    if (!isUnstorable(error)) throw error;
    // The operation ends with the state `needs_review`, so that the next operation with the same queue key can be sent
    // (S34). The attempt may have written on the platform, but its result cannot be stored in the database. A second
    // try to store it would fail too, and sending the write again could write twice.
    log.error({ error, operation: operation.id }, 'operation cannot be stored; it ends in review');
    await failOperation(operation, { state: 'needs_review' });
    return false;
  } finally {
    clearInterval(renewing);
  }
}

/**
 * Whether another attempt would fail with the same error. There are three cases: the database refused a value, stored
 * bytes do not match their schema, or a value is nested too deeply for JSON.
 */
const isUnstorable = (error: unknown) =>
  isDataException(error) || error instanceof z.ZodError || error instanceof RangeError;

async function attempt(at: Attempt): Promise<boolean> {
  const { operation, kind, platform } = at;
  if (!kind.isRepeatable && sinceFirstSent(operation) > resendWithinMs) {
    await settleByReading(at, null);
    return false;
  }
  const prepared = await prepare(at);
  if (prepared?.next !== 'send') return false;
  const fence = await beginSending(operation, prepared.before);
  if (fence === null) return false;
  crashPoint('operation.sending');
  const sending = { ...operation, before: prepared.before };
  try {
    const success = await kind.send(platform, sending);
    crashPoint('operation.answered');
    await completeOperation(operation, success, { fence, byReading: false, ...requestOf(kind, operation) });
    return true;
  } catch (error) {
    if (error instanceof ReconnectRequired) await waitForReconnect(operation);
    else if (error instanceof PlatformError) await settleFailure({ ...at, operation: sending }, error);
    else throw error;
    return false;
  }
}

/**
 * Reads from the platform what the operation's kind of write needs before it is sent. Returns null if the operation
 * must not be sent now. In that case, the function has already recorded the outcome of this attempt.
 */
async function prepare(at: Attempt): Promise<Extract<Preparation, { next: 'send' }> | null> {
  const { operation, kind, platform } = at;
  if (!kind.prepare) return { next: 'send', before: {} };
  try {
    const prepared = await kind.prepare(platform, operation);
    if (prepared.next === 'send') return prepared;
    if (prepared.next === 'review')
      await failOperation(operation, { state: 'needs_review', result: requestOf(kind, operation) });
    else await refuse(at, new PlatformError('rejected before it was sent', prepared));
  } catch (error) {
    if (error instanceof ReconnectRequired) await waitForReconnect(operation);
    else if (error instanceof PlatformError) await settleUnsent(at, error);
    else throw error;
  }
  return null;
}

const Refused = z.object({
  status: z.number(),
  code: z.string(),
  requestId: z.string().nullable(),
  details: z.object({
    fields: z.array(FieldProblem),
    lines: z.array(StockProblem),
    current_status: z.string().nullable(),
  }),
});

function outcomeOf<Result>(
  kind: OperationKind<unknown, Result>,
  operation: Operation,
): OperationOutcome<Result> {
  if (operation.state === 'succeeded') {
    const result = kind.result.safeParse(operation.result);
    if (result.success) return { code: 'succeeded', status: 200, result: result.data };
    // A user reported that the write happened (resolve-review). The app has no response of the platform for this write,
    // so the form receives the result `needs_review`.
    if (isResolvedManually(operation)) return { code: 'needs_review', status: 202 };
    throw result.error;
  }
  if (operation.state === 'needs_review') return { code: 'needs_review', status: 202 };
  if (operation.state !== 'refused') return { code: 'unconfirmed', status: 202 };
  const { status, code: reason, requestId, details } = Refused.parse(operation.result);
  const { current_status: currentStatus, fields, lines } = details;
  return { code: 'refused', status, reason, requestId, fields, lines, currentStatus };
}

const isResolvedManually = ({ result }: Operation) =>
  typeof result === 'object' && result !== null && 'review' in result;
