import type { OrderDetail } from 'commerce-platform-client/contract/orders';

type Line = { order_item_id: string; quantity: number };

/**
 * Returns the order lines that are not completely fulfilled, with the remaining quantity. Cancelled fulfillments do not
 * count (platform: FUL-1).
 */
export function findOutstandingLines(order: Pick<OrderDetail, 'items' | 'fulfillments'>): Line[] {
  const fulfilled = new Map<string, number>();
  for (const { status, lines } of order.fulfillments)
    if (status !== 'cancelled')
      for (const { order_item_id: id, quantity } of lines)
        fulfilled.set(id, (fulfilled.get(id) ?? 0) + quantity);
  return order.items
    .map(({ id, quantity }) => ({ order_item_id: id, quantity: quantity - (fulfilled.get(id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}
