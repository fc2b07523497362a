import 'server-only';
import type { InstallId, OrderId, ProductId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';
import { notifyWork } from '@/lib/system/live/notify';
import { hastenTurns } from '@/lib/system/queues/ready-list.server';

/**
 * Writes a dirty mark for the order: a row that makes the worker read the order from the platform. The worker reads it
 * after the commit, as it does after an event (M7).
 */
export async function markOrderDirty(tx: Tx, installId: InstallId, orderId: OrderId): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO dirty_marks AS stored (install_id, kind, entity_id, mark)
    VALUES (${installId}, 'order', ${orderId}, nextval('mark_seq'))
    ON CONFLICT (install_id, kind, entity_id) DO UPDATE
      SET mark = excluded.mark, attempts = 0, next_attempt_at = least(stored.next_attempt_at, now())`;
  await notifyWork(tx, 'marks');
}

/** Writes a dirty mark for each product, so that the worker reads the products from the platform after the commit. */
export async function markProductsDirty(
  tx: Tx,
  installId: InstallId,
  productIds: readonly ProductId[],
): Promise<void> {
  if (productIds.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO dirty_marks AS stored (install_id, kind, entity_id, mark)
    SELECT ${installId}, 'product', id, nextval('mark_seq') FROM (
      SELECT DISTINCT id FROM unnest(${productIds}::text[]) AS id ORDER BY id
    ) p
    ON CONFLICT (install_id, kind, entity_id) DO UPDATE SET mark = excluded.mark`;
  await notifyWork(tx, 'marks');
}

/**
 * Writes a dirty mark for the product of each given variant. After the commit, the worker reads the marked products
 * from the platform.
 */
export async function markProductsOf(
  tx: Tx,
  installId: InstallId,
  variantIds: readonly string[],
): Promise<void> {
  if (variantIds.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO dirty_marks AS stored (install_id, kind, entity_id, mark)
    SELECT install_id, 'product', product_id, nextval('mark_seq') FROM (
      SELECT DISTINCT install_id, product_id FROM variants
      WHERE install_id = ${installId} AND id = ANY(${variantIds}) ORDER BY product_id
    ) v
    ON CONFLICT (install_id, kind, entity_id) DO UPDATE SET mark = excluded.mark`;
  await notifyWork(tx, 'marks');
}

/**
 * Makes all postponed dirty marks (rows for data that must be read) of the install due now. A mark is postponed if the
 * read of its order or product fails. A new grant may allow reads that the platform refused before.
 */
export async function hastenMarks(tx: Tx, installId: InstallId): Promise<void> {
  await tx.$executeRaw`
    UPDATE dirty_marks d SET attempts = 0, next_attempt_at = now() FROM (
      SELECT kind, entity_id FROM dirty_marks WHERE install_id = ${installId} AND next_attempt_at > now()
      ORDER BY kind, entity_id FOR UPDATE
    ) late
    WHERE d.install_id = ${installId} AND (d.kind, d.entity_id) = (late.kind, late.entity_id)`;
  await hastenTurns(tx, installId, ['orders', 'products']);
  await notifyWork(tx, 'marks');
}
