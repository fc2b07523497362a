import { beforeEach, expect, test } from 'vitest';
import { pageOf } from 'commerce-platform-client/contract/common';
import { Order } from 'commerce-platform-client/contract/orders';
import { Store } from 'commerce-platform-client/contract/store';
import { appOrder, storefrontOrder, write } from '@/tests/integration/sandbox/orders/order-writes';
import {
  api,
  type Api,
  app,
  createOrder,
  orderBody,
  renewWorld,
  world,
} from '@/tests/integration/sandbox/sandbox-world';
import { envelopeOf, received, subscribe } from '@/tests/integration/sandbox/webhooks/webhook-endpoint';

type Json = Record<string, unknown>;

beforeEach(() => renewWorld());

const vary = (variation: Json) => world.control('PUT', '/variation', variation);
const orders = async (query = '') => pageOf(Order).parse((await api.call('GET', `/orders${query}`)).body);

test('A6, LIST-3: the variation sort oldest_first reverses the lists, also across pages', async () => {
  const newest = (await orders('?limit=100')).data.map(({ id }) => id);
  await vary({ sort: 'oldest_first' });
  const first = await orders('?limit=30');
  const rest = await orders(`?limit=100&cursor=${first.next_cursor}`);
  expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(newest.toReversed());
  expect(rest.next_cursor).toBeNull();
});

test('VER-3, GEN-6: the variation extra_fields adds a field to every object and removes none; maps keyed by name do not change', async () => {
  const plain = (await api.call<{ data: Json }>('GET', '/store')).body.data;
  await vary({ extra_fields: true });
  const more = (await api.call<{ data: Json }>('GET', '/store')).body.data;
  expect(more).toHaveProperty('x_future_field');
  expect(Store.parse(more)).toEqual(Store.parse(plain));
  expect((more.fx as Json).rates).toEqual((plain.fx as Json).rates);
});

test('A14, VER-2: the variation unknown_enums answers with undocumented values and does not change the stored state', async () => {
  const { id } = await appOrder(api);
  await write(api, 'PATCH', `/orders/${id}/status`, { status: 'approved' });
  await write(api, 'PATCH', `/orders/${id}/status`, { status: 'processing' });
  await vary({ unknown_enums: true });
  expect((await api.call<{ data: Json }>('GET', `/orders/${id}`)).body.data).toMatchObject({
    status: 'ready_for_pickup',
    payment_status: 'invoiced',
  });
  await vary({});
  expect((await api.call<{ data: Json }>('GET', `/orders/${id}`)).body.data.status).toBe('processing');
});

test('A7, A8, A9, A12: the variation `bodies` nests the fields that the platform document leaves open; a replayed answer follows the current variation', async () => {
  const order = await storefrontOrder(world, { status: 'approved' });
  await world.control('POST', `/orders/${order.id}/payments`, { amount_minor: 10 });
  await vary({ bodies: true });
  const lines = [{ order_item_id: order.big, quantity: 1 }];
  const key = { 'idempotency-key': 'one' };
  const path = `/orders/${order.id}/fulfillments`;
  const made = await api.call<{ data: Json }>('POST', path, { status: 'pending', lines }, key);
  expect(made.body.data).toMatchObject({
    fulfillment: { status: 'pending' },
    order: { order_status: 'approved' },
  });
  const refund = await write<{ data: Json }>(api, 'POST', `/orders/${order.id}/refunds`, { amount_minor: 1 });
  expect(refund.body.data).toMatchObject({ refund: { lines: [] }, order: { order_status_skipped: true } });
  const moved = await write<{ data: Json }>(api, 'PATCH', `/orders/${order.id}/status`, {
    status: 'cancelled',
  });
  expect(moved.body.data).toEqual({ id: order.id, status: 'cancelled' });
  const refused = await createOrder<{ error: { details: { fields: Json[] } } }>(
    api,
    orderBody({ items: [] }),
  );
  expect(Object.keys(refused.body.error.details.fields[0] ?? {})).toEqual(['field', 'reason']);
  await vary({});
  const again = await api.call<{ data: Json }>('POST', path, { status: 'pending', lines }, key);
  expect(again.body.data).toMatchObject({ status: 'pending', order_status: 'approved' });
});

test('A11: the variation `payloads` nests or omits ids only if the platform document does not specify the payload', async () => {
  await subscribe(api);
  const latest = async (topic: string) => {
    const event = (await received(world, topic)).at(-1);
    return event && envelopeOf(event).data;
  };
  await vary({ payloads: 'nested' });
  const { id } = await appOrder(api);
  await write(api, 'PATCH', `/orders/${id}/status`, { status: 'approved' });
  expect(await latest('order.created')).toMatchObject({ order_id: id });
  expect(await latest('order.status_changed')).toMatchObject({ resource: { order_id: id } });
  await vary({ payloads: 'no_ids' });
  await write(api, 'PATCH', `/orders/${id}/status`, { status: 'processing' });
  expect(await latest('order.status_changed')).not.toHaveProperty('order_id');
});

test('a second app has its own credentials, and revoking the tokens of one app does not affect the other (RFC 7009)', async () => {
  const made = await world.control<{ id: string; client_id: string; client_secret: string }>(
    'POST',
    '/apps',
    {
      name: 'Second',
      origin: 'https://second.example.com',
      redirect_uris: ['https://second.example.com/cb'],
    },
  );
  expect(made.status).toBe(201);
  const second = await world.install(world.syp, { app_id: made.body.id });
  const revoke = (token: string, id: string, secret: string) =>
    world.raw('POST', '/oauth/revoke', {
      body: new URLSearchParams({ token, client_id: id, client_secret: secret }),
    });
  const alive = async (of: Api) => (await of.call('GET', '/installation')).status;
  const own = [app.clientId, app.clientSecret] as const;
  expect((await revoke(second.refreshToken, ...own)).status).toBe(400);
  expect(await alive(second)).toBe(200);
  expect((await revoke(api.accessToken, app.clientId, 'wrong')).status).toBe(401);
  expect((await revoke('never-issued', ...own)).status).toBe(200);
  expect(await alive(api)).toBe(200);
  expect((await revoke(api.refreshToken, ...own)).status).toBe(200);
  expect([await alive(api), await alive(second)]).toEqual([401, 200]);
  expect((await revoke(second.accessToken, made.body.client_id, made.body.client_secret)).status).toBe(200);
  expect(await alive(second)).toBe(401);
  const { body } = await world.control<{ installs: { status: string }[] }>('GET', '');
  expect(body.installs.map(({ status }) => status)).toEqual(['active', 'active']);
  const metadata = await world.raw('GET', '/.well-known/oauth-authorization-server');
  expect(await metadata.json()).toMatchObject({ revocation_endpoint: 'http://127.0.0.1:4000/oauth/revoke' });
});
