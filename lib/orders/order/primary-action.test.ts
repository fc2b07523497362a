import { describe, expect, it } from 'vitest';
import type { NoShipmentReason } from '@/lib/shared/orders/no-shipment';
import { orderMoves } from '@/lib/orders/order-moves';
import type { OrderView } from '@/lib/orders/order-view';
import { deliversOrder, primaryAction } from './primary-action';

type Parcel = { status: string; quantity?: number };

/** Makes an order of five pieces with the given shipments. The ids of the shipments are p0, p1, …. */
const orderOf = (parcels: Parcel[]) =>
  ({
    items: [{ id: 'l0', quantity: 5 }],
    fulfillments: parcels.map(({ status, quantity = 1 }, index) => ({
      id: `p${index}`,
      status,
      lines: [{ order_item_id: 'l0', quantity }],
    })),
  }) as unknown as OrderView['order'];

/** Writes the primary action as a short text: its kind, and its status or the ids of its shipments. */
function actionOf(status: string, noShipment: NoShipmentReason | null, statuses: string[]): string {
  const order = orderOf(statuses.map((each) => ({ status: each })));
  const action = primaryAction({ order, moves: orderMoves(status, new Set()), noShipment });
  if (action.kind === 'deliver') return `deliver ${action.parcels.map(({ id }) => id).join(' ')}`;
  return action.kind === 'move' ? `move ${action.status}` : action.kind;
}

describe('S36: the primary action', () => {
  it.each([
    ['placed', null, [], 'move approved'],
    ['approved', null, [], 'move processing'],
    ['processing', null, [], 'ship'],
    ['processing', null, ['cancelled'], 'ship'],
    ['processing', null, ['pending'], 'ship'],
    ['processing', 'already_fulfilled', ['pending'], 'none'],
    ['processing', 'already_fulfilled', ['shipped'], 'move shipped'],
    ['processing', 'picked_up', [], 'move shipped'],
    ['processing', 'pos_sale', [], 'move shipped'],
    ['delivered_failed', null, [], 'ship'],
    ['shipped', 'already_fulfilled', ['shipped', 'delivered', 'shipped'], 'deliver p0 p2'],
    ['shipped', null, ['shipped'], 'deliver p0'],
    ['shipped', null, ['delivered'], 'ship'],
    ['shipped', null, [], 'move delivered'],
    ['shipped', null, ['cancelled'], 'ship'],
    ['shipped', 'already_fulfilled', ['pending'], 'none'],
    ['shipped', 'picked_up', [], 'move delivered'],
    ['delivered', 'order_finished', ['delivered'], 'none'],
    ['completed', 'order_finished', [], 'none'],
    ['cancelled', 'order_cancelled', [], 'none'],
    ['returned', 'order_cancelled', ['shipped'], 'none'],
    ['packed', null, [], 'none'],
  ] as const)('of an order that is %s (%s) with the parcels %j: %s', (status, reason, parcels, expected) => {
    expect(actionOf(status, reason, [...parcels])).toBe(expected);
  });
});

describe('the order becomes delivered (FUL-5)', () => {
  it.each([
    [
      'every parcel is chosen',
      [
        { status: 'shipped', quantity: 3 },
        { status: 'shipped', quantity: 2 },
      ],
      ['p0', 'p1'],
      true,
    ],
    [
      'the other parcel was delivered before',
      [
        { status: 'shipped', quantity: 3 },
        { status: 'delivered', quantity: 2 },
      ],
      ['p0'],
      true,
    ],
    [
      'a parcel is not chosen',
      [
        { status: 'shipped', quantity: 3 },
        { status: 'shipped', quantity: 2 },
      ],
      ['p0'],
      false,
    ],
    [
      'another parcel is only booked',
      [
        { status: 'shipped', quantity: 3 },
        { status: 'pending', quantity: 2 },
      ],
      ['p0'],
      false,
    ],
    ['pieces are left to ship', [{ status: 'shipped', quantity: 3 }], ['p0'], false],
  ])('%s', (_, parcels, chosen, expected) => {
    expect(deliversOrder(orderOf(parcels), new Set(chosen))).toBe(expected);
  });
});
