import 'server-only';
import { findOrderKeys } from '@/lib/orders/list/find-order-keys.server';
import type { OrderKey, OrderScope } from '@/lib/orders/list/order-statements.server';
import type { OrderRow } from '@/lib/orders/order-view';
import { Order } from '@/lib/platform/contract/orders';
import type { InstallId } from '@/lib/shared/ids';
import type { Tx } from '@/lib/system/db';
import { forceIndexScans } from '@/lib/system/force-index-scans';

/**
 * One page of orders from the mirror. `next` is the sort key after which the next page starts; null on the last page. A
 * page may be short or empty although `next` is set.
 */
export type OrderPage = { rows: OrderRow[]; next: OrderKey | null };

/**
 * Returns one page of the orders that match the filters, newest first. A page starts after the sort key of the previous
 * page and uses no offset. Orders are not counted. Only the columns of the list are read, not the order details (U5).
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

/** Reads orders by id, in the sequence of `ids`. Orders that are deleted or unknown are left out. */
export async function readOrderRows(
  tx: Tx,
  installId: InstallId,
  ids: readonly string[],
): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  // Deleted orders are filtered here and not in SQL. With deleted_at IS NULL in the SQL, the planner might read an
  // index of the orders list instead of looking up the ids.
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
