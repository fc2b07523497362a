import { expect, it } from 'vitest';
import { paymentFacts } from '@/lib/orders/order/payment-facts';
import { orderStatuses, paymentStatuses } from 'commerce-platform-client/contract/orders';

type Facts = Parameters<typeof paymentFacts>[0];
type Parcel = Facts['order']['fulfillments'][number];

const money = (amount_minor: number) => ({ amount_minor, currency: 'AED', decimals: 2 });
const parcel = (status: Parcel['status'], provider: string | null, day = 24): Parcel => ({
  id: `ful_${status}_${provider}`,
  provider,
  tracking_number: null,
  status,
  created_at: `2026-11-${day}T09:00:00Z`,
  updated_at: `2026-11-${day + 2}T09:00:00Z`,
  lines: [],
});
const factsOf = (over: Partial<Facts['order']>, paymentMethod: string | null = 'cod') =>
  paymentFacts({
    paymentMethod,
    order: {
      status: 'approved',
      payment_status: 'unpaid',
      source: 'app',
      total: money(33_500),
      paid: money(0),
      refunded: money(0),
      fulfillments: [],
      shipping_address: { address: 'Street 1' },
      ...over,
    },
  });

it('cash on delivery is collected by the carriers of the shipped shipments, since the first of them was recorded', () => {
  const fulfillments = [
    parcel('shipped', 'Aramex', 24),
    parcel('shipped', 'DHL', 22),
    parcel('delivered', 'UPS', 20),
  ];
  expect(factsOf({ status: 'shipped', fulfillments })).toEqual({
    kind: 'collect',
    due: money(33_500),
    carrier: { names: ['Aramex', 'DHL'], since: '2026-11-22T09:00:00Z' },
  });
});

it('after the delivery, the carrier owes the cash, counted from the time of the delivery', () => {
  expect(factsOf({ status: 'delivered', fulfillments: [parcel('delivered', 'Aramex')] })).toEqual({
    kind: 'remittance',
    due: money(33_500),
    carrier: { names: ['Aramex'], since: '2026-11-26T09:00:00Z' },
  });
});

it('a part that was paid is subtracted from what is due', () => {
  const { due } = factsOf({ payment_status: 'partially_paid', paid: money(10_000) });
  expect(due).toEqual(money(23_500));
});

it('a partial refund does not lower what is due, because it lowers both the debt and the payment (A40)', () => {
  const amounts = {
    paid: money(10_000),
    refunded: money(2_000),
    payment_status: 'partially_refunded' as const,
  };
  expect(factsOf(amounts)).toMatchObject({ kind: 'collect', due: money(23_500) });
  expect(factsOf({ ...amounts, status: 'partially_refunded' })).toMatchObject({
    kind: 'remittance',
    due: money(23_500),
  });
  const isOver = [
    { status: 'cancelled' as const },
    { paid: money(33_500) },
    { refunded: money(10_000), payment_status: 'refunded' as const },
  ];
  for (const over of isOver)
    expect(factsOf({ ...amounts, ...over })).toMatchObject({ kind: 'refunded', due: money(0) });
});

it.each<[string, Partial<Facts['order']>, string | null]>([
  ['collect', {}, 'cod'],
  ['at_counter', { shipping_address: null }, 'cod'],
  ['unpaid', {}, null],
  ['unpaid', {}, 'manual_wallet'],
  ['unpaid', { payment_status: 'failed' }, null],
  ['unpaid', { status: 'held_at_customs', payment_status: 'owed' }, null],
  ['delivered_unpaid', { status: 'delivered' }, null],
  ['delivered_unpaid', { status: 'completed' }, 'manual_wallet'],
  ['delivered_unpaid', { status: 'delivered', shipping_address: null }, 'cod'],
  ['authorized', { payment_status: 'authorized' }, null],
  ['paid', { payment_status: 'paid', paid: money(33_500) }, 'cod'],
  ['paid', { status: 'cancelled', payment_status: 'partially_paid', paid: money(1) }, 'cod'],
  ['paid_at_counter', { payment_status: 'paid', paid: money(33_500), source: 'pos' }, null],
  ['refunded', { status: 'delivered', paid: money(33_500), refunded: money(100) }, 'cod'],
  ['none', { status: 'cancelled' }, 'cod'],
  ['none', { status: 'returned' }, null],
  ['not_required', { total: money(0), payment_status: 'not_required' }, null],
])('the payment of an order is "%s" for %j with the method %s', (kind, order, method) => {
  expect(factsOf(order, method).kind).toBe(kind);
});

it('U2: an order that the app did not create never counts as paid in cash', () => {
  for (const status of orderStatuses)
    for (const payment_status of paymentStatuses)
      expect(['collect', 'at_counter', 'remittance']).not.toContain(
        factsOf({ status, payment_status }, null).kind,
      );
});
