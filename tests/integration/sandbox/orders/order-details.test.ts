import { beforeEach, expect, test } from 'vitest';
import { pageOf } from 'commerce-platform-client/contract/common';
import { Order, OrderDetail } from 'commerce-platform-client/contract/orders';
import { appOrder, storefrontOrder, write } from './order-writes';
import { api, createOrder, orderBody, renewWorld, world } from '@/tests/integration/sandbox/sandbox-world';

beforeEach(() => renewWorld());

const orders = async (query = '') => pageOf(Order).parse((await api.call('GET', `/orders${query}`)).body);

test('ORD-2: lines match the subtotal by line_pricing, and totals add up', async () => {
  const pricing = new Set<string>();
  for (const { id } of (await orders('?limit=100')).data) {
    const order = OrderDetail.parse((await api.call<{ data: unknown }>('GET', `/orders/${id}`)).body.data);
    const lines = order.items.reduce((sum, item) => sum + item.total.amount_minor, 0);
    const discount = order.line_pricing === 'net' ? order.discount.amount_minor : 0;
    pricing.add(order.line_pricing);
    expect(lines + discount).toBe(order.subtotal.amount_minor);
    expect(order.total.amount_minor).toBe(
      order.subtotal.amount_minor - order.discount.amount_minor + order.shipping.amount_minor,
    );
    if (pricing.size === 2 && order.items.length > 1) break;
  }
  expect([...pricing].sort()).toEqual(['gross', 'net']);
});

test('ORD-3, ORD-4, ORD-14: customer and address are shown only with clients:read; the address is null without a delivery', async () => {
  const pickup = (await createOrder(api, orderBody())).body.data.id;
  const seen = OrderDetail.parse((await api.call<{ data: unknown }>('GET', `/orders/${pickup}`)).body.data);
  expect(seen).toMatchObject({
    customer: { first_name: 'رنا', email: null },
    shipping_address: null,
    note: null,
  });
  await world.control('PATCH', `/installs/${api.id}`, { dpa_accepted: false });
  const blind = (await api.call<{ data: object }>('GET', `/orders/${pickup}`)).body.data;
  expect(blind).not.toHaveProperty('customer');
  expect(blind).not.toHaveProperty('shipping_address');
});

test('ORD-3: the detail has lines, fulfillments, refunds, note and the attributes of the app', async () => {
  const { id } = await appOrder(api, { note: 'by the door', attributes: { k: 1 } });
  const detail = async () =>
    OrderDetail.parse((await api.call<{ data: unknown }>('GET', `/orders/${id}`)).body.data);
  const [item] = (await detail()).items;
  await world.control('POST', `/orders/${id}/payments`, { amount_minor: 1000 });
  const lines = [{ order_item_id: item?.id, quantity: 1 }];
  await write(api, 'POST', `/orders/${id}/fulfillments`, { status: 'pending', lines });
  await write(api, 'POST', `/orders/${id}/refunds`, { amount_minor: 5 });
  expect(await detail()).toMatchObject({
    items: [{ name: 'صابون', quantity: 2 }],
    fulfillments: [{ status: 'pending', lines }],
    refunds: [{ amount: { amount_minor: 5 } }],
    note: 'by the door',
    attributes: { k: 1 },
  });
  const sold = (await storefrontOrder(world)).id;
  const untouched = await api.call<{ data: OrderDetail }>('GET', `/orders/${sold}`);
  expect(untouched.body.data.attributes).toEqual({});
});

test('ORD-4, GEN-5: a delivery address is shown only with clients:read, in every response', async () => {
  const shipping_address = { address: 'المزة', province: 'damascus', city: 'دمشق', notes: 'ط 2' };
  const shipping = { amount_minor: 0, method: 'delivery' };
  const { id } = await appOrder(api, { shipping, shipping_address });
  const read = async () => (await api.call<{ data: object }>('GET', `/orders/${id}`)).body.data;
  expect(await read()).toMatchObject({ shipping_address });
  await world.control('PATCH', `/installs/${api.id}`, { dpa_accepted: false });
  const patched = (await write(api, 'PATCH', `/orders/${id}`, { note: 'x' })).body.data;
  const moved = (await write(api, 'PATCH', `/orders/${id}/status`, { status: 'approved' })).body.data;
  for (const blind of [await read(), patched, moved]) {
    expect(blind).toHaveProperty('items');
    expect(blind).not.toHaveProperty('customer');
    expect(blind).not.toHaveProperty('shipping_address');
  }
});

test('ORD-13: lines stay as they were sold when the product is renamed, repriced or deleted', async () => {
  const sold = await storefrontOrder(world);
  const lines = async () =>
    (await api.call<{ data: OrderDetail }>('GET', `/orders/${sold.id}`)).body.data.items;
  const before = await lines();
  expect(before[0]).toMatchObject({
    variant_id: sold.variantId,
    quantity: 3,
    unit_price: { amount_minor: 300 },
    total: { amount_minor: 900 },
  });
  const variants = [{ id: sold.variantId, name: 'XL', price_minor: 7 }];
  await world.control('PATCH', `/products/${sold.productId}`, { name: 'اسم آخر', variants });
  expect(await lines()).toEqual(before);
  await world.control('DELETE', `/products/${sold.productId}`);
  expect(await lines()).toEqual(before);
});

test('ORD-14: a customer has four fields, and unknown values are null', async () => {
  const customerOf = async (id: string) =>
    (await api.call<{ data: OrderDetail }>('GET', `/orders/${id}`)).body.data.customer;
  const phone = '+963944555666';
  const { id } = await appOrder(api, { customer: { name: 'رنا', phone } });
  expect(await customerOf(id)).toEqual({ first_name: 'رنا', last_name: null, email: null, phone });
  const nobody = { first_name: null, last_name: null, email: null, phone: null };
  expect(await customerOf((await storefrontOrder(world, { source: 'pos' })).id)).toEqual(nobody);
});

test('ORD-11: status and delivery do not change the payment status, but refunds do', async () => {
  const { id } = await appOrder(api, { status: 'approved' });
  const read = async () => (await api.call<{ data: OrderDetail }>('GET', `/orders/${id}`)).body.data;
  const [item] = (await read()).items;
  const lines = [{ order_item_id: item?.id, quantity: 2 }];
  expect((await read()).payment_status).toBe('unpaid');
  const made = await write<{ data: { id: string } }>(api, 'POST', `/orders/${id}/fulfillments`, {
    status: 'shipped',
    lines,
  });
  await write(api, 'PATCH', `/orders/${id}/fulfillments/${made.body.data.id}`, { status: 'delivered' });
  expect(await read()).toMatchObject({ status: 'delivered', payment_status: 'unpaid' });
  await world.control('PATCH', `/orders/${id}`, { status: 'cancelled' });
  expect((await read()).payment_status).toBe('unpaid');
  await world.control('POST', `/orders/${id}/payments`, { amount_minor: 1000 });
  for (const [amount_minor, status] of [
    [400, 'partially_refunded'],
    [600, 'refunded'],
  ]) {
    await write(api, 'POST', `/orders/${id}/refunds`, { amount_minor });
    expect((await read()).payment_status).toBe(status);
  }
});

test('ORD-11, EVT-13: the payment status follows the payment ledger, never the delivery', async () => {
  const { id } = (await createOrder(api, orderBody())).body.data;
  const status = async () =>
    OrderDetail.parse((await api.call<{ data: unknown }>('GET', `/orders/${id}`)).body.data).payment_status;
  await world.control('PATCH', `/orders/${id}`, { status: 'delivered' });
  expect(await status()).toBe('unpaid');
  await world.control('POST', `/orders/${id}/payments`, { amount_minor: 400 });
  expect(await status()).toBe('partially_paid');
  await world.control('POST', `/orders/${id}/payments`, { amount_minor: 600 });
  expect(await status()).toBe('paid');
  const free = (await createOrder(api, orderBody({ discount: { amount_minor: 1000 } }))).body.data;
  expect(free.payment_status).toBe('not_required');
});

test('ORD-2: a sale at the till has net prices and is paid; a storefront sale has gross prices and is unpaid', async () => {
  const sale = async (source: string) => {
    const { id } = await storefrontOrder(world, { source, discount_minor: 333 });
    return OrderDetail.parse((await api.call<{ data: unknown }>('GET', `/orders/${id}`)).body.data);
  };
  const till = await sale('pos');
  expect(till).toMatchObject({ source: 'pos', line_pricing: 'net', payment_status: 'paid' });
  const online = await sale('storefront');
  expect(online).toMatchObject({ line_pricing: 'gross', payment_status: 'unpaid' });
  for (const [order, lines] of [
    [till, 667],
    [online, 1000],
  ] as const) {
    expect([order.subtotal.amount_minor, order.total.amount_minor]).toEqual([1000, 667]);
    expect(order.items.reduce((sum, item) => sum + item.total.amount_minor, 0)).toBe(lines);
  }
});
