import 'server-only';
import { findOrderKeys } from '@/lib/orders/list/find-order-keys.server';
import type { OrderKey, OrderScope } from '@/lib/orders/list/order-statements.server';
import type { OrderRow } from '@/lib/orders/order-view';
import { Order } from '@/lib/platform/contract/orders';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';
import { forceIndexScans } from '@/lib/system/force-index-scans';

/**
 * Rows of the mirror. `next` is the key to continue after; null at the end. A page may be short or empty and still have
 * `next`.
 */
export type OrderPage = { rows: OrderRow[]; next: OrderKey | null };

/**
 * One page of the orders that fit, newest first. Pages use keys, never offsets, and nothing is counted. Only columns of
 * the list are read, no details (U5).
 */
export async function readOrderPage(tx: Tx, scope: OrderScope): Promise<OrderPage> {
  await forceIndexScans(tx);
  const { keys, next } = await findOrderKeys(tx, scope);
  return {
    rows: await readOrderRows(
      tx,
      scope.installId,
      keys.map(({ id }) => id),
    ),
    next,
  };
}

/** Reads orders by id, in the order of `ids`. Orders that are deleted or unknown are left out. */
export async function readOrderRows(
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  // Deleted orders are left out here and not in SQL. With deleted_at IS NULL the planner might use the list indexes to
  // find the ids.
  const found = await tx.$queryRaw<
    { id: string; header: unknown; event_read_at: Date | null; deleted_at: Date | null; made_here: boolean }[]
  >`
    SELECT o.id, o.header, o.event_read_at, o.deleted_at, c.order_id IS NOT NULL AS made_here
    FROM orders o LEFT JOIN created_orders c ON c.install_id = ${installId} AND c.order_id = o.id
    WHERE o.install_id = ${installId} AND o.id = ANY(${[...ids]})`;
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id): OrderRow[] => {
    const row = byId.get(id);
    if (!row || row.deleted_at) return [];
    const confirmation = row.event_read_at ? 'confirmed' : 'sent';
    return [{ ...Order.parse(row.header), confirmation: row.made_here ? confirmation : null }];
  });
}
