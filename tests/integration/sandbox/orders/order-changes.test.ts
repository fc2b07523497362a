import { beforeEach, describe, expect, test } from 'vitest';
import { orderStatusMoves } from 'commerce-platform-client/assumptions';
import {
  fulfillmentStatuses,
  OrderDetail,
  orderStatuses,
  paymentStatuses,
  settableOrderStatuses,
} from 'commerce-platform-client/contract/orders';
import { appOrder, setByHand, write } from './order-writes';
import {
  api,
  app,
  createOrder,
  type ErrorAnswer,
  fieldsOf,
  orderBody,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';
import { envelopeOf, received, subscribe } from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

beforeEach(() => renewWorld());

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
  test('PAT-1: a note is set, and null clears it; fields that are left out stay unchanged', async () => {
    const { id } = await appOrder(api, { note: 'old', tags: ['a'], attributes: { k: 1 } });
    const answer = await patch(id, { note: 'new' });
    expect(answer.status).toBe(200);
    expect(OrderDetail.parse(answer.body.data)).toMatchObject({
      note: 'new',
      tags: ['a'],
      attributes: { k: 1 },
    });
    const all = await patch(id, { tags: { add: ['b'] }, attributes: { more: true } });
    expect(OrderDetail.parse(all.body.data)).toMatchObject({
      note: 'new',
      tags: ['a', 'b'],
      attributes: { k: 1, more: true },
    });
    await expectRefused(id, { note: 'lost', attributes: { k: 'x'.repeat(1001) } }, 422);
    const url = 'https://evil.example.com/';
    await expectRefused(
      id,
      { note: 'lost', attributes: { reference: { kind: 'q', number: '1', url } } },
      422,
    );
    await world.sandbox.advance(1000);
    await patch(id, { note: null });
    const cleared = await read(id);
    expect(cleared.note).toBeNull();
    expect(Date.parse(cleared.updated_at)).toBe(world.clock.now());
  });

  test('U4 PAT-1: money, lines, customer and address cannot be changed', async () => {
    const { id } = await appOrder(api);
    for (const field of [
      'total',
      'subtotal',
      'discount',
      'shipping',
      'tax',
      'currency',
      'exchange_rate',
      'items',
      'customer',
      'shipping_address',
      'status',
    ])
      await expectRefused(id, { [field]: {} }, 422, field);
  });

  test('PAT-2: tags are added and removed without regard to case, and tags that the request does not name stay', async () => {
    const { id } = await appOrder(api, { tags: ['Gift', 'Urgent'] });
    await setByHand(world, id, { tags: ['Gift', 'Urgent', 'merchant'] });
    await patch(id, { tags: { add: ['GIFT', 'New', 'new'], remove: ['URGENT', 'absent'] } });
    expect((await read(id)).tags).toEqual(['Gift', 'merchant', 'New']);
    await patch(id, { tags: { add: ['gift'], remove: ['Gift'] } });
    const current = await read(id);
    expect(current.tags).toEqual(['merchant', 'New', 'gift']);
    await world.sandbox.advance(1000);
    await patch(id, { tags: { add: ['GIFT', 'new'] } });
    expect(await read(id)).toEqual(current);
    await setByHand(world, id, { tags: Array.from({ length: 12 }, (_, index) => `held ${index}`) });
    await patch(id, { tags: { add: ['one more'] } });
    expect((await read(id)).tags).toHaveLength(13);
  });

  test('PAT-2: more than ten different tags to add are refused; ten tags in two spellings are accepted', async () => {
    const { id } = await appOrder(api);
    const tags = Array.from({ length: 11 }, (_, index) => `t${index}`);
    await expectRefused(id, { tags: { add: tags } }, 422, 'tags.add');
    const twice = tags.slice(0, 10).flatMap((tag) => [tag, tag.toUpperCase()]);
    expect((await patch(id, { tags: { add: twice } })).status).toBe(200);
    expect((await read(id)).tags).toHaveLength(10);
  });

  test('ORD-10, ORD-7: attributes are merged into the namespace of the calling app, and null deletes a key', async () => {
    const { id } = await appOrder(api, { attributes: { keep: 'yes', drop: 1 } });
    const second = await world.control<{ id: string }>('POST', '/apps', {
      name: 'Other',
      origin: 'https://other.example.com',
      redirect_uris: ['https://other.example.com/callback'],
    });
    const other = await world.install(world.syp, { app_id: second.body.id });
    expect((await patch(id, { attributes: { mine: true } }, other)).status).toBe(200);
    await patch(id, { attributes: { drop: null, absent: null, keep: 'no', more: 2.5, off: false, zero: 0 } });
    expect((await read(id)).attributes).toEqual({ keep: 'no', more: 2.5, off: false, zero: 0 });
    const theirs = await other.call<{ data: Json }>('GET', `/orders/${id}`);
    expect(theirs.body.data.attributes).toEqual({ mine: true });
  });

  test('ORD-8: the limits of keys, values and size apply to the result of the merge', async () => {
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

  test('ORD-8: each limit is exact to the last key, character and byte', async () => {
    const { id } = await appOrder(api);
    for (const attributes of [
      { k: 'x'.repeat(1000) },
      { k: 'é'.repeat(500) },
      { ['k'.repeat(64)]: 1 },
      { '0._-z': true },
    ])
      expect([attributes, (await patch(id, { attributes })).status]).toEqual([attributes, 200]);
    for (const attributes of [
      { k: 'x'.repeat(1001) },
      { ['k'.repeat(65)]: 1 },
      { '': 1 },
      { 'a b': 1 },
      { K: 1 },
      { ключ: 1 },
      { k: [1] },
      { k: {} },
    ])
      await expectRefused(id, { attributes }, 422);
    // Nine attribute texts give exactly the maximum of 8,192 bytes of JSON. The test runs with letters of one byte and
    // with letters of two bytes, to check that the limit counts bytes and not letters.
    for (const [letter, bytes] of [
      ['x', 1],
      ['é', 2],
    ] as const) {
      const { id } = await appOrder(api);
      const part = letter.repeat(900 / bytes);
      const texts = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`k${index}`, part]));
      const room = 8192 - Buffer.byteLength(JSON.stringify({ ...texts, k8: '' }));
      const last = 'x'.repeat(room);
      expect((await patch(id, { attributes: { ...texts, k8: last } })).status).toBe(200);
      await expectRefused(id, { attributes: { ...texts, k8: `${last}x` } }, 422, 'attributes');
    }
  });

  test('ORD-9: a reference may have a url on the registered origin only, or no url', async () => {
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
    await patch(id, reference(null));
    expect((await read(id)).attributes.reference).toEqual({ kind: 'invoice', number: '7', url: null });
    await patch(id, { attributes: { reference: null } });
    expect((await read(id)).attributes).toEqual({});
    for (const part of [{ kind: 'invoice' }, { number: '7' }, 'Q-7'])
      await expectRefused(id, { attributes: { reference: part } }, 422, 'attributes.reference');
    const more = { kind: 'invoice', number: '7', url: `${app.url}/i`, secret: 'x' };
    await patch(id, { attributes: { reference: more } });
    expect((await read(id)).attributes.reference).not.toHaveProperty('secret');
  });

  test.each(['https://app.example.com', 'http://app.example.com'])(
    'ORD-9: an app at %s may use only https on exactly that origin, on creation and by patch',
    async (origin) => {
      await renewWorld({ endpoints: 'public', app: { ...app, url: origin } });
      const { id } = await appOrder(api);
      const attributes = (url: string) => ({ reference: { kind: 'q', number: '1', url } });
      for (const url of [
        'http://app.example.com/q',
        'https://app.example.com.evil.test/q',
        'https://app.example.com:8443/q',
        'https://www.app.example.com/q',
      ]) {
        await expectRefused(id, { attributes: attributes(url) }, 422, 'attributes.reference.url');
        const made = await createOrder<ErrorAnswer>(api, orderBody({ attributes: attributes(url) }));
        expect([made.status, fieldsOf(made)]).toEqual([422, ['attributes.reference.url']]);
      }
      const secure = await patch(id, { attributes: attributes('https://app.example.com/q') });
      expect(secure.status).toBe(origin.startsWith('https:') ? 200 : 422);
    },
  );
});

describe('PATCH /orders/{id}/status', () => {
  const move = <Body = { data: unknown }>(id: string, status: string) =>
    write<Body>(api, 'PATCH', `/orders/${id}/status`, { status });

  test('STA-1, ORD-12: eight statuses can be set; the three statuses of the refund writers, and unknown ones, answer 400', async () => {
    const settable = 'placed approved processing shipped delivered delivered_failed returned cancelled'.split(
      ' ',
    );
    const all = [...settable, 'completed', 'partially_refunded', 'refunded'];
    expect([settableOrderStatuses, orderStatuses]).toEqual([settable, all]);
    expect(paymentStatuses.join(' ')).toBe(
      'not_required unpaid pending authorized partially_paid paid partially_refunded refunded failed',
    );
    expect(fulfillmentStatuses).toEqual(['pending', 'shipped', 'delivered', 'cancelled']);
    for (const status of all)
      expect([status, (await api.call('GET', `/orders?status=${status}`)).status]).toEqual([status, 200]);
    const { id } = await appOrder(api);
    for (const status of ['completed', 'partially_refunded', 'refunded', 'lost', 7])
      expect([status, (await move(id, status as string)).status]).toEqual([status, 400]);
    expect((await read(id)).status).toBe('placed');
    for (const status of settableOrderStatuses)
      expect([status, (await move(id, status)).status]).not.toEqual([status, 400]);
  });

  test('STA-1, ORD-12: only refunds set the three money statuses, and a payment does not change the status', async () => {
    const { id } = await appOrder(api);
    await world.control('POST', `/orders/${id}/payments`, { amount_minor: 400 });
    expect(await read(id)).toMatchObject({ status: 'placed', payment_status: 'partially_paid' });
    await world.control('POST', `/orders/${id}/payments`, { amount_minor: 600 });
    expect(await read(id)).toMatchObject({ status: 'placed', payment_status: 'paid' });
    await setByHand(world, id, { status: 'delivered' });
    for (const [amount_minor, status] of [
      [400, 'partially_refunded'],
      [600, 'refunded'],
    ]) {
      await write(api, 'POST', `/orders/${id}/refunds`, { amount_minor });
      expect((await read(id)).status).toBe(status);
    }
  });

  test('STA-3: transitions by a fulfillment, a refund and a cancellation emit order.status_changed', async () => {
    await subscribe(api);
    const { id, items } = await appOrder(api, { status: 'approved' });
    const [item] = items as { id: string }[];
    const lines = [{ order_item_id: item?.id, quantity: 2 }];
    await write(api, 'POST', `/orders/${id}/fulfillments`, { status: 'shipped', lines });
    await setByHand(world, id, { status: 'delivered' });
    await world.control('POST', `/orders/${id}/payments`, { amount_minor: 1000 });
    await write(api, 'POST', `/orders/${id}/refunds`, { amount_minor: 1 });
    const other = (await appOrder(api)).id;
    await move(other, 'cancelled');
    const events = (await received(world, 'order.status_changed')).map((row) => envelopeOf(row).data);
    expect(events.map((data) => `${data.order_id} ${data.status}`)).toEqual([
      `${id} shipped`,
      `${id} delivered`,
      `${id} partially_refunded`,
      `${other} cancelled`,
    ]);
  });

  test('STA-2, A3: every pair of the matrix changes the status, or answers 409 with details.current_status and changes nothing', async () => {
    const { id } = await appOrder(api);
    for (const from of orderStatuses) {
      for (const to of settableOrderStatuses) {
        // Moves the clock forward, so that the request budget of the install is not used up.
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

  test('STA-3: a transition emits order.status_changed with both statuses; a refused transition emits nothing', async () => {
    await subscribe(api);
    const { id } = await appOrder(api);
    await move(id, 'approved');
    await move(id, 'delivered');
    const events = (await received(world, 'order.status_changed')).map((row) => envelopeOf(row).data);
    expect(events).toMatchObject([{ order_id: id, status: 'approved', previous_status: 'placed' }]);
  });
});

type Json = Record<string, unknown>;
