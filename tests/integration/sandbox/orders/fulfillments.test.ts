import { beforeEach, expect, test } from 'vitest';
import { FulfillmentAnswer } from 'commerce-platform-client/contract/fulfillments';
import { OrderDetail } from 'commerce-platform-client/contract/orders';
import { setByHand, storefrontOrder, write } from './order-writes';
import { api, type ErrorAnswer, renewWorld, world } from '@/tests/integration/sandbox/sandbox-world';
import { envelopeOf, received, subscribe } from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

let order: Awaited<ReturnType<typeof storefrontOrder>>;

beforeEach(async () => {
  await renewWorld();
  await subscribe(api);
  order = await storefrontOrder(world, { status: 'approved' });
});

const read = async () =>
  OrderDetail.parse((await api.call<{ data: unknown }>('GET', `/orders/${order.id}`)).body.data);
const all = () => [
  { order_item_id: order.big, quantity: 3 },
  { order_item_id: order.small, quantity: 1 },
];
const post = <Body = { data: unknown }>(body: Record<string, unknown>) =>
  write<Body>(api, 'POST', `/orders/${order.id}/fulfillments`, body);
const edit = <Body = { data: unknown }>(id: string, body: Record<string, unknown>) =>
  write<Body>(api, 'PATCH', `/orders/${order.id}/fulfillments/${id}`, body);

async function created(status: string, lines: unknown = all()) {
  const answer = await post({ status, lines });
  expect(answer.status).toBe(201);
  return FulfillmentAnswer.parse(answer.body.data);
}

async function edited(id: string, body: Record<string, unknown>) {
  const answer = await edit(id, body);
  expect(answer.status).toBe(200);
  return FulfillmentAnswer.parse(answer.body.data);
}

const topics = async (topic: string) => (await received(world, topic)).map((row) => envelopeOf(row).data);

test('FUL-1: more than the unfulfilled quantity answers 409, also across several fulfillments and lines', async () => {
  const one = { order_item_id: order.big, quantity: 1 };
  for (const status of ['pending', 'shipped']) await created(status, [one]);
  const before = await read();
  expect((await post<ErrorAnswer>({ status: 'pending', lines: [one, one] })).body.error.code).toBe(
    'conflict',
  );
  expect((await post({ status: 'pending', lines: [{ ...one, quantity: 2 }] })).status).toBe(409);
  expect((await post({ status: 'pending', lines: [{ ...one, quantity: 0 }] })).status).toBe(400);
  expect((await post({ status: 'pending', lines: [{ ...one, order_item_id: 'line_0' }] })).status).toBe(404);
  expect(await read()).toEqual(before);
  expect((await post({ status: 'pending', lines: [one] })).status).toBe(201);
});

test('FUL-2: pending also requests a pickup; shipped does not; other statuses answer 400', async () => {
  const pending = await created('pending', [{ order_item_id: order.big, quantity: 1 }]);
  const shipped = await created('shipped', [{ order_item_id: order.big, quantity: 1 }]);
  expect((await post({ status: 'delivered', lines: all() })).status).toBe(400);
  expect((await topics('fulfillment.created')).map((data) => data.fulfillment_id)).toEqual([
    pending.id,
    shipped.id,
  ]);
  expect(await topics('fulfillment.requested')).toMatchObject([
    { order_id: order.id, fulfillment_id: pending.id },
  ]);
});

test('FUL-3: the order is shipped when every line is covered and the last fulfillment was created shipped', async () => {
  await created('shipped', [{ order_item_id: order.big, quantity: 3 }]);
  expect((await read()).status).toBe('approved');
  const last = await created('shipped', [{ order_item_id: order.small, quantity: 1 }]);
  expect(last).toMatchObject({ order_status: 'shipped', order_status_skipped: false });
  expect((await read()).status).toBe('shipped');
});

test('FUL-3: the order keeps its status if a pending fulfillment covers it, or if no transition from its status exists', async () => {
  const pending = await created('pending');
  expect(pending).toMatchObject({ order_status: 'approved', order_status_skipped: false });
  await edited(pending.id, { status: 'shipped' });
  expect((await read()).status).toBe('approved');
  await edited(pending.id, { status: 'cancelled' });
  await setByHand(world, order.id, { status: 'placed' });
  expect(await created('shipped')).toMatchObject({ order_status: 'placed', order_status_skipped: true });
});

test('FUL-4: only legal status changes are accepted, a final status accepts no edit, and cancelling releases the quantity', async () => {
  const legal: Record<string, string[]> = {
    pending: ['shipped', 'cancelled'],
    shipped: ['delivered', 'cancelled'],
    delivered: [],
    cancelled: [],
  };
  const path: Record<string, string[]> = {
    pending: [],
    shipped: ['shipped'],
    delivered: ['shipped', 'delivered'],
    cancelled: ['cancelled'],
  };
  for (const from of Object.keys(legal))
    for (const to of [...Object.keys(legal), undefined]) {
      await world.sandbox.advance(10_000);
      order = await storefrontOrder(world, { status: 'approved' });
      const { id } = await created('pending');
      for (const status of path[from] ?? []) await edited(id, { status });
      const before = await read();
      const terminal = legal[from]?.length === 0;
      const answer = await edit<ErrorAnswer>(
        id,
        to === undefined ? { tracking_number: 'T' } : { status: to },
      );
      const allowed = to === undefined ? !terminal : legal[from]?.includes(to);
      expect([from, to, answer.status]).toEqual([from, to, allowed ? 200 : 409]);
      if (!allowed) expect(await read()).toEqual(before);
      if (to === 'cancelled' && allowed) await created('pending');
    }
}, 20_000);

test('FUL-5: the order is not delivered before every line is covered', async () => {
  const first = await created('shipped', [{ order_item_id: order.big, quantity: 3 }]);
  expect(await edited(first.id, { status: 'delivered' })).toMatchObject({
    order_status: 'approved',
    order_status_skipped: false,
  });
  const second = await created('shipped', [{ order_item_id: order.small, quantity: 1 }]);
  expect(await edited(second.id, { status: 'delivered' })).toMatchObject({
    order_status: 'delivered',
    order_status_skipped: false,
  });
  expect((await read()).status).toBe('delivered');
});

test.each(['pending', 'shipped'])(
  'FUL-5: a fulfillment that is %s is outstanding; when the last one is delivered, the order is delivered',
  async (status) => {
    const first = await created('shipped', [{ order_item_id: order.big, quantity: 3 }]);
    const last = await created(status, [{ order_item_id: order.small, quantity: 1 }]);
    await setByHand(world, order.id, { status: 'shipped' });
    expect(await edited(first.id, { status: 'delivered' })).toMatchObject({
      order_status: 'shipped',
      order_status_skipped: false,
    });
    if (status === 'pending') await edited(last.id, { status: 'shipped' });
    expect(await edited(last.id, { status: 'delivered' })).toMatchObject({ order_status: 'delivered' });
  },
);

test('FUL-5: order_status_skipped is true when the status of the order refused the change', async () => {
  const { id } = await created('shipped');
  await setByHand(world, order.id, { status: 'cancelled' });
  expect(await edited(id, { status: 'delivered' })).toMatchObject({
    status: 'delivered',
    order_status: 'cancelled',
    order_status_skipped: true,
  });
});

test('FUL-6, ORD-11: id, lines and creation time cannot be changed, and a delivery collects no cash', async () => {
  const made = await created('shipped');
  expect((await read()).payment_status).toBe('unpaid');
  for (const field of ['id', 'lines', 'created_at'])
    expect((await edit(made.id, { [field]: [] })).status).toBe(400);
  expect((await edit(made.id, {})).status).toBe(400);
  await edited(made.id, { status: 'delivered' });
  const after = await read();
  expect(after).toMatchObject({ status: 'delivered', payment_status: 'unpaid' });
  expect(after.fulfillments[0]).toMatchObject({ id: made.id, lines: made.lines });
});

test('FUL-7: a fulfillment has a uuid, its courier and its lines, also in the order', async () => {
  const answer = await post({ status: 'shipped', provider: 'Yalla', tracking_number: 'TR1', lines: all() });
  const { order_status, order_status_skipped, ...made } = FulfillmentAnswer.parse(answer.body.data);
  expect(made.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(made).toMatchObject({ provider: 'Yalla', tracking_number: 'TR1', status: 'shipped', lines: all() });
  expect([order_status, order_status_skipped]).toEqual(['shipped', false]);
  expect((await read()).fulfillments).toEqual([made]);
  await world.sandbox.advance(1000);
  expect(await edited(made.id, { tracking_number: 'TR2' })).toMatchObject({
    created_at: made.created_at,
    updated_at: new Date(world.clock.now()).toISOString(),
  });
});

test('FUL-8: fulfillment.updated is sent for another status or tracking number, not for another provider', async () => {
  const one = [{ order_item_id: order.big, quantity: 1 }];
  const { id } = await created('pending', one);
  const other = await created('pending', one);
  await edited(id, { provider: 'Other' });
  for (let count = 0; count < 2; count++) await edited(id, { tracking_number: 'T2' });
  for (const status of ['shipped', 'delivered']) await edited(id, { status });
  await edited(other.id, { status: 'cancelled' });
  expect(await topics('fulfillment.updated')).toMatchObject([
    { fulfillment_id: id, status: 'pending', tracking_number: 'T2' },
    { fulfillment_id: id, status: 'shipped' },
    { fulfillment_id: id, status: 'delivered' },
    { fulfillment_id: other.id, status: 'cancelled' },
  ]);
});

test('GEN-1: a fulfillment is reached only through its own order', async () => {
  const { id } = await created('pending');
  const stranger = await world.install(world.usd);
  const path = `/orders/${order.id}/fulfillments/${id}`;
  expect((await write(stranger, 'PATCH', path, { status: 'cancelled' })).status).toBe(404);
  order = await storefrontOrder(world);
  expect((await edit(id, { status: 'cancelled' })).status).toBe(404);
});
