import type { ExchangeRate } from '@/lib/shared/numbers/money';

/** The part of GET /store that screens show; none of it is personal data. */
export type StoreView = {
  name: string;
  country: string | null;
  pricingCurrency: { code: string; decimals: number };
  /** Enabled payment methods (platform: Store, payment_methods). */
  paymentMethods: { id: string; walletId: string | null }[];
  provinces: { value: string; ar: string; en: string }[];
};

/** A currency that the store allows for its orders. */
export type StoreCurrency = {
  code: string;
  decimals: number;
  /** Whether `decimals` is assumed because no order has shown it yet (A35). */
  areDecimalsTaken: boolean;
  /**
   * 1 pricing-currency unit = rate units of this currency. null for the pricing currency itself, or if no rate can be
   * read (A18).
   */
  rate: ExchangeRate | null;
};

/** The store data that the composer needs. The pricing currency comes first in `currencies` if the store allows it. */
export type ComposerStoreView = StoreView & {
  currencies: StoreCurrency[];
  /** The time of the platform's rates. */
  ratesAsOf: string | null;
};
