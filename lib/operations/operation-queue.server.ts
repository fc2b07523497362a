import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Actor } from '@/lib/installs/session.server';
import type { InstallId, OperationId } from '@/lib/shared/ids';
import { decrypt, encrypt } from '@/lib/system/crypto';
import { dbNow, tenantDb, type Tx, withSystem } from '@/lib/system/db';
import type { Operation } from '@/lib/system/generated/prisma/client';
import { notifyWork } from '@/lib/system/notify';

/** A process that records an operation also sends it; the worker takes over after this, if it has not. */
const takeOverMs = 5_000;
/** Longer than a write waits for its answer (15 s) and its budget; after it, the sender is taken for dead. */
const leaseMs = 30_000;

/** An operation this process may send now; `fence` tells its answer from a predecessor's. */
export type ClaimedOperation = {
  installId: InstallId;
  id: OperationId;
  kind: string;
  idempotencyKey: string;
  /** The exact bytes that were recorded. */
  request: string;
  attempts: number;
  fence: number;
  firstSentAt: Date;
  /** An earlier attempt may have had its effect. */
  uncertain: boolean;
};

/**
 * Records a write before its first byte leaves (design, invariant 2). The same id with the same request is the same
 * operation; with another request it is refused.
 */
export async function recordOperation(operation: {
  installId: InstallId;
  id: OperationId;
  kind: string;
  /** The exact bytes; equal asks give equal bytes. */
  request: string;
  actor: Actor | null;
}): Promise<{ code: 'recorded' | 'known'; operation: Operation } | { code: 'reused' }> {
  const { installId, id, kind, request, actor } = operation;
  return tenantDb(installId).transaction(async (tx) => {
    const now = await dbNow(tx);
    const { count } = await tx.operation.createMany({
      data: {
        installId,
        id,
        kind,
        idempotencyKey: randomUUID(),
        requestEnc: encrypt(request, { installId, column: 'operation_request' }),
        nextAttemptAt: new Date(now.getTime() + takeOverMs),
        actorSub: actor?.sub ?? null,
        actorName: actor?.name ?? null,
      },
      skipDuplicates: true,
    });
    const row = await tx.operation.findUniqueOrThrow({ where: { installId_id: { installId, id } } });
    if (count === 0 && !isSame(row, operation)) return { code: 'reused' };
    if (count === 1) await notifyWork(tx);
    return { code: count === 1 ? 'recorded' : 'known', operation: row };
  });
}

/** Compared by the bytes themselves: a hash of them would outlive their purge, and a customer can be guessed from it. */
function isSame(row: Operation, asked: { installId: InstallId; kind: string; request: string }): boolean {
  if (row.kind !== asked.kind) return false;
  const place = { installId: asked.installId, column: 'operation_request' };
  return row.requestEnc === null || decrypt(row.requestEnc, place) === asked.request;
}

/** Whether this id was recorded before. */
export async function isRecorded(key: { installId: InstallId; id: OperationId }): Promise<boolean> {
  const row = await tenantDb(key.installId).transaction((tx) =>
    tx.operation.findUnique({ where: { installId_id: key }, select: { id: true } }),
  );
  return row !== null;
}

/** Claims one operation for sending: of this id (when it was never sent, or is due), or whichever has been due longest. Committed before anything is sent. */
export async function claimOperation(
  which: { installId: InstallId; id: OperationId } | 'due',
): Promise<ClaimedOperation | null> {
  const rows = await withSystem((tx) =>
    which === 'due'
      ? tx.$queryRaw<{ installId: string; id: string }[]>`
          SELECT install_id AS "installId", id FROM operations
          WHERE next_attempt_at <= now() AND (lease_until IS NULL OR lease_until < now())
          ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED`.then((due) => claimRow(tx, due[0]))
      : claimRow(tx, which),
  );
  if (!rows) return null;
  const { installId, id, kind, idempotencyKey, requestEnc, attempts, fence, firstSentAt, uncertain } = rows;
  if (!requestEnc || !firstSentAt) throw new Error(`operation ${id} has nothing to send`);
  return {
    installId: installId as InstallId,
    id: id as OperationId,
    kind,
    idempotencyKey,
    request: decrypt(requestEnc, { installId, column: 'operation_request' }),
    attempts,
    fence,
    firstSentAt,
    uncertain,
  };
}

async function claimRow(
  tx: Tx,
  key: { installId: string; id: string } | undefined,
): Promise<Operation | null> {
  if (!key) return null;
  const now = await dbNow(tx);
  const leaseUntil = new Date(now.getTime() + leaseMs);
  // A sender that died under its lease may have been heard.
  await tx.operation.updateMany({
    where: { ...key, state: 'sending', leaseUntil: { lt: now } },
    data: { uncertain: true },
  });
  const { count } = await tx.operation.updateMany({
    where: {
      ...key,
      endedAt: null,
      AND: [
        { OR: [{ leaseUntil: null }, { leaseUntil: { lt: now } }] },
        // Pressing again does not send earlier than the platform, or our own patience, said.
        { OR: [{ attempts: 0 }, { nextAttemptAt: { lte: now } }] },
      ],
    },
    data: {
      state: 'sending',
      leaseUntil,
      nextAttemptAt: leaseUntil,
      attempts: { increment: 1 },
      fence: { increment: 1 },
    },
  });
  if (count === 0) return null;
  await tx.operation.updateMany({ where: { ...key, firstSentAt: null }, data: { firstSentAt: now } });
  return tx.operation.findUnique({ where: { installId_id: key } });
}

/** Keeps a claim while its outcome is looked for, which can take longer than one lease. */
export async function renewClaim(operation: ClaimedOperation): Promise<void> {
  const { installId, id, fence } = operation;
  await tenantDb(installId).transaction(async (tx) => {
    const leaseUntil = new Date((await dbNow(tx)).getTime() + leaseMs);
    await tx.operation.updateMany({
      where: { installId, id, fence, endedAt: null },
      data: { leaseUntil, nextAttemptAt: leaseUntil },
    });
  });
}
