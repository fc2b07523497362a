import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { convertBackMinor, type Money } from '@/lib/shared/numbers/money';

/**
 * Returns the total of an order in the store's own currency, at the exchange rate of the order. Null if the order is
 * already in this currency or has no rate, or if the result is too large to be exact. Pure function.
 */
export function totalInCurrency(
  { total, exchange_rate: rate }: Pick<OrderDetail, 'total' | 'exchange_rate'>,
  store: { code: string; decimals: number },
): Money | null {
  if (rate === null || total.currency === store.code) return null;
  const amountMinor = convertBackMinor(total.amount_minor, total.decimals, store.decimals, rate);
  if (!Number.isSafeInteger(amountMinor)) return null;
  return { amount_minor: amountMinor, currency: store.code, decimals: store.decimals };
}
