import { endedStatusOf } from '@/lib/orders/order-status';
import type { OrderRow } from '@/lib/orders/order-view';
import { currencyKey, type Money } from '@/lib/shared/numbers/money';

/**
 * Adds up the totals of orders, one sum for each currency, in the sequence in which the currencies occur. Amounts of
 * different currencies, and amounts of one currency with different decimals, are never added (D7). A sum that is too
 * large for an exact JavaScript number is left out.
 */
export function sumTotals(orders: readonly Pick<OrderRow, 'total'>[]): Money[] {
  const sums = new Map<string, Money>();
  for (const { total } of orders) {
    const key = currencyKey(total);
    const sum = sums.get(key)?.amount_minor ?? 0;
    sums.set(key, { ...total, amount_minor: sum + total.amount_minor });
  }
  return [...sums.values()].filter(({ amount_minor }) => Number.isSafeInteger(amount_minor));
}

/**
 * Whether the whole total of an order is still to be paid. A partly paid order does not count, because the list data
 * does not contain the paid amount.
 */
export function isOwed({ status, payment_status }: Pick<OrderRow, 'status' | 'payment_status'>): boolean {
  return payment_status === 'unpaid' && endedStatusOf(status) === null;
}
