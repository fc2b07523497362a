import { matchesPayment } from '@/lib/orders/list/payment-filter';
import { endedStatusOf } from '@/lib/orders/order-status';
import type { OrderRow } from '@/lib/orders/order-view';
import { standardViews } from '@/lib/orders/views/standard-views';
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
 * Returns the part of an order's total that the customer still has to pay; null if there is none. The payment statuses
 * are those of the view "Cash to collect". For them, the amount is the one of owedMinor, which the browser cannot import
 * because it loads zod. A paid amount in another currency, or with other decimals, is never subtracted (D7); the amount
 * is then unknown, and the result is null.
 */
export function owedOf(order: Pick<OrderRow, 'status' | 'payment_status' | 'total' | 'paid'>): Money | null {
  const { status, total, paid } = order;
  if (endedStatusOf(status) !== null || !matchesPayment(standardViews.cash_to_collect.payment, order))
    return null;
  if (paid.amount_minor > 0 && currencyKey(paid) !== currencyKey(total)) return null;
  const amount_minor = total.amount_minor - paid.amount_minor;
  return amount_minor > 0 ? { ...total, amount_minor } : null;
}
