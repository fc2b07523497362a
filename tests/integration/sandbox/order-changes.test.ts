import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderStatusMoves } from '@/lib/platform/assumptions';
import {
  fulfillmentStatuses,
  OrderDetail,
  orderStatuses,
  paymentStatuses,
  settableOrderStatuses,
} from '@/lib/platform/contract/orders';
import { appOrder, setByHand, write } from './order-writes';
import { app, type Api, type ErrorAnswer, fieldsOf, seed, startWorld, type World } from './sandbox-world';
import { envelopeOf, received, subscribe } from './webhook-endpoint';

let world: World;
let api: Api;

beforeAll(() => console.info(`seed ${seed}`));
beforeEach(async () => {
  world = await startWorld();
  api = await world.install(world.syp);
});

const read = async (id: string) =>
  OrderDetail.parse((await api.call<{ data: unknown }>('GET', `/orders/${id}`)).body.data);
const patch = <Body = { data: unknown }>(id: string, body: unknown, by = api) =>
  write<Body>(by, 'PATCH', `/orders/${id}`, body);

async function expectRefused(id: string, body: unknown, status: number, field?: string) {
  const before = await read(id);
  const answer = await patch<ErrorAnswer>(id, body);
  expect(answer.status).toBe(status);
  expect(answer.body.error.code).toBe('invalid_request');
  if (field !== undefined) expect(fieldsOf(answer)).toContain(field);
  expect(await read(id)).toEqual(before);
}

describe('PATCH /orders/{id}', () => {
  test('PAT-1: the note is set and cleared by null; what is left out stays', async () => {
    const { id } = await appOrder(api, { note: 'old', tags: ['a'], attributes: { k: 1 } });
    const answer = await patch(id, { note: 'new' });
    expect(answer.status).toBe(200);
    expect(OrderDetail.parse(answer.body.data)).toMatchObject({
      note: 'new',
      tags: ['a'],
      attributes: { k: 1 },
    });
    await patch(id, { note: null });
    expect((await read(id)).note).toBeNull();
  });

  test('PAT-1: money, lines, customer and address can’t be changed', async () => {
    const { id } = await appOrder(api);
    for (const field of ['total', 'items', 'customer', 'shipping_address', 'status', 'discount'])
      await expectRefused(id, { [field]: {} }, 422, field);
  });

  test('PAT-2: tags are added and removed without regard to case; those of others survive', async () => {
    const { id } = await appOrder(api, { tags: ['Gift', 'Urgent'] });
    await setByHand(world, id, { tags: ['Gift', 'Urgent', 'merchant'] });
    await patch(id, { tags: { add: ['GIFT', 'New', 'new'], remove: ['URGENT', 'absent'] } });
    expect((await read(id)).tags).toEqual(['Gift', 'merchant', 'New']);
  });

  test('PAT-2: more than ten tags to add after folding are refused; ten spelt twice are not', async () => {
    const { id } = await appOrder(api);
    const tags = Array.from({ length: 11 }, (_, index) => `t${index}`);
    await expectRefused(id, { tags: { add: tags } }, 422, 'tags.add');
    const twice = tags.slice(0, 10).flatMap((tag) => [tag, tag.toUpperCase()]);
    expect((await patch(id, { tags: { add: twice } })).status).toBe(200);
    expect((await read(id)).tags).toHaveLength(10);
  });

  test('ORD-10, ORD-7: attributes are merged into the namespace of the caller, null deletes a key', async () => {
    const { id } = await appOrder(api, { attributes: { keep: 'yes', drop: 1 } });
    const second = await world.control<{ id: string }>('POST', '/apps', {
      name: 'Other',
      origin: 'https://other.example.com',
      redirect_uris: ['https://other.example.com/callback'],
    });
    const other = await world.install(world.syp, { app_id: second.body.id });
    expect((await patch(id, { attributes: { mine: true } }, other)).status).toBe(200);
    await patch(id, { attributes: { drop: null, more: 2.5 } });
    expect((await read(id)).attributes).toEqual({ keep: 'yes', more: 2.5 });
    const theirs = await other.call<{ data: Json }>('GET', `/orders/${id}`);
    expect(theirs.body.data.attributes).toEqual({ mine: true });
  });

  test('ORD-8: limits of keys, values and size are those of what comes of the merge', async () => {
    const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, index]));
    const { id } = await appOrder(api, { attributes: twenty });
    await expectRefused(id, { attributes: { one_more: 1 } }, 422, 'attributes');
    expect((await patch(id, { attributes: { k0: null, one_more: 1 } })).status).toBe(200);
    await expectRefused(id, { attributes: { k1: 'é'.repeat(501) } }, 422, 'attributes.k1');
    await expectRefused(id, { attributes: { 'Not Allowed': 1 } }, 422);
    await expectRefused(id, { attributes: { k1: { nested: 1 } } }, 422, 'attributes.k1');
    await expectRefused(id, '{"attributes":{"__proto__":"x"}}', 422);
    const large = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`k${index + 1}`, 'x'.repeat(1000)]),
    );
    await expectRefused(id, { attributes: large }, 422, 'attributes');
  });

  test('ORD-9: a reference holds a url on the registered origin alone, or none', async () => {
    const { id } = await appOrder(api);
    const reference = (url?: string | null) => ({
      attributes: { reference: { kind: 'invoice', number: '7', ...(url !== undefined && { url }) } },
    });
    for (const url of ['https://evil.example.com/', 'javascript:alert(1)', 'http://localhost:3001/x', '/x'])
      await expectRefused(id, reference(url), 422, 'attributes.reference.url');
    expect((await patch(id, reference(`${app.url}/i/7`))).status).toBe(200);
    expect((await read(id)).attributes.reference).toEqual({
      kind: 'invoice',
      number: '7',
      url: `${app.url}/i/7`,
    });
    await patch(id, reference());
    expect((await read(id)).attributes.reference).toMatchObject({ url: null });
    await patch(id, { attributes: { reference: null } });
    expect((await read(id)).attributes).toEqual({});
  });
});

describe('PATCH /orders/{id}/status', () => {
  const move = <Body = { data: unknown }>(id: string, status: string) =>
    write<Body>(api, 'PATCH', `/orders/${id}/status`, { status });

  test('STA-1, ORD-12: eight statuses can be set; the three of the refund writers, and unknown ones, answer 400', async () => {
    expect([orderStatuses.length, paymentStatuses.length, fulfillmentStatuses.length]).toEqual([11, 9, 4]);
    expect(settableOrderStatuses).toHaveLength(8);
    const { id } = await appOrder(api);
    for (const status of ['completed', 'partially_refunded', 'refunded', 'lost', 7])
      expect([status, (await move(id, status as string)).status]).toEqual([status, 400]);
    expect((await read(id)).status).toBe('placed');
    for (const status of settableOrderStatuses)
      expect([status, (await move(id, status)).status]).not.toEqual([status, 400]);
  });

  test('STA-2, A3: every pair of the matrix moves or answers 409 with details.current_status and changes nothing', async () => {
    const { id } = await appOrder(api);
    for (const from of orderStatuses) {
      for (const to of settableOrderStatuses) {
        // Keeps within the budgets of the install.
        await world.sandbox.advance(1_500);
        await setByHand(world, id, { status: from });
        const before = await read(id);
        const answer = await move<ErrorAnswer & { data?: { status: string } }>(id, to);
        if (orderStatusMoves[from].includes(to))
          expect([from, to, answer.status, answer.body.data?.status]).toEqual([from, to, 200, to]);
        else {
          expect([from, to, answer.status, answer.body.error?.details?.current_status]).toEqual([
            from,
            to,
            409,
            from,
          ]);
          expect(await read(id)).toEqual(before);
        }
      }
    }
  });

  test('STA-3: a transition emits order.status_changed with both statuses, a refused one nothing', async () => {
    await subscribe(api);
    const { id } = await appOrder(api);
    await move(id, 'approved');
    await move(id, 'delivered');
    const events = (await received(world, 'order.status_changed')).map((row) => envelopeOf(row).data);
    expect(events).toMatchObject([{ order_id: id, status: 'approved', previous_status: 'placed' }]);
  });
});

type Json = Record<string, unknown>;
