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
  ['delivered', 'paid', null],
  ['delivered_failed', 'unpaid', 'problems'],
  ['returned', 'paid', 'problems'],
  ['cancelled', 'unpaid', null],
  ['a_new_status', 'unpaid', null],
])('an order that is %s and %s waits for: %s', (status, payment_status, work) => {
  expect(workOfOrder({ status, payment_status })).toBe(work);
});
