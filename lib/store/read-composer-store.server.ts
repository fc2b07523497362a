import 'server-only';
import type { InstallContext } from '@/lib/installs/require-install.server';
import { findCurrencyDecimals } from '@/lib/mirror/products/find-currency-decimals.server';
import { takenDecimals } from '@/lib/platform/assumptions';
import type { Store } from '@/lib/platform/contract/store';
import { readStoreDocument, storeViewOf } from '@/lib/store/read-store.server';
import type { ComposerStoreView, StoreCurrency } from '@/lib/store/store-view';

/**
 * Returns the store data that the form of a new order needs. The data includes the allowed currencies with their rates
 * and decimals. `forceRefresh`: the platform is read even if our copy is recent. Such a read is needed after the
 * platform has refused a value that our copy allows. platform: GET /store.
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
  const rates = readRates(store, pricing);
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
        };
      }),
    ],
    ratesAsOf: store.fx?.as_of ?? null,
  };
}

/**
 * Returns the store's exchange rates, keyed by currency. A rate is the number of units of this currency for
 * one unit of the pricing currency. The result is empty if the store's rates are not based on the pricing
 * currency.
 */
function readRates({ fx }: Store, pricing: string) {
  return new Map(fx && (fx.base ?? pricing) === pricing ? Object.entries(fx.rates ?? {}) : []);
}
