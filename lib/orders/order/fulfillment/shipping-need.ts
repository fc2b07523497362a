import type { NoShipmentReason } from '@/lib/shared/orders/no-shipment';
import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { knownKey } from '@/lib/shared/known-key';

/** The facts about an order that decide whether it needs a shipment. */
export type ShippingFacts = {
  status: string;
  source: string | null;
  /**
   * Whether the order has a delivery address; null if the app does not know it, for example because the app lacks the
   * scope clients:read.
   */
  hasAddress: boolean | null;
  /** Lines and fulfillments of the order; null if they are not known. */
  lines: Pick<OrderDetail, 'items' | 'fulfillments'> | null;
};

/**
 * Order statuses in which an order is not shipped any more. The status `partially_refunded` is left out, because the
 * rest of such an order may still have to be shipped.
 */
const endedStatuses = {
  cancelled: 'order_cancelled',
  returned: 'order_cancelled',
  refunded: 'order_cancelled',
  delivered: 'order_finished',
  completed: 'order_finished',
} as const satisfies Record<string, NoShipmentReason>;

/**
 * Returns the reason why an order needs no shipment; null if it may need one. A fact that the app does not know never
 * counts as a reason. The order page and bulk runs use the same function, so they always agree (S36). Pure function.
 */
export function whyNoShipment({ status, source, hasAddress, lines }: ShippingFacts): NoShipmentReason | null {
  if (lines !== null && findOutstandingLines(lines).length === 0) return 'already_fulfilled';
  if (source === 'pos') return 'pos_sale';
  const ended = knownKey(endedStatuses, status);
  if (ended) return endedStatuses[ended];
  return hasAddress === false ? 'picked_up' : null;
}

/**
 * Whether an order from the platform has a delivery address. Null if the response does not contain the field, because
 * the app lacks the scope clients:read (ORD-4).
 */
export function hasAddressIn({
  shipping_address: address,
}: Pick<OrderDetail, 'shipping_address'>): boolean | null {
  return address === undefined ? null : address !== null;
}
