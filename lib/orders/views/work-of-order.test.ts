import { expect, it } from 'vitest';
import { workOfOrder } from './work-of-order';

it.each([
  ['placed', 'unpaid', 'to_review'],
  ['placed', 'paid', 'to_review'],
  ['approved', 'paid', 'to_ship'],
  ['processing', 'unpaid', 'to_ship'],
  ['shipped', 'unpaid', null],
  ['delivered', 'unpaid', 'cash_to_collect'],
  ['delivered', 'partially_paid', 'cash_to_collect'],
  ['completed', 'unpaid', 'cash_to_collect'],
  ['completed', 'paid', null],
  ['delivered', 'paid', null],
  ['delivered_failed', 'unpaid', 'problems'],
  ['returned', 'paid', 'problems'],
  ['cancelled', 'unpaid', null],
  ['a_new_status', 'unpaid', null],
])('an order that is %s and %s waits for: %s', (status, payment_status, work) => {
  const money = (amount_minor: number) => ({ amount_minor, currency: 'SYP', decimals: 0 });
  expect(workOfOrder({ status, payment_status, total: money(200), paid: money(0) })).toBe(work);
});

it.each([
  ['delivered', 50, 'cash_to_collect'],
  ['partially_refunded', 50, 'cash_to_collect'],
  ['delivered', 200, null],
  ['partially_refunded', 200, null],
  ['cancelled', 50, null],
])(
  'an order with a partial refund that is %s and of which %i of 200 was paid waits for: %s',
  (status, paid, work) => {
    const money = (amount_minor: number) => ({ amount_minor, currency: 'SYP', decimals: 0 });
    const order = { status, payment_status: 'partially_refunded', total: money(200), paid: money(paid) };
    expect(workOfOrder(order)).toBe(work);
  },
);
