import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  entityOfEvent,
  FieldProblem,
  shippingAddressKeys,
  StockProblem,
} from 'commerce-platform-client/assumptions';
import type { PlatformClient } from 'commerce-platform-client/client';
import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import { pages } from 'commerce-platform-client/pages';
import { FulfillmentId } from 'commerce-platform-client/contract/ids';
import {
  baseUrlOf,
  callOf,
  freshInstall,
  fulfillmentBody,
  newInstall,
  orderOf,
  type ClientFixture,
  startClientFixture,
} from '@/tests/support/platform/client-fixture';
import { bareClient } from '@/tests/support/platform/bare-client';
import { type SandboxProcess, startSandbox } from '@/tests/support/stack/sandbox-process';
import { failure } from '@/tests/support/platform/failure';
import { type Peer, startPeer } from '@/tests/support/platform/peer';

/**
 * Calls every function of the platform client over HTTP. Each sandbox of the test behaves differently where the
 * platform document leaves a choice.
 */
let sandbox: SandboxProcess;
let fixture: ClientFixture;
let client: PlatformClient;

beforeAll(async () => {
  sandbox = await startSandbox('http://localhost:3999');
  fixture = await startClientFixture(sandbox);
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  fixture = await freshInstall(sandbox, fixture);
  ({ client } = fixture);
});
afterEach(() => vary({}));

type Json = Record<string, unknown>;
const vary = (variation: Json) => sandbox.control('PUT', '/variation', variation);
const json = JSON.stringify;
const key = () => randomUUID();
const names = Object.keys(endpoints) as EndpointName[];

const variations: Json[] = [
  { sort: 'oldest_first' },
  { extra_fields: true },
  { unknown_enums: true },
  { bodies: true },
  { bodies: 'empty' },
  { optional_fields: 'null' },
  { optional_fields: 'absent' },
  { sort: 'oldest_first', extra_fields: true, unknown_enums: true, bodies: true, optional_fields: 'null' },
];

describe.each(variations)('%j', (variation) => {
  it('D8 GEN-6 VER-2: every function succeeds, and each write has its effect once', async () => {
    const own = await startClientFixture(sandbox);
    await vary(variation);
    for (const name of names) {
      const change = { key: key(), ...(name === 'patchFulfillment' && { id: await fulfillmentOf(own) }) };
      await expect(callOf[name](own, change), name).resolves.toBeDefined();
      if (endpoints[name].idempotent) expect(await effectsOf(change.key), name).toBeGreaterThan(0);
    }
  });
});

/**
 * Returns how many objects the request with the given idempotency key created or changed. The number comes from the
 * sandbox's ledger of effects (executed changes). Expects that no effect occurs twice.
 */
async function effectsOf(idempotencyKey: string): Promise<number> {
  const { data } = await sandbox.control<{ data: { kind: string; id: string }[] }>(
    'GET',
    `/effects?idempotency_key=${idempotencyKey}`,
  );
  expect(new Set(data.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(data.length);
  return data.length;
}

async function fulfillmentOf({ client: own, order }: ClientFixture): Promise<FulfillmentId> {
  const { data } = (await own.getOrder(order.id)).body;
  const body = json({ status: 'pending', lines: [{ order_item_id: data.items[1]?.id, quantity: 1 }] });
  await own.createFulfillment(key(), order.id, body);
  return FulfillmentId.parse((await own.getOrder(order.id)).body.data.fulfillments.at(-1)?.id);
}

describe('A6 A27: lists in the other sort order', () => {
  const idsOf = async (
    read: Parameters<typeof pages<{ data: { id: string }[]; next_cursor: string | null }>>[0],
  ) => {
    const ids: string[] = [];
    for await (const page of pages(read)) ids.push(...page.data.map(({ id }) => id));
    return ids;
  };

  it('LIST-3: the pages together still return every row once', async () => {
    const lists = {
      orders: () => idsOf((cursor) => client.listOrders({ limit: 90, cursor })),
      movements: () => idsOf((cursor) => client.listMovements({ limit: 90, cursor })),
      discounts: () => idsOf((cursor) => client.listDiscounts({ limit: 2, cursor })),
    };
    for (const [name, list] of Object.entries(lists)) {
      await vary({});
      const newestFirst = await list();
      await vary({ sort: 'oldest_first' });
      expect(await list(), name).toEqual(newestFirst.toReversed());
      expect(newestFirst.length, name).toBeGreaterThan(3);
    }
  });
});

describe('responses of another shape', () => {
  it('A7: a response without the order gives order null, and the order can be read again', async () => {
    for (const bodies of [true, 'empty']) {
      await vary({ bodies });
      const { body } = await client.setOrderStatus(key(), fixture.order.id, '{"status":"processing"}');
      expect(body).toEqual({ order: null });
      expect((await client.getOrder(fixture.order.id)).body.data.status).toBe('processing');
      await client.setOrderStatus(key(), fixture.order.id, '{"status":"approved"}');
    }
  });

  it('PAT-1: an empty patch response gives order null, and the patch still took effect', async () => {
    await vary({ bodies: 'empty' });
    expect((await client.patchOrder(key(), fixture.order.id, '{"note":"كما هو"}')).body).toEqual({
      order: null,
    });
    expect((await client.getOrder(fixture.order.id)).body.data.note).toBe('كما هو');
  });

  it('A8: order_status is read from data.order, else it is null', async () => {
    await vary({ bodies: true });
    const nested = (await client.createFulfillment(key(), fixture.order.id, fulfillmentBody(fixture))).body;
    expect(nested).toMatchObject({
      fulfillment: { status: 'pending', lines: [{ quantity: 1 }] },
      orderStatus: 'approved',
      orderStatusSkipped: false,
    });
    const id = FulfillmentId.parse(nested.fulfillment?.id);
    await vary({ bodies: 'empty' });
    const { body } = await client.patchFulfillment(key(), fixture.order.id, id, '{"status":"cancelled"}');
    expect(body).toEqual({ fulfillment: null, orderStatus: null, orderStatusSkipped: null });
    const { fulfillments } = (await client.getOrder(fixture.order.id)).body.data;
    expect(fulfillments.find((row) => row.id === id)?.status).toBe('cancelled');
  });

  it('A9: order_status of a refund is read from data.order, else it is null', async () => {
    await vary({ bodies: true });
    expect((await client.createRefund(key(), fixture.order.id, '{"amount_minor":1}')).body).toMatchObject({
      refund: { amount: { amount_minor: 1, decimals: 0 } },
      orderStatus: 'approved',
      orderStatusSkipped: true,
    });
    await vary({ bodies: 'empty' });
    expect((await client.createRefund(key(), fixture.order.id, '{"amount_minor":1}')).body).toEqual({
      refund: null,
      orderStatus: null,
      orderStatusSkipped: null,
    });
  });

  it('A12: error details with other keys are still a refusal with its code, and name no field', async () => {
    await vary({ bodies: true });
    const order = orderOf(fixture.variantId, { items: [{ name: 'شال', quantity: 0, unit_price_minor: 1 }] });
    const invalid = await failure(client.createOrder(key(), json(order)));
    expect(invalid).toMatchObject({ status: 422, code: 'invalid_request' });
    expect(FieldProblem.array().safeParse(invalid.details.fields).success).toBe(false);
    const items = [{ variant_id: fixture.variantId, name: 'شال', quantity: 9_000, unit_price_minor: 1 }];
    const short = await failure(client.createOrder(key(), json(orderOf(fixture.variantId, { items }))));
    expect(short).toMatchObject({ status: 409, code: 'insufficient_stock' });
    expect(StockProblem.array().safeParse(short.details.lines).success).toBe(false);
  });

  it('A18: exchange rates of another shape are read as no rates, and the rest of the store is complete', async () => {
    const plain = (await client.getStore()).body.data;
    expect(Object.keys(plain.fx?.rates ?? {}).length).toBeGreaterThan(0);
    await vary({ bodies: true });
    expect((await client.getStore()).body.data).toEqual({ ...plain, fx: { ...plain.fx, rates: {} } });
  });

  it('A19: an address with other keys is returned unchanged', async () => {
    const province = (await client.getStore()).body.data.provinces?.[0]?.value ?? '';
    const address = { address: 'شارع الحمرا 4', province, city: null, notes: null };
    const change = { shipping: { amount_minor: 0, method: 'delivery' as const }, shipping_address: address };
    const { id } = (await client.createOrder(key(), json(orderOf(fixture.variantId, change)))).body.data;
    await vary({ bodies: true });
    const { shipping_address: returned } = (await client.getOrder(id)).body.data;
    expect(Object.values(returned ?? {})).toContain('شارع الحمرا 4');
    expect(
      Object.keys(returned ?? {}).some((name) => (shippingAddressKeys as readonly string[]).includes(name)),
    ).toBe(false);
  });

  it('A23: products, variants, discounts and the store can be read with only their ids', async () => {
    for (const optional_fields of ['null', 'absent']) {
      await vary({ optional_fields });
      const product = (await client.getProduct(fixture.productId)).body.data;
      expect([product.id, product.name ?? '-', product.variants ?? []]).toEqual([fixture.productId, '-', []]);
      const [variant] = (await client.listVariants({ ids: [fixture.variantId] })).body.data;
      expect([variant?.id, variant?.price ?? '-', variant?.product_id ?? '-']).toEqual([
        fixture.variantId,
        '-',
        '-',
      ]);
      expect((await client.listDiscounts({ limit: 1 })).body.data[0]?.title ?? '-').toBe('-');
      expect((await client.getStore()).body.data.pricing_currency ?? '-').toBe('-');
    }
  });
});

describe('undocumented values and fields', () => {
  it('A14 A15 A16 A17 VER-2: unknown enum values are returned as plain text', async () => {
    const order = (await client.createOrder(key(), json(orderOf(fixture.variantId)))).body.data;
    await client.setOrderStatus(key(), order.id, '{"status":"processing"}');
    await sandbox.control('PATCH', `/products/${fixture.productId}`, { status: 'discontinued' });
    await vary({ unknown_enums: true });
    const { status, payment_status } = (await client.getOrder(order.id)).body.data;
    expect([status, payment_status]).toEqual(['ready_for_pickup', 'invoiced']);
    expect((await client.getProduct(fixture.productId)).body.data.status).toBe('archived');
    expect((await client.getWebhook()).body.data?.status).toBe('throttled');
    expect((await client.getInstallation()).body.data.install.distribution_channel).toBe('marketplace');
    expect((await client.listDiscounts({ limit: 100 })).body.data.map(({ method }) => method)).toContain(
      'loyalty',
    );
    const reasons = (await client.listMovements({ limit: 100 })).body.data.map(({ reason }) => reason);
    expect(reasons).toContain('transfer');
    await vary({});
    await sandbox.control('PATCH', `/products/${fixture.productId}`, { status: 'active' });
  });

  it('GEN-6: unknown fields are dropped at every level of the response', async () => {
    await vary({ extra_fields: true });
    for (const name of names.filter((one) => endpoints[one].method === 'GET'))
      expect(json(await callOf[name](fixture)), name).not.toContain('x_future_field');
  });
});

describe('A10: the scope of the product endpoints', () => {
  it.each(['listProducts', 'getProduct', 'listVariants'] as const)(
    '%s without the scope fails with 403 forbidden',
    async (name) => {
      const { token } = await newInstall(sandbox, { scopes: ['orders:read'] });
      expect(
        await failure(callOf[name](fixture, { client: bareClient(baseUrlOf(sandbox), token) })),
      ).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
    },
  );
});

describe('A20 A31: responses replayed for an idempotency key', () => {
  it('are reported as replayed, also when they are refusals or have another shape', async () => {
    const body = json(orderOf(fixture.variantId, { payment_method: 'barter' }));
    const once = key();
    for (const replayed of [false, true]) {
      await vary({ bodies: replayed, extra_fields: replayed });
      expect(await failure(client.createOrder(once, body))).toMatchObject({
        status: 409,
        code: 'payment_method_disabled',
        replayed,
      });
    }
  });
});

describe('A11: events of another shape', () => {
  let endpoint: Peer;
  const received: { topic: string; data: Json }[] = [];
  beforeAll(async () => {
    endpoint = await startPeer();
    endpoint.answer = (request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        received.push(JSON.parse(text) as { topic: string; data: Json });
        response.writeHead(200).end();
      });
    };
  });
  afterAll(() => endpoint.stop());

  it.each([
    ['nested', true],
    ['no_ids', false],
  ])('%s: the order id is found anywhere in the data, or not at all', async (payloads, found) => {
    await client.putWebhook({
      endpoint_url: `${endpoint.origin}/hooks`,
      topics: ['order.status_changed', 'refund.created', 'fulfillment.created'],
    });
    await vary({ payloads });
    received.length = 0;
    const { id } = (await client.createOrder(key(), json(orderOf(fixture.variantId)))).body.data;
    await client.setOrderStatus(key(), id, '{"status":"processing"}');
    await client.createRefund(key(), fixture.order.id, '{"amount_minor":1}');
    await expect
      .poll(() => new Set(received.map(({ topic }) => topic)), { timeout: 40_000 })
      .toEqual(new Set(['order.status_changed', 'refund.created']));
    for (const { topic, data } of received) {
      const order = topic === 'refund.created' ? fixture.order.id : id;
      expect(entityOfEvent(topic, data)).toEqual(found ? { kind: 'order', id: order } : null);
    }
  });
});
