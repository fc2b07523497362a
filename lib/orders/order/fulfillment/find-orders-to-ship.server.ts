import 'server-only';
import { findOrders } from '@/lib/mirror/orders/find-orders.server';
import { whyNoShipment } from '@/lib/orders/order/fulfillment/shipping-need';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Tx } from '@/lib/system/db';

/**
 * Returns those of the given orders of which something must still be shipped, in the same sequence. The data are from
 * the mirror (our copy of the platform's data). An order whose lines were not read yet is left out.
 */
export async function findOrdersToShip(
  tx: Tx,
  installId: InstallId,
  orderIds: readonly string[],
): Promise<string[]> {
  const orders = await findOrders(tx, installId, orderIds);
  return orderIds.filter((id) => {
    const order = orders.get(id);
    return order && !order.isDeleted && order.lines !== null && whyNoShipment(order) === null;
  });
}
