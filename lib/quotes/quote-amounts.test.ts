import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quoteAmounts } from './quote-amounts';
import { QuoteContent, totalMinorOf } from './quote-content';

const content = QuoteContent.parse({
  order: {
    currency: 'SYP',
    items: [
      { name: 'a', quantity: 3, unit_price_minor: 125_000 },
      { name: 'b', quantity: 1, unit_price_minor: 5_001 },
    ],
    discount: { amount_minor: 10_000, title: null },
    shipping: { amount_minor: 20_000, method: 'pickup' },
    customer: { name: 'x', phone: '+963944123456' },
    payment_method: 'cod',
    exchange_rate: { scaled: 130_005, scale: 1 },
  },
  decimals: 0,
  pricing: { code: 'USD', decimals: 2 },
  store: { name: 's', timeZone: 'Asia/Damascus' },
  province: null,
  walletId: null,
  validUntil: '2026-11-28',
  salt: 's',
});

it('the amounts of a quote have the total of the later order in both currencies, and the exchange rate that was sent', () => {
  const { total, discount, inPricing, rate } = quoteAmounts(content);
  expect(total).toEqual({ amount_minor: 390_001, currency: 'SYP', decimals: 0 });
  expect(discount?.amount_minor).toBe(-10_000);
  // 390,001 SYP / 13,000.5 SYP per USD = 29.998… USD.
  expect(inPricing).toEqual({ amount_minor: 3_000, currency: 'USD', decimals: 2 });
  expect(rate?.other).toEqual({ amount_minor: 130_005, currency: 'SYP', decimals: 1 });
  expect(quoteAmounts({ ...content, pricing: { code: 'SYP', decimals: 0 } }).inPricing).toBeNull();
});

it.each([
  ['delivery', 0, true, 'open'],
  ['delivery', 0, false, 'free'],
  ['delivery', 2_500, false, 'charged'],
  ['pickup', 0, false, 'none'],
] as const)(
  'the fee of a quote for %s with the fee %i (left empty: %s) is shown as "%s"',
  (method, fee, isFeeOpen, kind) => {
    const order = { ...content.order, shipping: { amount_minor: fee, method } };
    expect(quoteAmounts({ ...content, order, isFeeOpen }).fee).toBe(kind);
  },
);

it('the total of a quote never differs from the total that is sent to the platform', () => {
  const amount = fc.nat(1_000_000_000);
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1 }), amount, amount, (prices, shipping, off) => {
      const items = prices.map((price) => ({ name: 'x', quantity: 2, unit_price_minor: price }));
      const order = {
        ...content.order,
        items,
        shipping: { ...content.order.shipping, amount_minor: shipping },
        discount: { amount_minor: off, title: null },
      };
      expect(quoteAmounts({ ...content, order }).total.amount_minor).toBe(totalMinorOf(order));
    }),
  );
});
