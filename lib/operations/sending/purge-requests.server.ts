import 'server-only';
import { openRequest } from '@/lib/operations/sending/operation-queue.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { type Tx, withSystem } from '@/lib/system/db';
import { Prisma } from '@/lib/system/generated/prisma/client';
import { orUnreadable } from '@/lib/system/keys/crypto';
import { purgeInBatches } from '@/lib/system/purge-in-batches';

/**
 * Deletes the request bytes of operations (recorded writes) 24 h after they ended, because the bytes contain customer
 * data (D2, S20). Returns the number of changed rows.
 */
export async function purgeRequests(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        UPDATE operations o SET request_enc = NULL FROM (
          SELECT install_id, id FROM operations
          WHERE request_enc IS NOT NULL AND ended_at < now() - interval '24 hours'
          ORDER BY ended_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) old WHERE (o.install_id, o.id) = (old.install_id, old.id)`,
    ),
  );
}

/** Deletes the notes of bulk items 24 h after the items ended. Returns the number of changed rows. */
export async function purgeBulkNotes(): Promise<number> {
  return purgeInBatches((limit) =>
    withSystem(
      (tx) => tx.$executeRaw`
        UPDATE bulk_items b SET note_enc = NULL FROM (
          SELECT install_id, run_id, position FROM bulk_items
          WHERE note_enc IS NOT NULL AND ended_at < now() - interval '24 hours'
          ORDER BY ended_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) old WHERE (b.install_id, b.run_id, b.position) = (old.install_id, old.run_id, old.position)`,
    ),
  );
}

/**
 * Finds the operations whose request bytes contain data of one person, as `isOfPerson` decides. `open` is true if at
 * least one of these operations has not ended, so its bytes are still needed. The function decrypts the request bytes
 * of all operations of the install, so it is only for a rare action of a user.
 */
export async function findRequestsOfPerson(
  tx: Tx,
  installId: InstallId,
  isOfPerson: (request: string) => boolean,
): Promise<{ ids: string[]; open: boolean }> {
  const ids: string[] = [];
  let open = false;
  let last: string | undefined;
  for (;;) {
    const rows = await tx.operation.findMany({
      where: { installId, requestEnc: { not: null }, ...(last !== undefined && { id: { gt: last } }) },
      select: { installId: true, id: true, requestEnc: true, endedAt: true },
      orderBy: { id: 'asc' },
      take: pageSize,
    });
    for (const row of rows) {
      // Request bytes that cannot be decrypted are skipped. Nobody can read them, and the purge deletes them later.
      const request = orUnreadable(() => openRequest(row));
      if (request === null || request === 'unreadable' || !isOfPerson(request)) continue;
      ids.push(row.id);
      open ||= row.endedAt === null;
    }
    last = rows.at(-1)?.id;
    if (rows.length < pageSize) return { ids, open };
  }
}

/** Number of operations that findRequestsOfPerson reads at a time. */
const pageSize = 500;

/**
 * Locks the ended operations among `operationIds` and those about the given orders until the transaction ends. The
 * caller locks them before the quotes and customers that it changes. A transaction that ends an operation, or stores a
 * user's report about it, locks the operation first too. So the two cannot deadlock. Returns the ids of the locked
 * operations.
 */
export async function lockRequests(
  tx: Tx,
  installId: InstallId,
  requests: RequestsOfPerson,
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM operations WHERE ${areDeletable(installId, requests)} ORDER BY id FOR UPDATE`;
  return new Set(rows.map(({ id }) => id));
}

/** Ids of operations whose request bytes contain data of a person, and of orders of the person. */
type RequestsOfPerson = { operationIds: readonly string[]; orderIds: readonly string[] };

const areDeletable = (installId: InstallId, { operationIds, orderIds }: RequestsOfPerson) => Prisma.sql`
  install_id = ${installId} AND request_enc IS NOT NULL AND ended_at IS NOT NULL
  AND (id = ANY(${[...operationIds]}::uuid[]) OR target ->> 'orderId' = ANY(${[...orderIds]}))`;

/**
 * Deletes request bytes and notes in the caller's transaction:
 * - the request bytes of the ended operations among `operationIds`
 * - the request bytes of all ended operations about the given orders
 * - the notes of the ended bulk items about the given orders
 */
export async function deleteRequests(
  tx: Tx,
  installId: InstallId,
  requests: RequestsOfPerson,
): Promise<void> {
  await tx.$executeRaw`UPDATE operations SET request_enc = NULL WHERE ${areDeletable(installId, requests)}`;
  await tx.$executeRaw`
    UPDATE bulk_items SET note_enc = NULL
    WHERE install_id = ${installId} AND note_enc IS NOT NULL AND ended_at IS NOT NULL
      AND order_id = ANY(${[...requests.orderIds]})`;
}
