import type { PairRate } from '@/lib/shared/numbers/pair-rate';

/**
 * Returns the store's rate on which prices in a currency depend; undefined if there is none. A rate is the number of
 * units of `other` for one unit of `one`. Prices in the currency `other` always follow the rate. Prices in the currency
 * `one` depend on the rate only if the store's pricing currency is `other`.
 */
export function rateOfPrices<Rate extends PairRate>(
  rates: readonly Rate[],
  currency: string,
  pricing: string,
): Rate | undefined {
  return (
    rates.find(({ other }) => other === currency) ??
    rates.find(({ one, other }) => one === currency && other === pricing)
  );
}
