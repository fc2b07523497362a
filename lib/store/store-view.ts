import type { ExchangeRate } from '@/lib/shared/numbers/money';

/** What screens show of GET /store; nothing of it is personal. */
export type StoreView = {
  name: string;
  country: string | null;
  pricingCurrency: { code: string; decimals: number };
  /** Enabled methods (platform: Store, payment_methods). */
  paymentMethods: { id: string; walletId: string | null }[];
  provinces: { value: string; ar: string; en: string }[];
};

/** A currency that the store allows for its orders. */
export type StoreCurrency = {
  code: string;
  decimals: number;
  /** No order has shown its decimals yet: they are taken (A35). */
  areDecimalsTaken: boolean;
  /** 1 pricing-currency unit = rate units of it; null: the pricing currency itself, or no rate can be read (A18). */
  rate: ExchangeRate | null;
};

/** The store as the composer needs it: the pricing currency comes first, where it is allowed. */
export type ComposerStoreView = StoreView & {
  currencies: StoreCurrency[];
  /** When the platform's rates are from. */
  ratesAsOf: string | null;
};
