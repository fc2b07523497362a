/** What an empty form of a new order needs to know of its store, for tests in which the store does not matter. */
export const anyStore = {
  country: null,
  pricingCurrency: { code: 'SYP', decimals: 0 },
  currencies: [],
  ratesAsOf: null,
  paymentMethods: [],
  provinces: [],
};
