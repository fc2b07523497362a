import { describe, expect, it } from 'vitest';
import { isOwed, sumTotals } from '@/lib/orders/list/sum-totals';

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

describe('the total of an order', () => {
  it('is owed while it is unpaid, but not after the order was canceled or returned', () => {
    const rows = ['placed', 'delivered', 'cancelled', 'returned', 'sent_by_drone'].flatMap((status) =>
      ['unpaid', 'partially_paid', 'paid'].map((payment_status) => ({ status, payment_status })),
    );
    expect(rows.filter(isOwed)).toEqual([
      { status: 'placed', payment_status: 'unpaid' },
      { status: 'delivered', payment_status: 'unpaid' },
      { status: 'sent_by_drone', payment_status: 'unpaid' },
    ]);
  });
});
