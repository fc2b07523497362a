import { expect, it } from 'vitest';
import { orderRail, wasDelivered } from '@/lib/orders/order-rail';
import type { OrderView } from '@/lib/orders/order-view';
import { orderTimeline } from '@/lib/orders/order/order-timeline';
import { orderStatuses } from 'commerce-platform-client/contract/orders';

const text = (status: string, isDelivered = false) =>
  orderRail(status, isDelivered)
    .map((stage) => `${{ done: '+', current: '*', ahead: '-' }[stage.state]}${stage.status}`)
    .join(' ');

it.each([
  ['placed', '*placed -approved -processing -shipped -delivered -completed'],
  ['shipped', '+placed +approved +processing *shipped -delivered -completed'],
  ['completed', '+placed +approved +processing +shipped +delivered *completed'],
  ['cancelled', '+placed *cancelled'],
  ['delivered_failed', '+placed +approved +processing +shipped *delivered_failed'],
  ['refunded', '+placed +approved +processing +shipped *refunded'],
  ['held_at_customs', '+placed *held_at_customs'],
])('the progress display of an order with the status %s is %s', (status, rail) =>
  expect(text(status)).toBe(rail),
);

it.each(orderStatuses)('%s is in the progress display once, as the current stage', (status) => {
  expect(orderRail(status, true).filter((stage) => stage.state === 'current')).toEqual([
    { status, state: 'current' },
  ]);
});

it.each(['partially_refunded', 'refunded', 'returned'])(
  'the progress display of a delivered order with the status %s still contains "delivered"',
  (status) => expect(text(status, true)).toBe(`+placed +approved +processing +shipped +delivered *${status}`),
);

const timelineWith = (status?: string): OrderView['timeline'] => {
  const [requested] = orderTimeline(
    { created_at: '2026-11-24T09:00:00Z', source: 'app', fulfillments: [], refunds: [] },
    status === undefined
      ? []
      : [
          {
            id: 'op',
            kind: 'set_order_status',
            state: 'succeeded',
            actorName: null,
            createdAt: new Date('2026-11-24T10:00:00Z'),
            endedAt: null,
            requestIds: [],
            requested: { status },
            result: null,
            target: {},
          },
        ],
    10,
  ).events;
  return { events: requested ? [requested] : [], isCut: false };
};
const parcels = (...statuses: string[]) =>
  statuses.map((status, index) => ({
    id: `ful_${index}`,
    provider: null,
    tracking_number: null,
    status,
    created_at: '2026-11-24T09:00:00Z',
    updated_at: '2026-11-24T09:00:00Z',
    lines: [],
  }));

it.each<[string, boolean, string, string[], string | undefined]>([
  ['every shipment arrived', true, 'refunded', ['delivered', 'cancelled'], undefined],
  ['one shipment is on its way', false, 'partially_refunded', ['delivered', 'shipped'], undefined],
  ['there is no shipment', false, 'refunded', [], undefined],
  ['this app set the status to delivered', true, 'refunded', [], 'delivered'],
  ['this app set the status to shipped', false, 'refunded', [], 'shipped'],
  ['the delivery failed', false, 'delivered_failed', ['delivered'], undefined],
])(
  'whether an order was delivered before follows from its shipments and the writes of the app: %s (%s)',
  (_, is, status, fulfillments, set) => {
    const order = { status, fulfillments: parcels(...fulfillments) };
    expect(wasDelivered({ order, timeline: timelineWith(set) })).toBe(is);
  },
);
