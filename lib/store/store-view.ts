/** What the composer needs of GET /store; nothing of it is personal. */
export type StoreView = {
  name: string;
  country: string | null;
  pricingCurrency: { code: string; decimals: number };
  /** Enabled methods (platform: Store, payment_methods). */
  paymentMethods: { id: string; walletId: string | null }[];
  provinces: { value: string; ar: string; en: string }[];
};
