import { afterEach, beforeEach, expect, test } from 'vitest';
import { OrderDetail } from 'commerce-platform-client/contract/orders';
import { expectRefused, makeProduct, removeJournal, renewJournaledWorld } from './refused-orders';
import {
  api,
  createOrder,
  type OrderAnswer,
  orderBody,
  world,
} from '@/tests/integration/sandbox/sandbox-world';
import { envelopeOf, received, subscribe } from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

beforeEach(renewJournaledWorld);
afterEach(removeJournal);

test('CRE-6: the phone is stored normalised and no email is invented; a missing name or country code is refused', async () => {
  const { data } = (await createOrder(api, orderBody())).body;
  expect(data.customer).toEqual({
    first_name: 'رنا',
    last_name: 'الحلبي',
    email: null,
    phone: '+963944555666',
  });
  await expectRefused({ customer: { name: 'x', phone: '0944555666' } }, 422, 'invalid_request', [
    'customer.phone',
  ]);
  await expectRefused({ customer: { name: 'x', phone: '+1 2222222' } }, 422, 'invalid_request', [
    'customer.phone',
  ]);
  await expectRefused({ customer: { phone: '+963944555666' } }, 422, 'invalid_request', ['customer.name']);
  await expectRefused({ customer: { name: 'x' } }, 422, 'invalid_request', ['customer.phone']);
  await expectRefused({ customer: undefined }, 422, 'invalid_request', ['customer']);
  for (const phone of ['963944555666', '00963944555666'])
    await expectRefused({ customer: { name: 'x', phone } }, 422, 'invalid_request', ['customer.phone']);
  for (const email of [null, 'rana@example.com']) {
    const customer = { name: 'x', phone: '+963944555666', email };
    expect((await createOrder(api, orderBody({ customer }))).body.data.customer).toMatchObject({ email });
  }
});

test('CRE-7: a delivery needs an address in one of the provinces of GET /store', async () => {
  const shipping = { amount_minor: 5000, method: 'delivery' };
  await expectRefused({ shipping }, 422, 'invalid_request', ['shipping_address']);
  for (const province of ['Atlantis', 'Damascus', 'beirut', undefined])
    await expectRefused({ shipping, shipping_address: { address: 'x', province } }, 422, 'invalid_request', [
      'shipping_address.province',
    ]);
  await expectRefused({ shipping, shipping_address: { province: 'damascus' } }, 422, 'invalid_request', [
    'shipping_address.address',
  ]);
  const answer = await createOrder(
    api,
    orderBody({ shipping, shipping_address: { address: 'المزة', province: 'damascus' } }),
  );
  expect(answer.body.data.shipping_address).toEqual({
    address: 'المزة',
    province: 'damascus',
    city: null,
    notes: null,
  });
  for (const rest of [
    { city: null, notes: null },
    { city: 'دمشق', notes: 'ط 2' },
  ]) {
    const shipping_address = { address: 'المزة', province: 'damascus', ...rest };
    const made = await createOrder(api, orderBody({ shipping, shipping_address }));
    expect(made.body.data.shipping_address).toEqual(shipping_address);
  }
  expect((await createOrder(api, orderBody({ shipping_address: null }))).status).toBe(201);
});

test('CRE-15: the create response shows the customer to an app without clients:read; a later read does not', async () => {
  const blind = await world.install(world.syp, { scopes: ['orders:create', 'orders:read'] });
  const shipping_address = { address: 'x', province: 'damascus', city: null, notes: null };
  const body = orderBody({ shipping: { amount_minor: 0, method: 'delivery' }, shipping_address });
  const made = await createOrder(blind, body, 'key-15');
  const { data } = made.body;
  expect(made.status).toBe(201);
  expect(OrderDetail.parse(data)).toMatchObject({ shipping_address, items: [{ name: 'صابون' }] });
  expect(data.customer).toMatchObject({ phone: '+963944555666' });
  expect((await createOrder(blind, body, 'key-15')).body).toEqual(made.body);
  expect((await blind.call<OrderAnswer>('GET', `/orders/${data.id}`)).body.data).not.toHaveProperty(
    'customer',
  );
});

test('CRE-16, ORD-6: an app order has the same effects as a storefront order, once under its key', async () => {
  const { variantId } = await makeProduct(5);
  const items = [{ variant_id: variantId, name: 'شال', quantity: 1, unit_price_minor: 1 }];
  const { data } = (await createOrder(api, orderBody({ items }), 'key-16')).body;
  expect(data.source).toBe('app');
  await createOrder(api, orderBody({ items }), 'key-16');
  const { body } = await world.control<{ data: { kind: string }[] }>(
    'GET',
    '/effects?idempotency_key=key-16',
  );
  expect(body.data.map((effect) => effect.kind).sort()).toEqual([
    'customer.created',
    'inventory.movement_created',
    'merchant.email_sent',
    'merchant.push_sent',
    'order.created',
  ]);
  const second = await createOrder(api, orderBody(), 'key-17');
  expect(second.status).toBe(201);
  const again = await world.control<{ data: { kind: string }[] }>('GET', '/effects?idempotency_key=key-17');
  expect(again.body.data.map((effect) => effect.kind)).not.toContain('customer.created');
});

test('CRE-16, ORD-6: the merchant is notified, the timeline names the app, and order.created is sent once with source app', async () => {
  const english = await world.install(world.usd);
  await subscribe(english);
  const { data } = (await createOrder(english, orderBody({ currency: 'USD' }), 'key-18')).body;
  const page = await (await world.raw('GET', `/admin/stores/${world.usd}/orders/${data.id}`)).text();
  const timeline = /<ol class="timeline">([^]*?)<\/ol>/.exec(page)?.[1] ?? '';
  const rows = timeline.split('<li>').map((row) => row.replace(/<[^>]+>/g, ''));
  expect(rows.filter((row) => /created/i.test(row))).toMatchObject([expect.stringMatching(/Daftar/)]);
  for (const notice of [/push/i, /email/i]) expect(rows.filter((row) => notice.test(row))).toHaveLength(1);
  const events = (await received(world, 'order.created')).map((row) => envelopeOf(row).data);
  expect(events).toMatchObject([{ order_id: data.id, source: 'app' }]);
  expect(events).toHaveLength(1);
  const effects = async (key: string) =>
    (await world.control<{ data: { kind: string }[] }>('GET', `/effects?idempotency_key=${key}`)).body.data;
  expect((await effects('key-18')).map(({ kind }) => kind)).toContain('customer.created');
  await createOrder(api, orderBody(), 'key-19');
  expect((await effects('key-19')).map(({ kind }) => kind)).toContain('customer.created');
  // The order has the same customer name and another phone number. The platform identifies a customer by the phone
  // number, so the order creates a new customer.
  await createOrder(api, orderBody({ customer: { name: 'رنا الحلبي', phone: '+963944555667' } }), 'key-20');
  expect((await effects('key-20')).map(({ kind }) => kind)).toContain('customer.created');
});
