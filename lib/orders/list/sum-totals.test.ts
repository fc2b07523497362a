import { describe, expect, it } from 'vitest';
import { owedOf, sumTotals } from '@/lib/orders/list/sum-totals';
import { owedMinor } from '@/lib/orders/order/payment-facts';

const order = (amount_minor: number, currency: string, decimals: number) => ({
  total: { amount_minor, currency, decimals },
});

describe('the sum of orders', () => {
  it('has one sum for each currency, and never adds two currencies', () => {
    const orders = [order(100_050, 'AED', 2), order(1_500, 'KWD', 3), order(74_550, 'AED', 2)];
    expect(sumTotals(orders)).toEqual([
      { amount_minor: 174_600, currency: 'AED', decimals: 2 },
      { amount_minor: 1_500, currency: 'KWD', decimals: 3 },
    ]);
  });

  it('never adds amounts of one currency with different decimals', () => {
    expect(sumTotals([order(1_500, 'SYP', 0), order(150_000, 'SYP', 2), order(500, 'SYP', 0)])).toEqual([
      { amount_minor: 2_000, currency: 'SYP', decimals: 0 },
      { amount_minor: 150_000, currency: 'SYP', decimals: 2 },
    ]);
  });

  it('leaves out a sum that is too large for an exact number', () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(sumTotals([order(most, 'SYP', 0), order(most, 'SYP', 0), order(5, 'USD', 2)])).toEqual([
      { amount_minor: 5, currency: 'USD', decimals: 2 },
    ]);
    expect(sumTotals([])).toEqual([]);
  });
});

describe('the amount that the customer of an order owes', () => {
  const usd = (amount_minor: number) => ({ amount_minor, currency: 'USD', decimals: 2 });
  const of = (status: string, payment_status: string, paid: number, total = 1_000) =>
    owedOf({ status, payment_status, total: usd(total), paid: usd(paid) })?.amount_minor ?? null;

  it('is the whole total while it is unpaid, but nothing after the order was canceled or returned', () => {
    expect(['placed', 'delivered', 'sent_by_drone'].map((status) => of(status, 'unpaid', 0))).toEqual([
      1_000, 1_000, 1_000,
    ]);
    expect(['cancelled', 'returned'].map((status) => of(status, 'unpaid', 0))).toEqual([null, null]);
    expect(of('delivered', 'paid', 1_000)).toBeNull();
    expect(of('placed', 'authorized', 0)).toBeNull();
  });

  it('is the rest if the order is partly paid, also after a partial refund', () => {
    expect(of('placed', 'partially_paid', 400)).toBe(600);
    expect(of('delivered', 'partially_refunded', 400)).toBe(600);
    expect(of('delivered', 'partially_refunded', 1_000)).toBeNull();
    expect(of('returned', 'partially_paid', 400)).toBeNull();
  });

  it('is the amount of owedMinor for each payment status of the view "Cash to collect"', () => {
    for (const status of ['placed', 'shipped', 'delivered', 'partially_refunded', 'cancelled', 'refunded'])
      for (const payment_status of ['unpaid', 'partially_paid', 'paid', 'partially_refunded', 'refunded'])
        for (const paid of [0, 1, 999, 1_000]) {
          const order = { status, payment_status, total: usd(1_000), paid: usd(paid) };
          expect([order, of(status, payment_status, paid) ?? 0]).toEqual([order, owedMinor(order)]);
        }
  });

  it('is unknown if the paid amount has another currency or other decimals', () => {
    const order = { status: 'placed', payment_status: 'partially_paid', total: usd(1_000) };
    expect(owedOf({ ...order, paid: { amount_minor: 400, currency: 'SYP', decimals: 0 } })).toBeNull();
    expect(owedOf({ ...order, paid: { amount_minor: 400, currency: 'USD', decimals: 3 } })).toBeNull();
    expect(owedOf({ ...order, paid: { amount_minor: 0, currency: 'SYP', decimals: 0 } })).toEqual(usd(1_000));
  });
});
