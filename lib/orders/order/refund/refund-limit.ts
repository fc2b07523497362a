import type { OrderDetail } from 'commerce-platform-client/contract/orders';

/** The fields of an order that a refund needs. */
export type RefundableOrder = Pick<
  OrderDetail,
  'items' | 'refunds' | 'paid' | 'refunded' | 'discount' | 'line_pricing' | 'source'
>;

/**
 * Returns the amount that can still be refunded, in minor units: the paid amount minus the refunded amount. The status
 * of the order does not matter (REF-1, REF-4).
 */
export function refundableMinor(order: Pick<RefundableOrder, 'paid' | 'refunded'>): number {
  return Math.max(0, order.paid.amount_minor - order.refunded.amount_minor);
}

/**
 * Returns the reason why nothing can be refunded; null if a refund is possible. An order of a point of sale (POS) must
 * be refunded there and not in this app (REF-2).
 */
export function whyNotRefundable(
  order: Pick<RefundableOrder, 'paid' | 'refunded' | 'source'>,
): 'pos' | 'unpaid' | 'all_refunded' | null {
  if (order.source === 'pos') return 'pos';
  if (refundableMinor(order) > 0) return null;
  return order.paid.amount_minor > 0 ? 'all_refunded' : 'unpaid';
}
