import { describe, expect, it } from 'vitest';
import { reconcileLines } from './reconcile-lines';

const money = (amount_minor: number) => ({ amount_minor, currency: 'SYP', decimals: 0 });
const orderOf = (line_pricing: string, lines: number[], subtotal: number, discount: number) => ({
  line_pricing,
  subtotal: money(subtotal),
  discount: money(discount),
  items: lines.map((total, index) => ({
    id: String(index),
    variant_id: null,
    kind: 'custom',
    name: 'x',
    quantity: 1,
    unit_price: money(total),
    total: money(total),
  })),
});

describe('lines are reconciled with the subtotal by line_pricing', () => {
  it.each([
    ['gross, no discount', 'gross', [100, 50], 150, 0, { discountInLines: false, differenceMinor: 0 }],
    [
      'gross lines: the discount belongs to the order',
      'gross',
      [100, 50],
      150,
      20,
      { discountInLines: false, differenceMinor: 0 },
    ],
    [
      'net lines: the discount is already subtracted from the lines',
      'net',
      [90, 40],
      150,
      20,
      { discountInLines: true, differenceMinor: 0 },
    ],
    [
      'a difference between lines and subtotal is reported',
      'gross',
      [100],
      150,
      0,
      { discountInLines: false, differenceMinor: 50 },
    ],
    [
      'an unknown value of line_pricing counts as gross',
      'later',
      [150],
      150,
      20,
      { discountInLines: false, differenceMinor: 0 },
    ],
  ])('%s', (_, pricing, lines, subtotal, discount, result) => {
    expect(reconcileLines(orderOf(pricing, lines, subtotal, discount))).toEqual(result);
  });
});
