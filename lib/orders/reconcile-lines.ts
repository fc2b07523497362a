import type { OrderDetail } from 'commerce-platform-client/contract/orders';

type Totals = Pick<OrderDetail, 'items' | 'subtotal' | 'discount' | 'line_pricing'>;

/**
 * Compares the sum of an order's lines with its subtotal. Gross lines add up to the subtotal. In net lines, the
 * discount is already subtracted, so it must be added to their sum. Whether the lines are gross or net is in the
 * order's field line_pricing; it does not depend on the field source (platform: Order). `differenceMinor` is the
 * difference in minor units; 0 if lines and subtotal agree.
 */
export function reconcileLines(order: Totals): { discountInLines: boolean; differenceMinor: number } {
  const linesMinor = order.items.reduce((sum, item) => sum + item.total.amount_minor, 0);
  const discountInLines = order.line_pricing === 'net';
  const computedMinor = linesMinor + (discountInLines ? order.discount.amount_minor : 0);
  return { discountInLines, differenceMinor: order.subtotal.amount_minor - computedMinor };
}
