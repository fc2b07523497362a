import { expect, it } from 'vitest';
import { draftOfView } from '@/lib/orders/new-order/draft-of-view';
import { OrderId } from 'commerce-platform-client/contract/ids';
import type { OrderView } from '@/lib/orders/order-view';

const money = (amount_minor: number) => ({ amount_minor, currency: 'SYP', decimals: 0 });
const order: OrderView['order'] = {
  id: OrderId.parse('ord_1'),
  order_number: '1058',
  status: 'processing',
  payment_status: 'unpaid',
  source: 'app',
  line_pricing: 'gross',
  subtotal: money(250_000),
  discount: money(10_000),
  shipping: money(0),
  tax: money(0),
  total: money(240_000),
  paid: money(0),
  refunded: money(0),
  exchange_rate: null,
  tags: ['vip'],
  created_at: '2026-11-24T09:00:00Z',
  updated_at: '2026-11-24T09:00:00Z',
  items: [
    {
      id: 'line_1',
      variant_id: 'var_1',
      kind: 'variant',
      name: 'قهوة',
      quantity: 2,
      unit_price: money(125_000),
      total: money(250_000),
    },
  ],
  fulfillments: [],
  refunds: [],
  note: 'اتصل قبل الوصول',
  attributes: { 'daftar.op': 'op', reference: { kind: 'quote', number: 'Q-1' }, floor: 3 },
  customer: { first_name: 'سلمى', last_name: 'الخطيب', email: null, phone: '+963944123456' },
  shipping_address: { address: 'شارع ١', province: 'homs', city: 'حمص' },
};
const view = {
  order,
  paymentMethod: null,
  terms: { discountReason: 'زبون قديم', storePrices: {} },
  noShipment: null,
};
const store = { paymentMethods: [{ id: 'cod', walletId: null }] };

it('the form is filled with everything that the order shows, except its operation id and its reference', () => {
  expect(draftOfView(view, store, false)).toMatchObject({
    mode: 'create',
    status: 'approved',
    lines: [{ variantId: 'var_1', quantity: '2', price: '125000' }],
    discount: { amount: '10000', title: 'زبون قديم' },
    method: 'delivery',
    fee: '0',
    address: { address: 'شارع ١', province: 'homs', city: 'حمص', notes: '' },
    customer: { name: 'سلمى الخطيب', phone: '+963944123456', email: '' },
    paymentMethod: 'cod',
    note: 'اتصل قبل الوصول',
    tags: ['vip'],
    attributes: [{ key: 'floor', value: 3 }],
  });
  expect(draftOfView(view, store, false).replaces).toBeUndefined();
});

it('the form names the order that it replaces', () => {
  expect(draftOfView(view, store, true).replaces).toEqual({ orderId: 'ord_1', orderNumber: '1058' });
});

it('a customer and an address that the order does not show are empty in the form', () => {
  const { customer: _, shipping_address: __, ...rest } = order;
  const draft = draftOfView({ ...view, order: { ...rest, note: null } }, store, false);
  expect([draft.customer, draft.address, draft.note, draft.method]).toEqual([
    { name: '', phone: '', email: '' },
    { address: '', province: '', city: '', notes: '' },
    '',
    'delivery',
  ]);
  const pickup = { ...view, order: { ...rest, note: null }, noShipment: 'picked_up' as const };
  expect(draftOfView(pickup, store, false).method).toBe('pickup');
});
