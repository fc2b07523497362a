import type { ExchangeRate } from '@/lib/shared/numbers/money';

/** The part of the platform's GET /store that screens show. None of it is personal data. */
export type StoreView = {
  name: string;
  country: string | null;
  pricingCurrency: { code: string; decimals: number };
  /** Payment methods that the store has enabled (platform: Store, payment_methods). */
  paymentMethods: { id: string; walletId: string | null }[];
  provinces: { value: string; ar: string; en: string }[];
};

/** A currency that the store allows for its sales orders. */
export type StoreCurrency = {
  code: string;
  decimals: number;
  /** True if the value of `decimals` is an assumption, because no order in this currency has shown it yet (A35). */
  areDecimalsTaken: boolean;
  /**
   * Exchange rate: 1 unit of the pricing currency is this many units of this currency. null for the pricing currency
   * itself, or if no rate can be read (A18).
   */
  rate: ExchangeRate | null;
};

/**
 * The store data that the form of a new order needs. The pricing currency comes first in `currencies` if the store
 * allows it for orders.
 */
export type ComposerStoreView = StoreView & {
  currencies: StoreCurrency[];
  /** Time at which the platform's exchange rates were set, RFC 3339; null if unknown. */
  ratesAsOf: string | null;
};
