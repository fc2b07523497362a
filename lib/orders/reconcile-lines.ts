import type { OrderDetail } from '@/lib/platform/contract/orders';

type Totals = Pick<OrderDetail, 'items' | 'subtotal' | 'discount' | 'line_pricing'>;

/**
 * How the lines add up to the subtotal, by line_pricing and never by source (platform: Order): gross lines sum
 * to it and the discount is the order's; net lines have the discount taken off already. differenceMinor is what
 * is left over, 0 when they agree.
 */
export function reconcileLines(order: Totals): { discountInLines: boolean; differenceMinor: number } {
  const linesMinor = order.items.reduce((sum, item) => sum + item.total.amount_minor, 0);
  const discountInLines = order.line_pricing === 'net';
  const reckonedMinor = linesMinor + (discountInLines ? order.discount.amount_minor : 0);
  return { discountInLines, differenceMinor: order.subtotal.amount_minor - reckonedMinor };
}
