import { describe, expect, it } from 'vitest';
import { findTrackingTarget } from '@/lib/orders/order/fulfillment/find-tracking-target';

const shipment = (id: string, tracking_number: string | null, status = 'shipped') => ({
  id,
  status: status as 'shipped',
  tracking_number,
});

describe('a tracking number for an order without pieces left to ship', () => {
  it.each([
    ['is added to the shipment without a number', [shipment('a', null)], 'a'],
    ['is added to a pending shipment too', [shipment('a', null, 'pending')], 'a'],
    ['is added to the only shipment without a number', [shipment('a', 'AX-7'), shipment('b', '')], 'b'],
    ['is not added to a cancelled shipment', [shipment('a', 'AX-1', 'cancelled'), shipment('b', null)], 'b'],
    [
      'is skipped if a shipment has the same number in different case',
      [shipment('a', 'ax-1')],
      'already_there',
    ],
    [
      'is skipped if two shipments have no number',
      [shipment('a', null), shipment('b', null)],
      'several_shipments',
    ],
    ['is a conflict if the shipment has another number', [shipment('a', 'AX-7')], 'other_tracking'],
    [
      'is skipped if two shipments have other numbers',
      [shipment('a', 'AX-7'), shipment('b', 'AX-8')],
      'several_shipments',
    ],
    ['is not added to a delivered shipment', [shipment('a', null, 'delivered')], undefined],
    ['is not added if there is no shipment', [], undefined],
  ])('%s', (_, shipments, expected) => {
    const target = findTrackingTarget(shipments, 'AX-1', false);
    expect(target?.skip === null ? target.fulfillmentId : target?.skip).toBe(expected);
  });

  it('replaces another number only if the user chose that', () => {
    expect(findTrackingTarget([shipment('a', 'AX-7')], 'AX-1', true)).toEqual({
      skip: null,
      fulfillmentId: 'a',
      current: 'AX-7',
    });
  });
});
