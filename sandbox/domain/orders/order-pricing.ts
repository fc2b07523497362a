import { paymentStatusOf } from 'commerce-platform-client/assumptions';
import type { PaymentStatus } from 'commerce-platform-client/contract/orders';
import type { OrderLine, OrderRecord } from '@/sandbox/world/records';

/**
 * Computes the line totals of a POS sale after the order's discount was deducted from the lines. The sum of the line
 * totals plus the discount equals the subtotal.
 */
export function netOfDiscount(lines: OrderLine[], discountMinor: number): OrderLine[] {
  const sumMinor = lines.reduce((total, line) => total + line.total_minor, 0);
  let leftMinor = discountMinor;
  return lines.map((line, index) => {
    const last = index === lines.length - 1;
    const part = Number((BigInt(discountMinor) * BigInt(line.total_minor)) / BigInt(sumMinor || 1));
    const shareMinor = last ? leftMinor : part;
    leftMinor -= shareMinor;
    return { ...line, total_minor: line.total_minor - shareMinor };
  });
}

export function paidMinor(order: OrderRecord): number {
  return order.payments.reduce((sum, payment) => sum + payment.amount_minor, 0);
}

export function refundedMinor(order: OrderRecord): number {
  return order.refunds.reduce((sum, refund) => sum + refund.amount_minor, 0);
}

/**
 * Computes the payment status of an order from its payments and refunds, by the rules of assumption A5 (platform:
 * Payment status). The delivery status of the order is not used.
 */
export function paymentStatus(order: OrderRecord): PaymentStatus {
  return paymentStatusOf({
    totalMinor: order.total_minor,
    paidMinor: paidMinor(order),
    refundedMinor: refundedMinor(order),
  });
}
