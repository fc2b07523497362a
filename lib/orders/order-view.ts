import type { NoShipmentReason } from '@/lib/shared/orders/no-shipment';
import type { Freshness } from '@/lib/shared/freshness';
import type { FirstItem } from '@/lib/shared/orders/first-item';
import type { OrderLinkView } from '@/lib/orders/link/order-link';
import type { CashPart } from '@/lib/orders/order/cash-parts';
import type { OrderMoves } from '@/lib/orders/order-moves';
import type { PaymentFacts } from '@/lib/orders/order/payment-facts';
import type { OrderTerms } from '@/lib/orders/order/order-terms';
import type { OrderTimeline } from '@/lib/orders/order/order-timeline';
import type { Order, OrderDetail } from 'commerce-platform-client/contract/orders';

/**
 * Whether the creation of an order is confirmed. `confirmed`: the app has read the order again after the platform's
 * event. `sent`: the app has only the response to its request (D9).
 */
export type Confirmation = 'confirmed' | 'sent';

/**
 * Short form of an order's items: the first line, and the number of further lines. A row of the orders list has room
 * for only one line. `pictureUrl` is the URL of the first line's picture, as the platform sent it; null if there is
 * none.
 */
export type ItemsSummary = FirstItem & { pictureUrl: string | null };

/** A row of the orders list: the order as the platform lists it, and data that the app adds. */
export type OrderRow = Order & {
  /**
   * The first line and the number of further lines of the order; null until the app has read the order's details (U5).
   */
  itemsSummary: ItemsSummary | null;
  /**
   * Name of the customer. The app stores the name of orders that it created, until the name is deleted (S20). It stores
   * the name of other orders only if the setting `keepsCustomers` is on. Null if no name is stored, or if the user may
   * not see customers.
   */
  customerName: string | null;
  /** Whether the platform has confirmed the order. Null for an order that another app or person created. */
  confirmation: Confirmation | null;
  /** True if the order waits for its shipment and a part of its goods was shipped. Otherwise it is missing. */
  isPartShipped?: true;
};

/**
 * One page of the orders list. `nextCursor` is null on the last page. A page with a `nextCursor` may still be short or
 * empty, because one request examines only a limited number of orders. `currencies` has the currencies of the store's
 * orders if the list is sorted by total; it is empty if the list is sorted by time.
 */
export type OrderListView = {
  rows: OrderRow[];
  nextCursor: string | null;
  freshness: Freshness;
  currencies: string[];
};

/** The orders that a search in the command palette finds, the best first. */
export type FoundOrders = { rows: OrderRow[] };

/**
 * Types of an order's items, fulfillments and refunds, as the order page shows them. `trackingUrl` is the https address
 * of the carrier's tracking page, with the tracking number. It is absent if the carrier has no tracking page.
 */
export type ViewedItem = OrderDetail['items'][number];
export type ViewedFulfillment = OrderDetail['fulfillments'][number] & { trackingUrl?: string };
export type ViewedRefund = OrderDetail['refunds'][number];

/** Another order of the same store, from the mirror (our copy of the platform's data). */
export type LinkedOrder = { orderId: string; number: string; status: string };

/**
 * Data of the order page. If the app lacks the scope clients:read, the fields customer and shipping_address of the
 * order are absent, not null (ORD-4).
 */
export type OrderView = {
  order: OrderDetail & { fulfillments: ViewedFulfillment[] };
  /** URLs of the pictures of the order's variants, keyed by variant id, as the platform sent them. */
  pictures: Record<string, string>;
  confirmation: Confirmation | null;
  /**
   * The payment method of an order that the app created. The app has stored it, because the platform does not return
   * it. Null if another app or person created the order.
   */
  paymentMethod: string | null;
  payment: PaymentFacts;
  /**
   * The cash that must still be collected, with one part for each place where goods of the order are, such as a
   * carrier. Empty if all goods are in one place.
   */
  cashParts: CashPart[];
  terms: OrderTerms;
  /**
   * `replaces`: the older order that the shown order replaces. `replacedBy`: the newest order that replaces the shown
   * order. Each is null if there is none.
   */
  replaces: LinkedOrder | null;
  replacedBy: LinkedOrder | null;
  /** The statuses that a user can request for the order now. */
  moves: OrderMoves;
  /** Why the order needs no shipment; null if it needs a shipment. */
  noShipment: NoShipmentReason | null;
  timeline: OrderTimeline;
  /** The newest link that asks the customer to confirm the order; null if there is none. */
  link: OrderLinkView | null;
  /**
   * `readAt`: when the order's details were read (RFC 3339). `stale`: the platform could not be read just now, so the
   * details are from the mirror and may be old.
   */
  readAt: string;
  stale: boolean;
};
