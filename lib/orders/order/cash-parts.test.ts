import { expect, it } from 'vitest';
import { cashParts } from '@/lib/orders/order/cash-parts';

type Order = Parameters<typeof cashParts>[0];
type Parcel = Order['fulfillments'][number];

const money = (amount_minor: number) => ({ amount_minor, currency: 'SYP', decimals: 0 });
const item = (id: string, quantity: number, total: number): Order['items'][number] => ({
  id,
  variant_id: null,
  kind: 'custom',
  name: id,
  quantity,
  unit_price: money(Math.round(total / quantity)),
  total: money(total),
});
const parcel = (
  status: Parcel['status'],
  provider: string | null,
  lines: Record<string, number>,
): Parcel => ({
  id: `ful_${status}_${provider}`,
  provider,
  tracking_number: null,
  status,
  created_at: '2026-11-24T09:00:00Z',
  updated_at: '2026-11-26T09:00:00Z',
  lines: Object.entries(lines).map(([order_item_id, quantity]) => ({ order_item_id, quantity })),
});
const order = (over: Partial<Order>): Order => ({
  items: [item('soap', 2, 20_000), item('oil', 1, 15_000)],
  fulfillments: [],
  line_pricing: 'gross',
  shipping: money(0),
  discount: money(0),
  tax: money(0),
  paid: money(0),
  ...over,
});
const partsOf = (over: Partial<Order>, due = 35_000) =>
  cashParts(order(over), { kind: 'collect', due: money(due) });

it('a half shipped order has the amount with the carrier and the amount that is not shipped yet', () => {
  expect(partsOf({ fulfillments: [parcel('shipped', 'Aramex', { soap: 2 })] })).toEqual([
    { place: 'with_carrier', amount: money(20_000), provider: 'Aramex', since: '2026-11-24T09:00:00Z' },
    { place: 'not_shipped', amount: money(15_000) },
  ]);
});

it('each shipment has its own part; a waiting or cancelled shipment counts as not shipped', () => {
  const fulfillments = [
    parcel('delivered', 'DHL', { soap: 1 }),
    parcel('shipped', null, { soap: 1 }),
    parcel('pending', 'UPS', { oil: 1 }),
    parcel('cancelled', 'UPS', { oil: 1 }),
  ];
  expect(partsOf({ fulfillments })).toEqual([
    { place: 'delivered', amount: money(10_000), provider: 'DHL', since: '2026-11-26T09:00:00Z' },
    { place: 'with_carrier', amount: money(10_000), provider: null, since: '2026-11-24T09:00:00Z' },
    { place: 'not_shipped', amount: money(15_000) },
  ]);
});

it.each<[string, Partial<Order>]>([
  ['nothing is shipped', {}],
  ['one carrier has everything', { fulfillments: [parcel('shipped', 'Aramex', { soap: 2, oil: 1 })] }],
  [
    'two carriers have everything',
    { fulfillments: [parcel('shipped', 'Aramex', { soap: 2 }), parcel('shipped', 'DHL', { oil: 1 })] },
  ],
])('there are no parts if %s', (_name, over) => {
  expect(partsOf(over)).toEqual([]);
});

it('there are no parts if no cash is to be collected', () => {
  const fulfillments = [parcel('shipped', 'Aramex', { soap: 2 })];
  for (const kind of ['unpaid', 'remittance', 'paid', 'at_counter'] as const)
    expect(cashParts(order({ fulfillments }), { kind, due: money(35_000) })).toEqual([]);
});

it('delivery, discount, tax and an advance payment are a part of their own, and the parts add up to the amount due', () => {
  const fulfillments = [parcel('shipped', 'Aramex', { soap: 2 })];
  const over = { fulfillments, shipping: money(3_000), tax: money(900), paid: money(10_000) };
  const gross = partsOf(over, 28_000);
  expect(gross.at(-1)).toEqual({ place: 'besides', amount: money(-7_000), what: ['shipping', 'paid'] });
  const net = partsOf({ ...over, line_pricing: 'net', discount: money(500) }, 28_400);
  expect(net.at(-1)).toEqual({
    place: 'besides',
    amount: money(-6_600),
    what: ['shipping', 'discount', 'tax', 'paid'],
  });
  const sum = (parts: typeof net) => parts.reduce((all, { amount }) => all + amount.amount_minor, 0);
  expect([sum(gross), sum(net)]).toEqual([28_000, 28_400]);
});

it('a line total that its quantity does not divide is shared without losing a minor unit', () => {
  const fulfillments = [parcel('delivered', 'DHL', { soap: 1 }), parcel('shipped', 'DHL', { soap: 1 })];
  const parts = partsOf({ items: [item('soap', 3, 100)], fulfillments }, 100);
  expect(parts.map(({ amount }) => amount.amount_minor)).toEqual([33, 33, 34]);
});
