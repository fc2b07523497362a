import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findCurrencyDecimals } from '@/lib/mirror/products/find-currency-decimals.server';
import { takenDecimals } from 'commerce-platform-client/assumptions';
import type { Store } from 'commerce-platform-client/contract/store';
import { parseRate, rateText } from '@/lib/shared/numbers/exchange-rate';
import { readRates, type StoredRate } from '@/lib/store/read-rates.server';
import { readStoreDocument, storeViewOf } from '@/lib/store/read-store.server';
import type { ComposerStoreView, StoreCurrency } from '@/lib/store/store-view';

/**
 * Returns the store data that the form of a new order needs, including the allowed currencies with their rates and
 * decimals. `forceRefresh` reads the platform even if our copy is recent. Use it after the platform has refused a value
 * that our copy allows. platform: GET /store.
 */
export async function readComposerStore(
  context: InstallContext,
  { forceRefresh = false }: { forceRefresh?: boolean } = {},
): Promise<ComposerStoreView> {
  const store = await readStoreDocument(context, forceRefresh ? 0 : undefined);
  const view = storeViewOf(context, store);
  const { code: pricing } = view.pricingCurrency;
  const allowed = [...new Set(store.storefront_currencies?.allowed ?? [pricing])];
  const foreign = allowed.filter((code) => code !== pricing);
  const seen =
    foreign.length === 0
      ? new Map<string, number>()
      : await context.db.transaction((tx) => findCurrencyDecimals(tx, context.installId));
  const rates = platformRates(store, pricing);
  const typed = await context.db.transaction((tx) => readRates(tx, context.installId));
  return {
    ...view,
    currencies: [
      ...(allowed.includes(pricing)
        ? [{ ...view.pricingCurrency, areDecimalsTaken: false, rate: null }]
        : []),
      ...foreign.map((code): StoreCurrency => {
        const decimals = seen.get(code);
        return {
          code,
          decimals: decimals ?? takenDecimals(code),
          areDecimalsTaken: decimals === undefined,
          rate: rates.get(code) ?? null,
          ...typedRate(typed, pricing, code),
        };
      }),
    ],
    ratesAsOf: store.fx?.as_of ?? null,
  };
}

/**
 * Returns the rate that a user of the store typed for the currency, and its time. This rate replaces the platform's
 * rate. The result is empty if nobody typed a rate.
 */
function typedRate(
  typed: StoredRate[],
  pricing: string,
  code: string,
): Pick<StoreCurrency, 'rate' | 'rateAsOf'> | null {
  const found = typed.find(({ one, other }) =>
    one === pricing ? other === code : one === code && other === pricing,
  );
  if (!found) return null;
  if (found.one === pricing) return { rate: found.rate, rateAsOf: found.changedAt };
  const inverse = parseRate(rateText(found.rate, false), true);
  return inverse.ok ? { rate: inverse.rate, rateAsOf: found.changedAt } : null;
}

/**
 * Returns the platform's exchange rates of the store, keyed by currency. A rate is the number of units of this currency
 * for one unit of the pricing currency. The result is empty if the rates are based on another currency than the pricing
 * currency.
 */
function platformRates({ fx }: Store, pricing: string) {
  return new Map(fx && (fx.base ?? pricing) === pricing ? Object.entries(fx.rates ?? {}) : []);
}
