import { describe, expect, it } from 'vitest';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import { hasAddressIn, type ShippingFacts, whyNoShipment } from './shipping-need';

/** Makes lines with one item of 2 pieces, of which `left` pieces are not shipped yet. */
const lines = (left: number) =>
  ({
    items: [{ id: 'l0', quantity: 2 }],
    fulfillments: [{ status: 'shipped', lines: [{ order_item_id: 'l0', quantity: 2 - left }] }],
  }) as unknown as ShippingFacts['lines'];

const toShip: ShippingFacts = { status: 'processing', source: 'app', hasAddress: true, lines: lines(1) };

describe('whether an order needs a shipment', () => {
  it.each([
    ['an order with pieces left', {}, null],
    ['an order of which only the list row is known', { lines: null, hasAddress: null }, null],
    ['an order that is partly refunded', { status: 'partially_refunded' }, null],
    ['an order whose delivery failed', { status: 'delivered_failed' }, null],
    ['a status that the app does not know', { status: 'packed' }, null],
    ['an order whose pieces are all in shipments', { lines: lines(0) }, 'already_fulfilled'],
    ['a cancelled order', { status: 'cancelled' }, 'order_cancelled'],
    ['a returned order', { status: 'returned' }, 'order_cancelled'],
    ['a refunded order', { status: 'refunded', lines: null }, 'order_cancelled'],
    ['a delivered order', { status: 'delivered' }, 'order_finished'],
    ['a completed order', { status: 'completed' }, 'order_finished'],
    ['an order without an address', { hasAddress: false }, 'picked_up'],
    ['a completed sale at the till', { source: 'pos', status: 'completed', hasAddress: false }, 'pos_sale'],
  ] satisfies [string, Partial<ShippingFacts>, string | null][])('%s', (_, facts, reason) => {
    expect(whyNoShipment({ ...toShip, ...facts })).toBe(reason);
  });
});

describe('the delivery address in a response of the platform', () => {
  it.each([
    [{ shipping_address: { address: 'Main street' } }, true],
    [{ shipping_address: null }, false],
    [{}, null],
  ])(
    'whether the order %j has a delivery address is %j; an absent key is unknown (ORD-4)',
    (order, expected) => {
      expect(hasAddressIn(order as unknown as OrderDetail)).toBe(expected);
    },
  );
});
