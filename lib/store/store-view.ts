import type { ExchangeRate } from '@/lib/shared/numbers/money';

/** The part of the platform's GET /store that screens show, without personal data. */
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
  /** True if `decimals` is an assumption, because the app has read no order in the currency yet (A35). */
  areDecimalsTaken: boolean;
  /**
   * Exchange rate: the value of one unit of the pricing currency, in the currency of the entry. Null for the pricing
   * currency itself, or if the store has no readable rate (A18).
   */
  rate: ExchangeRate | null;
  /** Time at which a user of the store typed the rate (RFC 3339); absent if it is the platform's rate. */
  rateAsOf?: string;
};

/**
 * The store data that the form of a new order needs. If the store allows the pricing currency for orders, it is the
 * first in `currencies`.
 */
export type ComposerStoreView = StoreView & {
  currencies: StoreCurrency[];
  /** Time of the platform's exchange rates (RFC 3339); null if it is not known. */
  ratesAsOf: string | null;
};
