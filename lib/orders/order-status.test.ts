import { describe, expect, it } from 'vitest';
import { fulfillmentStatusTone, orderStatusTone, paymentStatusTone, paymentTone } from './order-status';

describe('the colors of statuses', () => {
  it('show only what needs attention: finished states are neutral', () => {
    const finished = [
      orderStatusTone.delivered,
      orderStatusTone.completed,
      orderStatusTone.cancelled,
      paymentStatusTone.paid,
      fulfillmentStatusTone.delivered,
    ];
    expect(new Set(finished)).toEqual(new Set(['neutral']));
  });

  it.each([
    ['unpaid', 'delivered', 'warn'],
    ['unpaid', 'cancelled', 'neutral'],
    ['failed', 'cancelled', 'bad'],
    ['paid', 'placed', 'neutral'],
    ['escrow', 'placed', 'neutral'],
  ])('the payment "%s" of an order that is %s: %s', (payment, order, tone) => {
    expect(paymentTone(payment, order)).toBe(tone);
  });
});
