import { paymentStatusOf } from '@/lib/platform/assumptions';
import type { PaymentStatus } from '@/lib/platform/contract/orders';
import type { OrderLine, OrderRecord } from '@/sandbox/world/records';

/** The till's way: the discount is taken off the lines, so that their sum and the discount make the subtotal. */
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

/** Read off the ledger, whatever was delivered (platform: Payment status; transitions by A5). */
export function paymentStatus(order: OrderRecord): PaymentStatus {
  return paymentStatusOf({
    totalMinor: order.total_minor,
    paidMinor: paidMinor(order),
    refundedMinor: refundedMinor(order),
  });
}
