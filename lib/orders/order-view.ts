import type { Freshness } from '@/lib/shared/freshness';
import type { OrderMoves } from '@/lib/orders/order-moves';
import type { OrderTimeline } from '@/lib/orders/order/order-timeline';
import type { Order, OrderDetail } from '@/lib/platform/contract/orders';

/**
 * Confirmation of a write. confirmed: the order was read again after the platform's event. sent: there is only the
 * response (D9).
 */
export type Confirmation = 'confirmed' | 'sent';

/** A row of the orders index: the platform's list item and the app's own data about it. */
export type OrderRow = Order & {
  /** Only for orders that the app created; null for all others. */
  confirmation: Confirmation | null;
};

/**
 * One page of the index. `nextCursor` is null on the last page. An earlier page may be short or empty while there are
 * more orders to evaluate.
 */
export type OrderListView = { rows: OrderRow[]; nextCursor: string | null; freshness: Freshness };

/** The parts of an order, as the order page shows them. */
export type ViewedItem = OrderDetail['items'][number];
export type ViewedFulfillment = OrderDetail['fulfillments'][number];
export type ViewedRefund = OrderDetail['refunds'][number];

/** Data of the order page. customer and shipping_address are absent (not null) without clients:read (ORD-4). */
export type OrderView = {
  order: OrderDetail;
  confirmation: Confirmation | null;
  /**
   * The payment method that was sent. It is stored because the platform does not return it. null for orders that the
   * app did not create.
   */
  paymentMethod: string | null;
  /** The statuses that can be requested from here. */
  moves: OrderMoves;
  timeline: OrderTimeline;
  /** When this detail was read, RFC 3339. `stale`: the platform could not be read, and this is the mirror's copy. */
  readAt: string;
  stale: boolean;
};
