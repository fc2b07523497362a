import { paymentStatusOf } from '@/lib/platform/assumptions';
import type { PaymentStatus } from '@/lib/platform/contract/orders';
import type { OrderLine, OrderRecord } from '@/sandbox/world/records';

/**
 * POS pricing: the discount is deducted from the line totals. The sum of the net line totals plus the discount equals
 * the subtotal.
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
 * Derives the payment status from the ledger; the delivery status does not matter (platform: Payment status;
 * transitions by A5).
 */
export function paymentStatus(order: OrderRecord): PaymentStatus {
  return paymentStatusOf({
    totalMinor: order.total_minor,
    paidMinor: paidMinor(order),
    refundedMinor: refundedMinor(order),
  });
}
