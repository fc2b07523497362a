import { endedStatusOf } from '@/lib/orders/order-status';
import type { Order } from 'commerce-platform-client/contract/orders';

/**
 * A value of the payment filter that is no payment status of the platform. It matches the orders with a partial refund
 * whose customer still has to pay a rest (A40). The payment status partially_refunded does not say this.
 */
export const restUnpaid = 'refunded_rest_unpaid';

/**
 * Returns the values without `restUnpaid` if `partially_refunded` matches its orders too. A list scans an index for each
 * value, so it would find such an order twice.
 */
export function distinctPayments(values: readonly string[]): string[] {
  return values.filter((value) => value !== restUnpaid || !values.includes('partially_refunded'));
}

/**
 * Whether an order matches one of the values of the payment filter. The function paymentIsOneOf has the same rule in
 * SQL. A test compares both with the cash notebook (tests/integration/app/cash/cash-to-collect.test.ts).
 */
export function matchesPayment(
  values: readonly string[],
  order: Pick<Order, 'status' | 'payment_status' | 'total' | 'paid'>,
): boolean {
  return values.includes(order.payment_status) || (values.includes(restUnpaid) && isRestUnpaid(order));
}

function isRestUnpaid({
  status,
  payment_status,
  total,
  paid,
}: Pick<Order, 'status' | 'payment_status' | 'total' | 'paid'>): boolean {
  if (payment_status !== 'partially_refunded' || endedStatusOf(status)) return false;
  return total.amount_minor > 0 && paid.amount_minor < total.amount_minor;
}
