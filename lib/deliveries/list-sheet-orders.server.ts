import 'server-only';
import { moneyOfDue, readDue } from '@/lib/deliveries/delivery-rows.server';
import type { MissingOrder, SheetOrder } from '@/lib/deliveries/delivery-view';
import { isUndeliverable } from '@/lib/deliveries/order-end';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findEndedOrders } from '@/lib/deliveries/find-ended-orders.server';
import { readPieces } from '@/lib/deliveries/read-pieces.server';
import { mayKnowCustomers } from '@/lib/orders/list/find-customer-orders.server';
import { readOrderRows } from '@/lib/orders/list/read-order-page.server';
import { endedStatusOf } from '@/lib/orders/order-status';
import { findPartShipments } from '@/lib/orders/order/fulfillment/find-part-shipments.server';

/**
 * Reads the orders for the form of a new delivery sheet, in the sequence of `orderIds`. Orders that are deleted or not
 * in the mirror (the app's copy of the store's data) are left out. Without the scope orders:read, the result is empty.
 * Customers are named under the same conditions as in the list of orders.
 */
export async function listSheetOrders(
  context: Pick<InstallContext, 'installId' | 'db' | 'role' | 'scopes'>,
  orderIds: readonly string[],
): Promise<SheetOrder[]> {
  const { installId, db, scopes } = context;
  if (!scopes.has('orders:read')) return [];
  return db.transaction(async (tx) => {
    const scope = { installId, mayKnow: mayKnowCustomers(context) };
    const rows = await readOrderRows(tx, scope, orderIds);
    const due = await readDue(tx, installId, orderIds);
    const shipped = await findPartShipments(tx, installId, orderIds);
    const pieces = await readPieces(tx, installId, orderIds);
    return rows.map(({ id, order_number: number, customerName, total, status }) => {
      const partCarriers = shipped.get(id);
      const ended = isUndeliverable(status) ? endedStatusOf(status) : null;
      return {
        id,
        number,
        customerName,
        pieces: partCarriers ? null : (pieces.get(id) ?? null),
        due: moneyOfDue(due.get(id), total),
        ...(partCarriers && { partCarriers }),
        ...(ended && { ended }),
      };
    });
  });
}

/**
 * Names the selected orders that listSheetOrders leaves out. The number of an order that this app created is known from
 * the write that created it. The number of a deleted order is in the mirror. Any other order has no number, because its id means nothing to
 * a merchant.
 */
export async function nameMissingOrders(
  { installId, db, scopes }: Pick<InstallContext, 'installId' | 'db' | 'scopes'>,
  orderIds: readonly string[],
): Promise<MissingOrder[]> {
  if (orderIds.length === 0 || !scopes.has('orders:read'))
    return orderIds.map((id) => ({ id, number: null }));
  return db.transaction(async (tx) => {
    const ended = await findEndedOrders(tx, installId, orderIds);
    const created = await tx.$queryRaw<{ id: string; number: string | null }[]>`
      SELECT c.order_id AS id, p.result ->> 'orderNumber' AS number FROM created_orders c
      JOIN operations p ON p.install_id = c.install_id AND p.id = c.operation_id
      WHERE c.install_id = ${installId} AND c.order_id = ANY(${[...orderIds]})`;
    const numbers = new Map(created.map(({ id, number }) => [id, number]));
    return orderIds.map((id): MissingOrder => {
      const end = ended.get(id);
      const number = end?.number || numbers.get(id) || null;
      return { id, number, ...(end?.ended === 'deleted' && { ended: end.ended }) };
    });
  });
}
