import { describe, expect, it } from 'vitest';
import { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import { renewedOrder } from '@/lib/quotes/rate/renewed-order';

const order = (change: object = {}) =>
  CreateOrderBody.parse({
    currency: 'SYP',
    items: [
      { name: 'a', quantity: 2, unit_price_minor: 1_250 },
      { name: 'b', quantity: 1, unit_price_minor: 0 },
    ],
    shipping: { amount_minor: 500, method: 'pickup' },
    customer: { name: 'x', phone: '+963944123456' },
    payment_method: 'cod',
    ...change,
  });
const times = (numerator: bigint, denominator: bigint) => ({ numerator, denominator });
const amountsOf = (result: ReturnType<typeof renewedOrder>) =>
  result.ok && [
    ...result.order.items.map(({ unit_price_minor }) => unit_price_minor),
    result.order.discount?.amount_minor ?? null,
    result.order.shipping.amount_minor,
  ];

describe('an order at a new rate', () => {
  it('has each price, the discount and the fee multiplied and rounded half up to the step; a free item stays free', () => {
    const result = renewedOrder(order({ discount: { amount_minor: 300, title: 'x' } }), times(11n, 10n), 50n);
    // The step is 50. 1,375 is in the middle between 1,350 and 1,400 and is rounded up. 330 is rounded to 350. 550 is
    // already a multiple.
    expect(amountsOf(result)).toEqual([1_400, 0, 350, 550]);
  });

  it('has a discount of at most the sum of the lines, although both are rounded', () => {
    const lines = { items: [{ name: 'a', quantity: 10, unit_price_minor: 120 }] };
    const result = renewedOrder(
      order({ ...lines, discount: { amount_minor: 1_190, title: null } }),
      times(1n, 1n),
      100n,
    );
    expect(amountsOf(result)).toEqual([100, 1_000, 500]);
  });

  it('keeps its total in the pricing currency, because its own exchange rate is multiplied too', () => {
    const result = renewedOrder(
      order({ exchange_rate: { scaled: 12_500, scale: 0 } }),
      times(15_000n, 13_000n),
      1n,
    );
    expect(result.ok && result.order.exchange_rate).toEqual({ scaled: 1_442_307_692_307_692, scale: 11 });
  });

  it('is refused if a price would be rounded to 0, or if an amount is too large for the platform', () => {
    expect(renewedOrder(order(), times(1n, 100n), 100n)).toEqual({ ok: false, problem: 'zero_price' });
    expect(renewedOrder(order(), times(10n ** 15n, 1n), 1n)).toEqual({ ok: false, problem: 'too_large' });
  });
});
