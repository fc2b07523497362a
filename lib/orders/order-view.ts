import type { NoShipmentReason } from '@/lib/shared/orders/no-shipment';
import type { Freshness } from '@/lib/shared/freshness';
import type { OrderMoves } from '@/lib/orders/order-moves';
import type { OrderTerms } from '@/lib/orders/order/order-terms';
import type { OrderTimeline } from '@/lib/orders/order/order-timeline';
import type { Order, OrderDetail } from '@/lib/platform/contract/orders';

/**
 * How far the creation of an order is confirmed. confirmed: the order was read again after the platform's event. sent:
 * only the response to the request is known (D9).
 */
export type Confirmation = 'confirmed' | 'sent';

/**
 * Short form of an order's items: the first line, and the number of lines after it. An order can have many lines, and a
 * row of the list has room for one. `pictureUrl` is the picture of the first line, as the platform sent its URL; null
 * without one.
 */
export type ItemsSummary = { name: string; quantity: number; moreLines: number; pictureUrl: string | null };

/** A row of the orders list: the order as the platform lists it, and the app's own data about it. */
export type OrderRow = Order & {
  /** The items of the order; null until the mirror has read the order's details (U5). */
  itemsSummary: ItemsSummary | null;
  /**
   * Name of the customer. It is known only for orders that this app created, until it is deleted (S20). null also if
   * the reader may not see it.
   */
  customerName: string | null;
  /** Whether the platform has confirmed the order; null for an order that this app did not create. */
  confirmation: Confirmation | null;
};

/**
 * One page of the orders list. `nextCursor` is null on the last page. A page with a `nextCursor` may be short or
 * empty, because one request evaluates only a limited number of orders. `currencies` has the currencies of the store's
 * orders in the sequence of a list by total; it is empty for a list by time.
 */
export type OrderListView = {
  rows: OrderRow[];
  nextCursor: string | null;
  freshness: Freshness;
  currencies: string[];
};

/** Types of the parts of an order that the order page shows: items, fulfillments and refunds. */
export type ViewedItem = OrderDetail['items'][number];
export type ViewedFulfillment = OrderDetail['fulfillments'][number];
export type ViewedRefund = OrderDetail['refunds'][number];

/** Another order of the store, as the mirror has it. */
export type LinkedOrder = { orderId: string; number: string; status: string };

/**
 * Data of the order page. Without the scope clients:read, the order's fields customer and shipping_address are absent,
 * not null (ORD-4).
 */
export type OrderView = {
  order: OrderDetail;
  /** URLs of the pictures of the order's variants by variant id, as the platform sent them. */
  pictures: Record<string, string>;
  confirmation: Confirmation | null;
  /**
   * The payment method that the app sent when it created the order. It is stored because the platform does not return
   * it. null if another app or person created the order.
   */
  paymentMethod: string | null;
  terms: OrderTerms;
  /** The order that this order replaces, and the newest order that replaces this one; null if there is none. */
  replaces: LinkedOrder | null;
  replacedBy: LinkedOrder | null;
  /** The statuses that can be requested for the order in its current status. */
  moves: OrderMoves;
  /** Why the order needs no shipment; null if it needs one. */
  noShipment: NoShipmentReason | null;
  timeline: OrderTimeline;
  /**
   * The time when these order details were read, RFC 3339. `stale` is true if the platform could not be read, so the
   * details are from the mirror.
   */
  readAt: string;
  stale: boolean;
};
