/** The store data that an empty new-order form needs, for tests in which the store does not matter. */
export const anyStore = {
  country: null,
  pricingCurrency: { code: 'SYP', decimals: 0 },
  currencies: [],
  ratesAsOf: null,
  paymentMethods: [],
  provinces: [],
};
