import { describe, expect, it } from 'vitest';
import type { OrderView, ViewedFulfillment } from '@/lib/orders/order-view';
import { canBeConfirmed, orderMessageSteps } from './message-steps';
import { orderMessageValues } from './order-messages';

const parcel = (status: string, created_at: string, values: Partial<ViewedFulfillment> = {}) => ({
  id: created_at,
  provider: null,
  tracking_number: null,
  created_at,
  updated_at: created_at,
  lines: [],
  ...values,
  status: status as ViewedFulfillment['status'],
});
const steps = (status: string, fulfillments: ViewedFulfillment[] = []) =>
  orderMessageSteps({ status: status as OrderView['order']['status'], fulfillments });

describe('the messages of an order', () => {
  it.each([
    ['placed', ['receivedMessage']],
    ['approved', ['receivedMessage']],
    ['processing', ['receivedMessage']],
    ['a_later_status', ['receivedMessage']],
    ['shipped', ['shippedMessage', 'receivedMessage']],
    ['delivered', ['deliveredMessage', 'receivedMessage']],
    ['completed', ['deliveredMessage', 'receivedMessage']],
    ['partially_refunded', ['deliveredMessage', 'receivedMessage']],
    ['cancelled', []],
    ['delivered_failed', []],
    ['returned', []],
    ['refunded', []],
  ])('begin with the newest step that is true: %s', (status, expected) => {
    expect(steps(status)).toEqual(expected);
  });

  it.each([
    ['placed', true],
    ['approved', true],
    ['processing', true],
    ['shipped', false],
    ['delivered_failed', false],
    ['cancelled', false],
    ['a_later_status', false],
  ])('ask for a confirmation only before anything has left the store: %s', (status, expected) => {
    expect(canBeConfirmed(status)).toBe(expected);
  });

  it('say that it is on its way only while a parcel is, and not for a booked, cancelled or delivered one', () => {
    const at = '2026-01-01T00:00:00Z';
    expect(steps('processing', [parcel('shipped', at)])).toEqual(['shippedMessage', 'receivedMessage']);
    expect(steps('delivered', [parcel('delivered', at)])).toEqual(['deliveredMessage', 'receivedMessage']);
    expect(steps('delivered', [parcel('delivered', at), parcel('shipped', at)])).toEqual([
      'deliveredMessage',
      'shippedMessage',
      'receivedMessage',
    ]);
    for (const status of ['pending', 'cancelled', 'delivered'])
      expect(steps('processing', [parcel(status, at)])).toEqual(['receivedMessage']);
    expect(steps('cancelled', [parcel('shipped', at)])).toEqual([]);
  });

  it('name the newest parcel on its way, in the words of the order and the money of the language', () => {
    const order = {
      order_number: '1042',
      status: 'processing',
      customer: { first_name: 'سارة', last_name: null, phone: null, email: null },
      items: [
        { name: 'قميص', quantity: 2 },
        { name: 'Bag', quantity: 1 },
      ],
      total: { amount_minor: 125_000, currency: 'SYP', decimals: 0 },
      fulfillments: [
        parcel('delivered', '2026-01-04T00:00:00Z', { provider: 'D', tracking_number: 'T4' }),
        parcel('shipped', '2026-01-02T00:00:00Z', { provider: 'B', tracking_number: 'T2' }),
        parcel('shipped', '2026-01-03T00:00:00Z', { provider: 'C', tracking_number: null }),
      ],
    } as unknown as OrderView['order'];
    const store = { name: 'Store', country: 'SY' };
    expect(orderMessageValues(order, store, 'en')).toEqual({
      name: 'سارة',
      number: '1042',
      items: ['2 × قميص', '1 × Bag'],
      total: expect.stringContaining('125,000'),
      carrier: 'C',
      tracking: '',
      trackingLink: '',
      store: 'Store',
    });
    const trackingUrl = 'https://express.sy/t/T5';
    const tracked = { fulfillments: [parcel('shipped', '2026-01-05T00:00:00Z', { trackingUrl })] };
    expect(orderMessageValues({ ...order, ...tracked }, store, 'en').trackingLink).toBe(trackingUrl);
    expect(orderMessageValues(order, store, 'ar').total).toContain('ل.س');
    const bare = { ...order, customer: undefined, fulfillments: [] } as OrderView['order'];
    expect(orderMessageValues(bare, store, 'ar')).toMatchObject({ name: '', carrier: '', tracking: '' });
  });
});
