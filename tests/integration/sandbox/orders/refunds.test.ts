import { beforeEach, expect, test } from 'vitest';
import { OrderDetail, orderStatuses } from 'commerce-platform-client/contract/orders';
import { RefundAnswer } from 'commerce-platform-client/contract/refunds';
import { appOrder, setByHand, storefrontOrder, write } from './order-writes';
import {
  api,
  type ErrorAnswer,
  fieldsOf,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';
import { envelopeOf, received, subscribe } from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

let order: Awaited<ReturnType<typeof storefrontOrder>>;

beforeEach(async () => {
  await renewWorld();
  await subscribe(api);
  order = await storefrontOrder(world, { status: 'delivered' });
});

const read = async (id = order.id) =>
  OrderDetail.parse((await api.call<{ data: unknown }>('GET', `/orders/${id}`)).body.data);
const pay = (amountMinor: number, id = order.id) =>
  world.control('POST', `/orders/${id}/payments`, { amount_minor: amountMinor });
const refund = <Body = { data: unknown }>(body: Record<string, unknown>, id = order.id, by = api) =>
  write<Body>(by, 'POST', `/orders/${id}/refunds`, body);

async function refunded(body: Record<string, unknown>, id = order.id) {
  const answer = await refund(body, id);
  expect(answer.status).toBe(201);
  return RefundAnswer.parse(answer.body.data);
}

test('REF-1, A5: a refund is at most paid minus refunded; the payment status follows the ledger', async () => {
  expect((await refund({ amount_minor: 1 })).status).toBe(409);
  await pay(400);
  expect((await read()).payment_status).toBe('partially_paid');
  await pay(600);
  expect((await read()).payment_status).toBe('paid');
  await refunded({ amount_minor: 700 });
  expect(await read()).toMatchObject({
    payment_status: 'partially_refunded',
    refunded: { amount_minor: 700 },
  });
  const before = await read();
  expect((await refund<ErrorAnswer>({ amount_minor: 301 })).body.error.code).toBe('conflict');
  expect(await read()).toEqual(before);
  await refunded({ amount_minor: 300 });
  expect(await read()).toMatchObject({ payment_status: 'refunded', status: 'refunded' });
  for (const amount of [0, -1, 1.5, '1', 2 ** 53])
    expect((await refund({ amount_minor: amount })).status).toBe(400);
});

test('A40: a part of a deposit can be refunded before the shipment; the paid amount and the order status stay', async () => {
  await setByHand(world, order.id, { status: 'approved' });
  await pay(250);
  expect(await refunded({ amount_minor: 100 })).toMatchObject({
    order_status: 'approved',
    order_status_skipped: true,
  });
  expect(await read()).toMatchObject({
    payment_status: 'partially_refunded',
    total: { amount_minor: 1000 },
    paid: { amount_minor: 250 },
    refunded: { amount_minor: 100 },
  });
});

test('REF-2: a refund of a POS order answers 409 and changes no money; any other order can be refunded', async () => {
  const sale = await storefrontOrder(world, { source: 'pos' });
  expect((await refund({ amount_minor: 1 }, sale.id)).status).toBe(409);
  expect((await read(sale.id)).refunds).toEqual([]);
  await pay(1);
  await refunded({ amount_minor: 1 });
});

test('REF-3: restock needs inventory:write and returns the quantity to stock; without restock the stock does not change', async () => {
  await pay(1000);
  const stock = async () => {
    const { body } = await api.call<{ data: { available_quantity: number }[] }>(
      'GET',
      `/products/variants?ids=${order.variantId}`,
    );
    return body.data[0]?.available_quantity;
  };
  const lines = [{ order_item_id: order.big, quantity: 2, amount_minor: 600 }];
  const poor = await world.install(world.syp);
  const rest = ['orders:read', 'refunds:write', 'inventory:read'];
  await world.control('PATCH', `/installs/${poor.id}`, { effective_scopes: rest });
  const refused = await refund<ErrorAnswer>({ amount_minor: 600, restock: true, lines }, order.id, poor);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
  expect((await read()).refunds).toEqual([]);
  expect((await refund({ amount_minor: 1 }, order.id, poor)).status).toBe(201);
  expect(await stock()).toBe(7);
  await refunded({ amount_minor: 600, restock: true, lines });
  expect(await stock()).toBe(9);
  await refunded({ amount_minor: 299, lines: [{ ...lines[0], quantity: 1, amount_minor: 299 }] });
  expect(await stock()).toBe(9);
  expect(
    (await refund({ amount_minor: 1, lines: [{ ...lines[0], quantity: 1, amount_minor: 0 }] })).status,
  ).toBe(409);
});

test('REF-4, A3, A4: an order of any status can be refunded; if the status matrix has no transition, the status stays and order_status_skipped is true', async () => {
  const moving = ['delivered', 'completed', 'returned', 'partially_refunded'];
  await pay(1000);
  for (const status of orderStatuses) {
    await setByHand(world, order.id, { status });
    const { order_status, order_status_skipped } = await refunded({ amount_minor: 1 });
    expect([status, order_status, order_status_skipped]).toEqual(
      moving.includes(status) ? [status, 'partially_refunded', false] : [status, status, true],
    );
  }
  await setByHand(world, order.id, { status: 'cancelled' });
  expect(await refunded({ amount_minor: 989 })).toMatchObject({
    order_status: 'cancelled',
    order_status_skipped: true,
  });
  expect((await read()).payment_status).toBe('refunded');
});

test('REF-5: refunds are append-only, and each refund emits refund.created', async () => {
  await pay(1000);
  const first = await refunded({ amount_minor: 10 });
  const second = await refunded({ amount_minor: 20 });
  expect((await read()).refunds).toMatchObject(
    [first, second].map(({ id, amount, created_at }) => ({ id, amount, created_at })),
  );
  for (const method of ['PATCH', 'DELETE'])
    expect((await write(api, method, `/orders/${order.id}/refunds/${first.id}`, {})).status).toBe(404);
  const events = (await received(world, 'refund.created')).map((row) => envelopeOf(row).data);
  expect(events).toMatchObject([
    { order_id: order.id, refund_id: first.id, amount_minor: 10, currency: 'SYP' },
    { refund_id: second.id, amount_minor: 20 },
  ]);
});

test('REF-6: a refund answer contains the amount as money, the reason and the lines', async () => {
  await pay(1000);
  const lines = [
    { order_item_id: order.small, quantity: 1, amount_minor: 100 },
    { order_item_id: null, quantity: 0, amount_minor: 50 },
  ];
  await world.sandbox.advance(1000);
  const { order_status, order_status_skipped, ...made } = await refunded({
    amount_minor: 200,
    reason: 'late',
    lines,
  });
  expect(made).toMatchObject({
    amount: { amount_minor: 200, currency: 'SYP', decimals: 0 },
    reason: 'late',
    created_at: new Date(world.clock.now()).toISOString(),
    lines,
  });
  expect([order_status, order_status_skipped]).toEqual(['partially_refunded', false]);
  expect((await read()).refunds).toEqual([made]);
  expect(await refunded({ amount_minor: 1 })).toMatchObject({ reason: null, lines: [] });
  expect((await refund({ amount_minor: 149, lines })).status).toBe(400);
  const strange = [{ order_item_id: 'line_0', quantity: 0, amount_minor: 1 }];
  expect((await refund({ amount_minor: 1, lines: strange })).status).toBe(404);
});

test('ORD-5: a custom line can be refunded only by amount', async () => {
  const made = await appOrder(api);
  await pay(1000, made.id);
  const [item] = (await read(made.id)).items;
  const line = { order_item_id: item?.id, quantity: 1, amount_minor: 500 };
  const answer = await refund<ErrorAnswer>({ amount_minor: 500, lines: [line] }, made.id);
  expect([answer.status, fieldsOf(answer)]).toEqual([400, ['lines.0.quantity']]);
  const { lines } = await refunded(
    { amount_minor: 500, restock: true, lines: [{ ...line, quantity: 0 }] },
    made.id,
  );
  expect(lines).toEqual([{ ...line, quantity: 0 }]);
});
