import 'server-only';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Actor } from '@/lib/installs/sign-in/session.server';
import type { OperationRefused } from '@/lib/operations/operation-outcome';
import { failOperation } from '@/lib/operations/sending/end-operation.server';
import { noteRequestId } from '@/lib/operations/sending/note-request-id.server';
import {
  type ClaimedOperation,
  type OperationKey,
  OperationTarget,
} from '@/lib/operations/sending/operation-kind.server';
import { storableValue } from 'commerce-platform-client/contract/storable-text';
import { decrypt, encrypt, parseAs, parseJson, type Place } from '@/lib/system/keys/crypto';
import { dbNow, loadDataKeys, nextFence, tenantDb, type Tx, withSystem } from '@/lib/system/db';
import { type Operation, Prisma } from '@/lib/system/generated/prisma/client';
import { notifyWork } from '@/lib/system/live/notify';
import { claimInTurn, parkedUntil, takeTurns } from '@/lib/system/queues/ready-list.server';
import { currentTraceparent, inSpan, noteSpan } from '@/lib/system/tracing/tracing';

// This module changes the rows of operations (recorded writes) until they end. An operation is ended by
// end-operation.server.ts or, for a closed install, by close-operations.server.ts.

/**
 * Time after which the worker may claim an operation (take the right to send it) that was never claimed. Normally the
 * process that records an operation claims it immediately. So the worker finds such an operation only if that process
 * has died or is slow. After the first claim, the end of the lease decides when another process may claim the
 * operation.
 */
const takeOverMs = 5_000;
/**
 * Duration of the lease: the time for which only the process that claimed the operation may send it. The sending
 * process renews the lease. When the lease has ended, the process is assumed to be dead, and another process may claim
 * the operation.
 */
const leaseMs = 30_000;
/**
 * Maximum age of an open operation. An older operation ends with the state `needs_review`. The reason why it is still
 * open does not matter.
 */
const settleWithinMs = 48 * 3600_000;

type NewOperation = OperationKey & {
  kind: string;
  target: OperationTarget;
  /**
   * Queue key of an operation without an order. If there is an order, its id is the queue key. Operations with the same
   * queue key are sent one after another.
   */
  queueKey?: string | undefined;
  /** The exact bytes of the request body. Equal requests have equal bytes. */
  request: string;
  seen?: unknown;
  actor: Actor | null;
};

type Recorded = { code: 'recorded' | 'known'; operation: Operation } | { code: 'reused' };

/**
 * Records a write before its first byte is sent (D2). If the operation id exists with the same request, the existing
 * operation is returned (`known`). If the id exists with another request, nothing is recorded (`reused`). If `check`
 * returns a refusal, a new write is not recorded.
 */
export async function recordOperation(
  { installId, id, ...operation }: NewOperation,
  check: CheckWrite = async () => null,
): Promise<Recorded | { code: 'refused'; refusal: OperationRefused }> {
  return tenantDb(installId).transaction(async (tx) => {
    const refusal = await check(tx);
    // While the check waited for a lock, another transaction may have recorded the same write. So the operation is read
    // again after the check.
    if (refusal && !(await tx.operation.findUnique({ where: { installId_id: { installId, id } } })))
      return { code: 'refused', refusal };
    return recordIn(tx, { installId, id, ...operation });
  });
}

/**
 * Returns why a write must not be recorded; null if it may be recorded. The locks of this check are held until the
 * write is recorded.
 */
export type CheckWrite = (tx: Tx) => Promise<OperationRefused | null>;

/** Records a write in the caller's transaction, so that the caller's rows are committed together with the write. */
export function recordIn(tx: Tx, operation: NewOperation): Promise<Recorded> {
  const { installId, id, kind } = operation;
  const facts = { 'install.id': installId, 'operation.id': id, 'operation.kind': kind };
  return inSpan('operation.record', facts, async () => {
    const recorded = await insertOperation(tx, operation);
    noteSpan({ 'result.code': recorded.code });
    return recorded;
  });
}

async function insertOperation(tx: Tx, operation: NewOperation): Promise<Recorded> {
  const { installId, id, kind, target, actor } = operation;
  const queueKey = target.orderId === undefined ? operation.queueKey : `order ${target.orderId}`;
  // Takes a lock that only one transaction at a time can have for the given queue key. Operations with the same queue
  // key get their positions under this lock, so the positions follow the sequence of the commits.
  if (queueKey !== undefined)
    await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${installId} ${queueKey}`}, 0))`;
  const now = await dbNow(tx);
  const { count } = await tx.operation.createMany({
    data: {
      installId,
      id,
      kind,
      target,
      queueKey: queueKey ?? null,
      idempotencyKey: randomUUID(),
      requestEnc: seal(operation),
      nextAttemptAt: new Date(now.getTime() + takeOverMs),
      actorSub: actor?.sub ?? null,
      actorName: actor?.name ?? null,
      traceparent: currentTraceparent(),
    },
    skipDuplicates: true,
  });
  const row = await tx.operation.findUniqueOrThrow({ where: { installId_id: { installId, id } } });
  if (count === 0 && !isSame(row, operation)) return { code: 'reused' };
  if (count === 1) await notifyWork(tx, 'operations');
  return { code: count === 1 ? 'recorded' : 'known', operation: row };
}

/**
 * Compares the request bytes. A hash is not used, because it would remain after the bytes were deleted, and customer
 * data could be guessed from a hash.
 */
function isSame(row: Operation, requested: NewOperation): boolean {
  if (row.kind !== requested.kind || !isDeepStrictEqual(row.target, { ...requested.target })) return false;
  return row.requestEnc === null || isDeepStrictEqual(unseal(row, row.requestEnc), sealed(requested));
}

const Sealed = z.object({ request: z.string(), seen: z.unknown() });
const sealed = ({ request, seen = null }: Pick<NewOperation, 'request' | 'seen'>) => ({ request, seen });
const placeOf = ({ installId, id }: { installId: string; id: string }): Place => ({
  installId,
  column: 'operations.request_enc',
  row: [id],
});

function seal(operation: NewOperation): string {
  return encrypt(JSON.stringify(sealed(operation)), placeOf(operation));
}

function unseal(row: { installId: string; id: string }, requestEnc: string): z.infer<typeof Sealed> {
  const place = placeOf(row);
  return parseAs(Sealed, parseJson(decrypt(requestEnc, place), place), place);
}

/** Returns the request bytes of an operation; null after they were deleted (purge-requests). */
export function openRequest(row: Pick<Operation, 'installId' | 'id' | 'requestEnc'>): string | null {
  return row.requestEnc === null ? null : unseal(row, row.requestEnc).request;
}

/** Returns an operation with its current state; null if the operation id was never recorded. */
export async function findOperation(key: OperationKey): Promise<Operation | null> {
  return tenantDb(key.installId).transaction((tx) =>
    tx.operation.findUnique({ where: { installId_id: key } }),
  );
}

/**
 * SQL condition: an earlier operation with the same queue key has not ended. Operations with the same queue key (for
 * example, of one order) are sent one after another.
 */
const behindAnother = Prisma.sql`EXISTS (SELECT FROM operations ahead WHERE ahead.install_id = o.install_id
  AND ahead.queue_key = o.queue_key AND ahead.queue_position < o.queue_position AND ahead.ended_at IS NULL)`;

/**
 * Returns true for an operation that was never sent, because an earlier operation with the same queue key has not
 * ended.
 */
export async function waitsInQueue({ installId, id }: OperationKey): Promise<boolean> {
  const rows = await tenantDb(installId).transaction(
    (tx) => tx.$queryRaw<unknown[]>`SELECT 1 FROM operations o
      WHERE install_id = ${installId} AND id = ${id}::uuid AND ended_at IS NULL AND attempts = 0 AND ${behindAnother}`,
  );
  return rows.length > 0;
}

/** SQL condition: the operation `o` is so old that it ends with the state `needs_review`. */
const tooOld = Prisma.sql`o.created_at < now() - ${settleWithinMs} * interval '1 ms'`;

/**
 * SQL condition: the operation `o` is open, no process has a valid lease of it, and no earlier operation with the same
 * queue key is open.
 */
const isFree = Prisma.sql`o.ended_at IS NULL AND (o.lease_until IS NULL OR o.lease_until < now())
  AND NOT ${behindAnother}`;

/**
 * SQL condition: a worker may claim the operation `o` of the install `i` with the tokens `k`. Without usable tokens, it
 * may only end an operation that is too old.
 */
const mayClaim = Prisma.sql`(i.paused_at IS NULL AND (coalesce(k.state, 'reconnect') <> 'reconnect' OR ${tooOld}))`;

/**
 * SQL queries of a claim: `turns` is the install that has been due longest in the ready list, and `due` is the
 * operation of this install that is claimed.
 */
const inTurn = Prisma.sql`
  turns AS MATERIALIZED (${takeTurns('operations', 1)}), due AS (
    SELECT o.install_id, o.id FROM operations o
    LEFT JOIN installs i USING (install_id) LEFT JOIN install_tokens k USING (install_id)
    -- This is a subquery and not a join, so that PostgreSQL reads only the open operations of the install.
    WHERE o.install_id = (SELECT install_id FROM turns) AND o.next_attempt_at <= now() AND ${isFree} AND ${mayClaim}
    ORDER BY o.next_attempt_at LIMIT 1 FOR UPDATE OF o SKIP LOCKED
  )`;
const byKey = ({ installId, id }: OperationKey) => Prisma.sql`
  turns AS (SELECT ${installId} AS install_id), due AS (
    SELECT o.install_id, o.id FROM operations o
    -- A postponed operation is not sent before it is due, even if the user submits the same form again.
    WHERE o.install_id = ${installId} AND o.id = ${id}::uuid AND (o.attempts = 0 OR o.next_attempt_at <= now())
      AND ${isFree} FOR UPDATE
  )`;

/**
 * SQL expression: the time at which a worker can claim an operation of the install `listed.install_id`. NULL if the
 * install has no open operation. An operation that must wait for an earlier one is left out, because the end of the
 * earlier operation makes the install due.
 */
const nextTurn = Prisma.sql`(
  SELECT min(CASE WHEN ${mayClaim} THEN next.at ELSE greatest(next.at, ${parkedUntil}) END)
  FROM operations o LEFT JOIN installs i USING (install_id) LEFT JOIN install_tokens k USING (install_id)
  CROSS JOIN LATERAL (SELECT greatest(o.next_attempt_at, o.lease_until) AS at) next
  WHERE o.install_id = listed.install_id AND o.ended_at IS NULL AND NOT ${behindAnother})`;

/**
 * Claims one operation for sending, and commits the claim before anything is sent. There are two ways to choose the
 * operation:
 * - By the key of the operation. It is claimed if it was never sent or is due.
 * - With 'due'. First, the install that has been due longest is chosen from the ready list (the table of installs with
 *   waiting work). Then its operation that has been due longest is claimed.
 *
 * An operation is not claimed while an earlier operation with the same queue key has not ended. An operation that is
 * older than `settleWithinMs` gets the state `needs_review`. This is done before the request is decrypted, because an
 * operation must end even if its request cannot be decrypted (S31).
 */
export async function claimOperation(which: OperationKey | 'due'): Promise<ClaimedOperation | null> {
  const claim = Prisma.sql`
    WITH ${which === 'due' ? inTurn : byKey(which)}, claimed AS (
      UPDATE operations o SET
        -- The state is still 'sending', so the process that had the lease died. Its request may have reached the
        -- platform.
        outcome_unknown_at = CASE WHEN o.state = 'sending' THEN now() ELSE o.outcome_unknown_at END,
        lease_until = now() + ${leaseMs} * interval '1 ms', next_attempt_at = now() + ${leaseMs} * interval '1 ms',
        attempts = o.attempts + 1, claim = o.claim + 1
      FROM due WHERE (o.install_id, o.id) = (due.install_id, due.id)
      RETURNING o.*, ${tooOld} AS is_too_old
    )
    SELECT t.install_id AS "installId", c.id, c.kind, c.idempotency_key AS "idempotencyKey", c.target,
      c.request_enc AS "requestEnc", c.before, c.attempts, c.claim, now()::timestamptz(3) AS "claimedAt",
      c.first_sent_at AS "firstSentAt", c.outcome_unknown_at AS "outcomeUnknownAt", c.traceparent,
      c.is_too_old AS "isTooOld"
    FROM turns t ${which === 'due' ? Prisma.sql`LEFT` : Prisma.empty} JOIN claimed c USING (install_id)`;
  const [row] =
    which === 'due'
      ? await claimInTurn<ClaimedRow>('operations', (tx) => tx.$queryRaw(claim), nextTurn)
      : await withSystem((tx) => tx.$queryRaw<ClaimedRow[]>(claim));
  if (!row) return null;
  const { requestEnc, isTooOld, ...claimed } = row;
  if (isTooOld) {
    await failOperation(row, { state: 'needs_review' });
    return claimOperation(which);
  }
  if (requestEnc === null) throw new Error(`operation ${row.id} has no stored request`);
  await loadDataKeys([row.installId]);
  const { request, seen } = unseal(row, requestEnc);
  return { ...claimed, target: OperationTarget.parse(row.target), request, seen };
}

type ClaimedRow = Omit<ClaimedOperation, 'request' | 'seen'> & {
  requestEnc: string | null;
  isTooOld: boolean;
};

/**
 * Renews the lease of the sending process (the time for which only this process may send the operation). Nothing
 * changes if another process has claimed the operation, or if this process has given up the lease.
 */
export async function renewClaim({ installId, id, claim }: ClaimedOperation): Promise<void> {
  await tenantDb(installId).transaction(async (tx) => {
    const leaseUntil = new Date((await dbNow(tx)).getTime() + leaseMs);
    await tx.operation.updateMany({
      where: { installId, id, claim, endedAt: null, leaseUntil: { not: null } },
      data: { leaseUntil, nextAttemptAt: leaseUntil },
    });
  });
}

/**
 * Records that the write is about to be sent. The caller must call this function before it sends. Returns the fence for
 * the response: a number that is greater than all fences before it. The mirror (our copy of the platform's data) stores
 * the fence with the data. Returns null if another process has claimed the operation; in this case, the caller must not
 * send the write.
 */
export async function beginSending(
  operation: ClaimedOperation,
  before: Prisma.InputJsonObject | null,
): Promise<bigint | null> {
  const { installId, id, claim } = operation;
  return tenantDb(installId).transaction(async (tx) => {
    const { count } = await tx.operation.updateMany({
      where: { installId, id, claim, endedAt: null },
      data: {
        state: 'sending',
        firstSentAt: operation.firstSentAt ?? (await dbNow(tx)),
        ...(before && { before: storableValue(before) }),
      },
    });
    return count === 1 ? nextFence(tx) : null;
  });
}

/**
 * Returns the fence for a read that looks for the effect of the write. The fence is a number that is greater than all
 * fences before it (glossary). Returns null if another process has claimed the operation.
 */
export async function beginReading(operation: ClaimedOperation): Promise<bigint | null> {
  const { installId, id, claim } = operation;
  return tenantDb(installId).transaction(async (tx) => {
    const count = await tx.operation.count({ where: { installId, id, claim, endedAt: null } });
    return count === 1 ? nextFence(tx) : null;
  });
}

/** Postpones the operation by `seconds`. `uncertain`: the current attempt may have taken effect. */
export async function postponeOperation(
  operation: ClaimedOperation,
  again: { seconds: number; uncertain: boolean; requestId?: string | null },
): Promise<void> {
  const { installId, id, claim, outcomeUnknownAt } = operation;
  await tenantDb(installId).transaction(async (tx) => {
    const now = await dbNow(tx);
    const { count } = await tx.operation.updateMany({
      where: { installId, id, claim, endedAt: null },
      data: {
        state: again.uncertain || outcomeUnknownAt ? 'unknown' : 'recorded',
        leaseUntil: null,
        nextAttemptAt: new Date(now.getTime() + again.seconds * 1000),
        ...(again.uncertain && { outcomeUnknownAt: now }),
      },
    });
    if (count === 1) await noteRequestId(tx, operation, again.requestId);
  });
}
