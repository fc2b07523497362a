import 'server-only';
import { readDue } from '@/lib/deliveries/delivery-rows.server';
import type { SheetOrder } from '@/lib/deliveries/delivery-view';
import { isUndeliverable } from '@/lib/deliveries/order-end';
import type { InstallContext } from '@/lib/installs/require-install.server';
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
    return rows.map(({ id, order_number: number, customerName, total, status }) => {
      const partCarriers = shipped.get(id);
      const ended = isUndeliverable(status) ? endedStatusOf(status) : null;
      return {
        id,
        number,
        customerName,
        due: { ...total, amount_minor: Number(due.get(id) ?? 0n) },
        ...(partCarriers && { partCarriers }),
        ...(ended && { ended }),
      };
    });
  });
}
