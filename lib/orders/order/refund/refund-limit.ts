import type { OrderDetail } from '@/lib/platform/contract/orders';

/** What of an order a refund is made from. */
export type RefundableOrder = Pick<
  OrderDetail,
  'items' | 'refunds' | 'paid' | 'refunded' | 'discount' | 'line_pricing' | 'source'
>;

/** What can still be given back: captured and not yet refunded, whatever the order's status (REF-1, REF-4). */
export function refundableMinor(order: Pick<RefundableOrder, 'paid' | 'refunded'>): number {
  return Math.max(0, order.paid.amount_minor - order.refunded.amount_minor);
}

/** Why nothing can be given back; null when something can. An order of the till is refunded at the till (REF-2). */
export function whyNotRefundable(
  order: Pick<RefundableOrder, 'paid' | 'refunded' | 'source'>,
): 'pos' | 'unpaid' | 'all_refunded' | null {
  if (order.source === 'pos') return 'pos';
  if (refundableMinor(order) > 0) return null;
  return order.paid.amount_minor > 0 ? 'all_refunded' : 'unpaid';
}
