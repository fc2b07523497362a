import { type FeeKind, feeKindOf } from '@/lib/quotes/acceptance/delivery-fee';
import type { ShownContent } from '@/lib/quotes/quote-view';
import { sumLinesMinor } from 'commerce-platform-client/contract/sum-lines';
import { convertBackMinor, type Money } from '@/lib/shared/numbers/money';

/** The amounts of a quote, as the customer sees them. */
export type QuoteAmounts = {
  subtotal: Money;
  /** Discount as a negative amount; null if there is no discount. */
  discount: Money | null;
  /** Delivery fee. If `fee` is not 'charged', the amount is 0. */
  shipping: Money;
  fee: FeeKind;
  total: Money;
  /**
   * The total in the store's pricing currency, at the exchange rate that was sent with the quote. Null if the order is
   * in the pricing currency.
   */
  inPricing: Money | null;
  /**
   * The exchange rate: `one` is one unit of the pricing currency, and `other` is its value in the order's currency.
   * Null if the order is in the pricing currency.
   */
  rate: { one: Money; other: Money } | null;
};

/**
 * Computes the amounts of a quote with the platform's formula (platform: POST /orders): total = subtotal - discount +
 * shipping.
 */
export function quoteAmounts({
  order,
  decimals,
  pricing,
  isFeeOpen,
}: Pick<ShownContent, 'order' | 'decimals' | 'pricing' | 'isFeeOpen'>): QuoteAmounts {
  const money = (amountMinor: number): Money => ({
    amount_minor: amountMinor,
    currency: order.currency,
    decimals,
  });
  const subtotalMinor = sumLinesMinor(order.items) ?? 0;
  const discountMinor = order.discount?.amount_minor ?? 0;
  const totalMinor = subtotalMinor - discountMinor + order.shipping.amount_minor;
  const rate = order.currency === pricing.code ? null : order.exchange_rate;
  return {
    subtotal: money(subtotalMinor),
    discount: discountMinor === 0 ? null : money(-discountMinor),
    shipping: money(order.shipping.amount_minor),
    fee: feeKindOf({ order, isFeeOpen }),
    total: money(totalMinor),
    inPricing: rate && {
      amount_minor: convertBackMinor(totalMinor, decimals, pricing.decimals, rate),
      currency: pricing.code,
      decimals: pricing.decimals,
    },
    rate: rate && {
      one: { amount_minor: 1, currency: pricing.code, decimals: 0 },
      other: { amount_minor: rate.scaled, currency: order.currency, decimals: rate.scale },
    },
  };
}
