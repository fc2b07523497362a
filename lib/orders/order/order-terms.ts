import { z } from 'zod';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { Money } from 'commerce-platform-client/contract/common';
import { convertMinor } from '@/lib/shared/numbers/money';

/**
 * Terms that the merchant agreed with the customer. The platform does not return these terms, so the app stored them
 * when it created the order. For an order that another app or person created, the terms are empty.
 */
export type OrderTerms = {
  /** Reason of the discount; null if no reason is stored, or if the user may not see it. */
  discountReason: string | null;
  /** Store prices of the lines for which another price was agreed, keyed by line id. */
  storePrices: Record<string, Money>;
};

const StorePrices = z.record(z.string(), Money).catch({});

/**
 * Returns the store prices of the lines for which another price was agreed. `stored` has the store prices by variant
 * id, in the store's currency. Prices are compared at the order's exchange rate. A line whose prices cannot be compared
 * is left out. Pure function.
 */
export function differingStorePrices(
  { items, exchange_rate: rate }: Pick<OrderDetail, 'items' | 'exchange_rate'>,
  stored: unknown,
): OrderTerms['storePrices'] {
  const prices = StorePrices.parse(stored ?? {});
  return Object.fromEntries(
    items.flatMap(({ id, variant_id: variantId, unit_price: agreed }) => {
      const price = variantId !== null && Object.hasOwn(prices, variantId) ? prices[variantId] : undefined;
      if (!price) return [];
      const isSame = price.currency === agreed.currency;
      if (!isSame && rate === null) return [];
      const expected =
        isSame || rate === null
          ? price.amount_minor
          : convertMinor(price.amount_minor, price.decimals, agreed.decimals, rate);
      return expected === agreed.amount_minor ? [] : [[id, price]];
    }),
  );
}
