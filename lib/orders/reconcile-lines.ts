import type { OrderDetail } from '@/lib/platform/contract/orders';

type Totals = Pick<OrderDetail, 'items' | 'subtotal' | 'discount' | 'line_pricing'>;

/**
 * Compares the sum of an order's lines with its subtotal. Whether lines are gross or net is decided by line_pricing,
 * never by source (platform: Order). Gross lines sum to the subtotal, and the discount is on the order. Net lines
 * already have the discount subtracted. `differenceMinor` is the difference that is left in minor units; 0 if lines and
 * subtotal agree.
 */
export function reconcileLines(order: Totals): { discountInLines: boolean; differenceMinor: number } {
  const linesMinor = order.items.reduce((sum, item) => sum + item.total.amount_minor, 0);
  const discountInLines = order.line_pricing === 'net';
  const computedMinor = linesMinor + (discountInLines ? order.discount.amount_minor : 0);
  return { discountInLines, differenceMinor: order.subtotal.amount_minor - computedMinor };
}
