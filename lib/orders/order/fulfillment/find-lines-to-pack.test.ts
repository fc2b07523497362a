import { describe, expect, it } from 'vitest';
import { findLinesToPack } from '@/lib/orders/order/fulfillment/find-lines-to-pack';

type Order = Parameters<typeof findLinesToPack>[0];

const order = (...parcels: [status: string, quantity: number][]): Order =>
  ({
    items: [
      { id: 'it_1', quantity: 3 },
      { id: 'it_2', quantity: 2 },
    ],
    fulfillments: parcels.map(([status, quantity]) => ({
      status,
      lines: [{ order_item_id: 'it_1', quantity }],
    })),
  }) as unknown as Order;

const packed = (one: Order) => {
  const { items, sent } = findLinesToPack(one);
  return [items.map(({ id, quantity }) => `${quantity} of ${id}`), sent];
};

describe('a packing slip', () => {
  it('lists the whole order if nothing was sent', () => {
    expect(packed(order())).toEqual([['3 of it_1', '2 of it_2'], 0]);
    expect(packed(order(['cancelled', 3], ['pending', 3]))).toEqual([['3 of it_1', '2 of it_2'], 0]);
  });
  it('lists only the pieces that were not sent', () => {
    expect(packed(order(['shipped', 2]))).toEqual([['1 of it_1', '2 of it_2'], 2]);
    expect(packed(order(['shipped', 2], ['delivered', 1]))).toEqual([['2 of it_2'], 3]);
  });
  it('lists the whole order if everything was sent', () => {
    const { items } = order();
    const lines = items.map(({ id, quantity }) => ({ order_item_id: id, quantity }));
    const all = { items, fulfillments: [{ status: 'shipped', lines }] } as unknown as Order;
    expect(packed(all)).toEqual([['3 of it_1', '2 of it_2'], 0]);
  });
});
