import 'server-only';
import type { OrderEnd } from '@/lib/deliveries/delivery-view';
import { endedStatusOf } from '@/lib/orders/order-status';
import type { Tx } from '@/lib/system/db';

/**
 * Finds those of the given orders that a driver must not deliver: the store deleted, cancelled or refunded the order, or
 * the goods came back. Returns the reason and the number of each order, keyed by order id. The data are from the mirror
 * (our copy of the platform's data).
 */
export async function findEndedOrders(
  tx: Tx,
  installId: string,
  orderIds: readonly string[],
): Promise<Map<string, { ended: OrderEnd; number: string }>> {
  if (orderIds.length === 0) return new Map();
  const rows = await tx.mirrorOrder.findMany({
    where: { installId, id: { in: [...orderIds] } },
    select: { id: true, orderNumber: true, status: true, deletedAt: true },
  });
  return new Map(
    rows.flatMap(({ id, orderNumber: number, status, deletedAt }) => {
      const ended = deletedAt ? 'deleted' : endedStatusOf(status);
      return ended ? [[id, { ended, number }] as const] : [];
    }),
  );
}
