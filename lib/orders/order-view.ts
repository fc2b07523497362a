import type { Freshness } from '@/lib/shared/freshness';
import type { OrderMoves } from '@/lib/orders/order-moves';
import type { OrderTimeline } from '@/lib/orders/order/order-timeline';
import type { Order, OrderDetail } from '@/lib/platform/contract/orders';

/** How sure we are of what we sent: read back after the platform's event, or only answered (ux: Truth). */
export type Confirmation = 'confirmed' | 'sent';

/** A row of the orders index: the platform's list item, and what Daftar knows besides. */
export type OrderRow = Order & {
  /** Only for orders made here; null for all others. */
  confirmation: Confirmation | null;
};

/** One page of the index; nextCursor null on the last. Another may be short or empty: there is more to look through. */
export type OrderListView = { rows: OrderRow[]; nextCursor: string | null; freshness: Freshness };

/** The parts of an order, as the order page shows them. */
export type ViewedItem = OrderDetail['items'][number];
export type ViewedFulfillment = OrderDetail['fulfillments'][number];
export type ViewedRefund = OrderDetail['refunds'][number];

/** The order page. customer and shipping_address are absent (not null) without clients:read (ORD-4). */
export type OrderView = {
  order: OrderDetail;
  confirmation: Confirmation | null;
  /** What the platform does not give back and we kept from what was sent; null for orders made elsewhere. */
  paymentMethod: string | null;
  /** Where it may be asked to go from here. */
  moves: OrderMoves;
  timeline: OrderTimeline;
  /** When this detail was read, RFC 3339; stale: the platform could not be asked and this is the mirror's copy. */
  readAt: string;
  stale: boolean;
};
