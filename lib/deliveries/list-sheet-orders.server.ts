import 'server-only';
import { readDue } from '@/lib/deliveries/delivery-rows.server';
import type { SheetOrder } from '@/lib/deliveries/delivery-view';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { readOrderRows } from '@/lib/orders/list/read-order-page.server';
import { findPartShipments } from '@/lib/orders/order/fulfillment/find-part-shipments.server';
import { hasRight } from '@/lib/shared/roles/roles';

/**
 * Reads the orders for the form of a new delivery sheet, in the sequence of `orderIds`. Orders that are deleted or not
 * in the mirror (the app's copy of the store's data) are left out.
 */
export async function listSheetOrders(
  { installId, db, role }: Pick<InstallContext, 'installId' | 'db' | 'role'>,
  orderIds: readonly string[],
): Promise<SheetOrder[]> {
  return db.transaction(async (tx) => {
    const scope = { installId, mayKnow: hasRight(role, 'see_personal_data') };
    const rows = await readOrderRows(tx, scope, orderIds);
    const due = await readDue(tx, installId, orderIds);
    const shipped = await findPartShipments(tx, installId, orderIds);
    return rows.map(({ id, order_number: number, customerName, total }) => {
      const partCarriers = shipped.get(id);
      return {
        id,
        number,
        customerName,
        due: { ...total, amount_minor: Number(due.get(id) ?? 0n) },
        ...(partCarriers && { partCarriers }),
      };
    });
  });
}
