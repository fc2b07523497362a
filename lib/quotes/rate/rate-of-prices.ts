import type { PairRate } from '@/lib/shared/numbers/pair-rate';

/**
 * Returns the typed rate on which prices in a currency depend; undefined if there is none. Prices in the currency `other`
 * always follow the rate. Prices in `one` depend on it only if the store's own prices are in `other`.
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
