import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';

type OrderItem = OrderDetail['items'][number];

/** The items to pack, each with the number of pieces to pack, and the number of pieces that were already sent. */
type LinesToPack = { items: OrderItem[]; sent: number };

/**
 * Returns the lines of a packing slip. If a part of the order was sent in another parcel, the slip lists only the other
 * pieces. If all pieces were sent, the slip lists the whole order again, because it was probably printed late.
 */
export function findLinesToPack({
  items,
  fulfillments,
}: Pick<OrderDetail, 'items' | 'fulfillments'>): LinesToPack {
  const sent = fulfillments.filter(({ status }) => status === 'shipped' || status === 'delivered');
  const left = new Map(
    findOutstandingLines({ items, fulfillments: sent }).map((line) => [line.order_item_id, line.quantity]),
  );
  const rest = items.flatMap((item) => {
    const quantity = left.get(item.id);
    return quantity === undefined ? [] : [{ ...item, quantity }];
  });
  if (rest.length === 0) return { items, sent: 0 };
  return { items: rest, sent: piecesOf(items) - piecesOf(rest) };
}

const piecesOf = (items: readonly OrderItem[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0);
