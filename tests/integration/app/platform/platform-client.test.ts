import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StockProblem, FieldProblem } from 'commerce-platform-client/assumptions';
import type { PlatformClient } from 'commerce-platform-client/client';
import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import { pages } from 'commerce-platform-client/pages';
import { type PlatformError, ReconnectRequired } from 'commerce-platform-client/platform-error';
import {
  FulfillmentId,
  type OrderId,
  type ProductId,
  VariantId,
} from 'commerce-platform-client/contract/ids';
import { fixedToken } from 'commerce-platform-client/memory-ports';
import { bareClient } from '@/tests/support/platform/bare-client';
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
import { failure } from '@/tests/support/platform/failure';
import { type SandboxProcess, startSandbox } from '@/tests/support/stack/sandbox-process';

/** Tests every function of the platform client against a sandbox process over HTTP. */
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
afterEach(() => sandbox.control('DELETE', '/faults'));

const names = Object.keys(endpoints) as EndpointName[];
const reads = names.filter((name) => endpoints[name].method === 'GET');
const writes = names.filter((name) => endpoints[name].method !== 'GET');
const key = () => randomUUID();
const json = JSON.stringify;

type Seen = { method: string; path: string; status: number; idempotency_key: string | null; fault?: string };
async function seen(installId: string): Promise<Seen[]> {
  return (await sandbox.control<{ data: Seen[] }>('GET', `/requests?install_id=${installId}`)).data;
}

it('U3: has a function for each endpoint in the platform document, and no other', () => {
  expect(Object.keys(client).sort()).toEqual([...names].sort());
  expect(Object.keys(callOf).sort()).toEqual([...names].sort());
});

describe('reads', () => {
  it('INS-1: getInstallation returns the install with its webhook subscription, without the secret', async () => {
    const { body, requestId } = await client.getInstallation();
    expect(body.data.install).toMatchObject({ id: fixture.installId, status: 'active' });
    expect(body.data.install.webhook).toMatchObject({ endpoint_url: fixture.endpointUrl });
    expect(body.data.install.webhook).not.toHaveProperty('secret');
    expect(requestId).toMatch(/^req_/);
  });

  it('STO-1 STO-3: getStore returns the pricing currency, the exchange rates and the provinces', async () => {
    const { data } = (await client.getStore()).body;
    expect(data.pricing_currency).toEqual({ code: 'SYP', decimals: 0 });
    expect(data.fx?.rates?.SYP).toEqual({ scaled: 1, scale: 0 });
    expect(data.provinces?.length).toBeGreaterThan(0);
  });

  it('LIST-1: listOrders filters by each of its filters', async () => {
    await client.patchOrder(key(), fixture.order.id, json({ tags: { add: ['VIP'] } }));
    const { body } = await client.listOrders({
      status: 'approved',
      tag: 'vip',
      created_at_min: fixture.order.created_at,
      updated_at_min: fixture.order.created_at,
      limit: 100,
    });
    expect(body.data.map(({ id }) => id)).toEqual([fixture.order.id]);
  });

  it('LIST-2 LIST-3: pages return each order once, in order, and continue from a cursor', async () => {
    const all = (await gather(pages((cursor) => client.listOrders({ limit: 60, cursor })))).flat();
    expect(all.length).toBeGreaterThan(200);
    expect(new Set(all).size).toBe(all.length);
    const seenPages = [];
    let from: string | undefined;
    for await (const page of pages((cursor) => client.listOrders({ limit: 60, cursor }))) {
      seenPages.push(page.data.map(({ id }) => id));
      from = page.next_cursor ?? undefined;
      if (seenPages.length === 2) break;
    }
    const rest = await gather(pages((cursor) => client.listOrders({ limit: 60, cursor }), { from }));
    expect([...seenPages, ...rest].flat()).toEqual(all);
  });

  it('ORD-3 ORD-4: getOrder returns customer and address only with the scope, and money with its own decimals', async () => {
    const { data } = (await client.getOrder(fixture.order.id)).body;
    expect(data.customer).toMatchObject({ phone: '+963944123456' });
    expect(data.items.map(({ kind }) => kind)).toEqual(['variant', 'custom']);
    expect(data.total).toEqual({ amount_minor: 2_000, currency: 'SYP', decimals: 0 });
    const { token } = await newInstall(sandbox, { scopes: ['orders:read'] });
    const other = (await bareClient(baseUrlOf(sandbox), token).getOrder(fixture.order.id)).body.data;
    expect(other).not.toHaveProperty('customer');
    expect(other).not.toHaveProperty('shipping_address');
  });

  it('D7 GEN-4: an amount has the decimals of its own currency, whatever the store', async () => {
    const { token } = await newInstall(sandbox, { store: ({ currency }) => currency === 'USD' });
    const { data } = (await bareClient(baseUrlOf(sandbox), token).listProducts({ limit: 1 })).body;
    expect(data[0]?.variants?.[0]?.price).toMatchObject({ currency: 'USD', decimals: 2 });
  });

  it('PRO-1 PRO-2: listProducts filters by text, ids, status and time', async () => {
    expect((await client.listProducts({ q: 'شال', limit: 5 })).body.next_cursor).toBeNull();
    const { data } = (await client.listProducts({ ids: [fixture.productId], status: 'active' })).body;
    expect(data.map(({ id }) => id)).toEqual([fixture.productId]);
    const later = new Date(Date.now() + 86_400_000 * 365).toISOString();
    expect((await client.listProducts({ updated_at_min: later })).body.data).toEqual([]);
  });

  it('PRO-3 PRO-5: getProduct and listVariants return what has these ids, and leave out unknown ids', async () => {
    expect((await client.getProduct(fixture.productId)).body.data.variants).toHaveLength(1);
    const ids = [fixture.variantId, VariantId.parse('var_unknown')];
    const { data } = (await client.listVariants({ ids })).body;
    expect(data).toMatchObject([{ id: fixture.variantId, product_name: 'شال', product_status: 'active' }]);
  });

  it('DIS-1 DIS-2: listDiscounts returns a discount with its title and percentage', async () => {
    expect((await client.listDiscounts({ limit: 1 })).body.data[0]).toMatchObject({
      title: 'عيد',
      percent: 10,
    });
  });

  it('INV-1 INV-3: listMovements returns the newest stock movement first', async () => {
    const [newest] = (await client.listMovements({ limit: 1 })).body.data;
    expect(newest).toMatchObject({ variant_id: fixture.variantId, delta: -2 });
  });
});

async function gather(all: AsyncIterable<{ data: { id: string }[] }>): Promise<string[][]> {
  const ids: string[][] = [];
  for await (const page of all) ids.push(page.data.map(({ id }) => id));
  return ids;
}

describe('writes', () => {
  it('CRE-15: createOrder returns the order that it created', async () => {
    const { data } = (await client.createOrder(key(), json(orderOf(fixture.variantId)))).body;
    expect(data).toMatchObject({ status: 'approved', source: 'app', customer: { phone: '+963944123456' } });
  });

  it('PAT-1 PAT-2: patchOrder changes the note, the tags and the attributes', async () => {
    const body = {
      note: null,
      tags: { add: ['هدية'], remove: ['vip'] },
      attributes: { 'daftar.quote': 'Q-1' },
    };
    const { order } = (await client.patchOrder(key(), fixture.order.id, json(body))).body;
    expect(order).toMatchObject({ note: null, tags: ['هدية'], attributes: { 'daftar.quote': 'Q-1' } });
  });

  it('STA-1 STA-2: setOrderStatus changes the status, and throws the error of a refused status change', async () => {
    const order = await newOrder();
    expect((await client.setOrderStatus(key(), order, '{"status":"processing"}')).body.order?.status).toBe(
      'processing',
    );
    expect(await failure(client.setOrderStatus(key(), order, '{"status":"placed"}'))).toMatchObject({
      status: 409,
      code: 'conflict',
      details: { current_status: 'processing' },
    });
  });

  it('FUL-4 FUL-5: createFulfillment and patchFulfillment return the resulting status of the order', async () => {
    const order = (await client.getOrder(await newOrder())).body.data;
    const lines = order.items.map(({ id, quantity }) => ({ order_item_id: id, quantity }));
    const made = await client.createFulfillment(key(), order.id, json({ status: 'shipped', lines }));
    expect(made.body).toMatchObject({
      fulfillment: { status: 'shipped', lines },
      orderStatus: 'shipped',
      orderStatusSkipped: false,
    });
    const id = FulfillmentId.parse(made.body.fulfillment?.id);
    const change = json({ status: 'delivered', tracking_number: 'TN-9' });
    expect((await client.patchFulfillment(key(), order.id, id, change)).body).toMatchObject({
      fulfillment: { id, status: 'delivered', tracking_number: 'TN-9' },
      orderStatus: 'delivered',
      orderStatusSkipped: false,
    });
  });

  it('REF-4 REF-6: createRefund; an order keeps its status if no transition exists', async () => {
    const { body } = await client.createRefund(
      key(),
      fixture.order.id,
      json({ amount_minor: 5, reason: 'عيب' }),
    );
    expect(body).toMatchObject({
      refund: { amount: { amount_minor: 5, currency: 'SYP', decimals: 0 }, reason: 'عيب', lines: [] },
      orderStatus: 'approved',
      orderStatusSkipped: true,
    });
    expect(
      await failure(client.createRefund(key(), fixture.order.id, '{"amount_minor":999999}')),
    ).toMatchObject({
      status: 409,
    });
  });

  it('INV-2: createMovement returns no body, and the ledger has the movement', async () => {
    const { body } = (await callOf.createMovement(fixture)) as { body: unknown };
    expect(body).toBeUndefined();
    expect((await client.listMovements({ limit: 1 })).body.data[0]).toMatchObject({ delta: -1 });
  });

  it('WHK-1 WHK-2 WHK-4: the subscription is put, read without its secret, and deleted', async () => {
    const { client: own } = await startClientFixture(sandbox);
    expect((await own.deleteWebhook()).body).toBeUndefined();
    expect((await own.getWebhook()).body.data).toBeNull();
    const put = { endpoint_url: fixture.endpointUrl, topics: ['order.created' as const] };
    expect((await own.putWebhook(put)).body.data.secret).toMatch(/./);
    expect((await own.putWebhook(put)).body.data.secret).toBeUndefined();
    expect((await own.putWebhook({ ...put, rotate_secret: true })).body.data.secret).toMatch(/./);
    expect((await own.getWebhook()).body.data).toMatchObject({ status: 'active', topics: ['order.created'] });
  });

  it('WHK-5 WHK-7: testWebhook sends an event, only in a sandbox store', async () => {
    await client.putWebhook({ endpoint_url: fixture.endpointUrl, topics: ['order.created'] });
    const sent = await client.testWebhook(
      key(),
      json({ topic: 'order.created', data: { order_number: 'T-1' } }),
    );
    expect(sent.body.data).toMatchObject({
      topic: 'order.created',
      test: true,
      data: { order_number: 'T-1' },
    });
    const { token } = await newInstall(sandbox, { store: ({ is_development }) => !is_development });
    const real = bareClient(baseUrlOf(sandbox), token);
    expect(await failure(real.testWebhook(key(), '{"topic":"order.created"}'))).toMatchObject({
      status: 403,
      code: 'sandbox_required',
    });
  });

  it.each(writes.filter((name) => endpoints[name].idempotent || name === 'testWebhook'))(
    'IDE-2 A33: %s sends its key, and the same key with the same bytes gets the stored answer',
    async (name) => {
      const own = await startClientFixture(sandbox);
      const change = {
        key: key(),
        ...(name === 'patchFulfillment' && { id: await fulfillmentOf(own) }),
      };
      const first = await callOf[name](own, change);
      const again = await callOf[name](own, change);
      expect(first).toMatchObject({ replayed: false });
      expect(again).toMatchObject({ replayed: true });
      expect(again).toMatchObject({ body: (first as { body: unknown }).body });
      const carried = (await seen(own.installId)).filter((row) => row.idempotency_key === change.key);
      expect(carried).toHaveLength(2);
    },
  );

  it('IDE-4: putWebhook and deleteWebhook send no key', async () => {
    await callOf.deleteWebhook(fixture);
    const rows = (await seen(fixture.installId)).filter(({ path }) => path === '/v1/webhooks');
    expect(rows.map(({ method }) => method)).toEqual(['PUT', 'DELETE', 'PUT']);
    expect(rows.every((row) => row.idempotency_key === null)).toBe(true);
  });
});

async function newOrder(): Promise<OrderId> {
  return (await client.createOrder(key(), json(orderOf(fixture.variantId)))).body.data.id;
}

async function fulfillmentOf(own: ClientFixture): Promise<string> {
  const { body } = await own.client.createFulfillment(key(), own.order.id, fulfillmentBody(own));
  return FulfillmentId.parse(body.fulfillment?.id);
}

describe('errors', () => {
  // Calls an endpoint with a request that the platform refuses before it searches for any record. So the PATCH of a
  // fulfillment can use an id that does not exist.
  const callAtEntry = (name: EndpointName, other: PlatformClient, options = {}) =>
    callOf[name](fixture, {
      client: other,
      options,
      ...(name === 'patchFulfillment' && { id: 'ful_1' }),
    });

  it.each(names)(
    'AUT-1 AUT-9: %s with a refused token: another token is requested once, then ReconnectRequired is thrown',
    async (name) => {
      const { token, installId } = await newInstall(sandbox);
      await sandbox.control('PATCH', `/installs/${installId}`, { member_active: false });
      // The platform has a separate budget for requests with bad tokens, per IP address (AUT-7). Moving the
      // sandbox's clock forward refills this budget.
      await sandbox.control('POST', '/clock', { advance_s: 61 });
      const tokens = fixedToken(token);
      const refused = bareClient(baseUrlOf(sandbox), token, { tokens });
      await expect(callAtEntry(name, refused)).rejects.toThrow(ReconnectRequired);
      expect(tokens.refusals).toBe(2);
    },
  );

  it.each(names.filter((name) => endpoints[name].scope !== null))(
    'AUT-2 AUT-10: %s without its scope is a 403 with the request id, and is sent once',
    async (name) => {
      const { token, installId } = await newInstall(sandbox, { scopes: [] });
      expect(await failure(callAtEntry(name, bareClient(baseUrlOf(sandbox), token)))).toMatchObject({
        status: 403,
        code: 'forbidden',
        requestId: expect.stringMatching(/^req_/),
      });
      expect(await seen(installId)).toHaveLength(1);
    },
  );

  it.each(names.filter((name) => endpoints[name].path.includes('{id}')))(
    'GEN-1: %s for an id that is not in the store is a 404',
    async (name) => {
      expect(await failure(callOf[name](fixture, { id: 'nothing_here' }))).toMatchObject({
        status: 404,
        code: 'not_found',
        details: {},
      });
    },
  );

  it.each(writes)('GEN-7: the client sends %s once, whatever the platform answers', async (name) => {
    const { token, installId } = await newInstall(sandbox);
    const other = bareClient(baseUrlOf(sandbox), token);
    const statuses = [400, 404, 409, 413, 422, 429, 500, 503];
    for (const status of statuses) {
      await sandbox.control('POST', '/faults', {
        on: 'api',
        effect: 'status',
        status,
        delay_ms: 1,
        count: 1,
      });
      const error = await failure(callAtEntry(name, other));
      expect([error.status, error.retryAfterSeconds]).toEqual([status, status === 429 ? 1 : null]);
      if (status >= 500) expect(error.code).toBe('internal_error');
    }
    const rows = (await seen(installId)).filter(({ fault }) => fault === 'status');
    expect(rows.map(({ status }) => status)).toEqual(statuses);
  });

  it.each(reads)('ERR-3: %s is read again after a 5xx, but not after a refusal', async (name) => {
    const { token, installId } = await newInstall(sandbox);
    const other = bareClient(baseUrlOf(sandbox), token);
    await sandbox.control('POST', '/faults', { on: 'api', effect: 'status', status: 500, count: 1 });
    await callAtEntry(name, other);
    await sandbox.control('POST', '/faults', { on: 'api', effect: 'status', status: 400, count: 1 });
    expect(await failure(callAtEntry(name, other))).toMatchObject({ status: 400, code: 'invalid_request' });
    expect((await seen(installId)).map(({ status }) => status)).toEqual([500, 200, 400]);
  });

  it('CRE-13 CRE-14: details name the fields and the lines (A12)', async () => {
    const bad = json({
      ...orderOf(fixture.variantId),
      items: [{ name: '', quantity: 0, unit_price_minor: -1 }],
    });
    const invalid = await failure(client.createOrder(key(), bad));
    expect(invalid).toMatchObject({ status: 422, code: 'invalid_request' });
    const fields = FieldProblem.array().parse(invalid.details.fields);
    expect(fields.map(({ path }) => path)).toContain('items.0.quantity');
    const items = [{ variant_id: fixture.variantId, name: 'شال', quantity: 5_000, unit_price_minor: 1 }];
    const short = await failure(client.createOrder(key(), json(orderOf(fixture.variantId, { items }))));
    expect(short).toMatchObject({ status: 409, code: 'insufficient_stock' });
    expect(StockProblem.array().parse(short.details.lines)).toMatchObject([{ index: 0, requested: 5_000 }]);
  });

  it('CRE-1 CRE-8 CRE-14: error codes are the platform’s own', async () => {
    const create = (change: object) =>
      failure(client.createOrder(key(), json({ ...orderOf(fixture.variantId), ...change })));
    expect(await create({ currency: 'JPY' })).toMatchObject({ status: 422, code: 'currency_not_allowed' });
    expect(await create({ payment_method: 'barter' })).toMatchObject({
      status: 409,
      code: 'payment_method_disabled',
    });
    const items = [{ variant_id: 'var_unknown', name: 'شال', quantity: 1, unit_price_minor: 1 }];
    expect(await create({ items })).toMatchObject({ status: 404, code: 'variant_not_found' });
  });

  it('IDE-3 A31: a key with another body is a conflict; a refusal is replayed as the same refusal', async () => {
    const [once, body] = [key(), json(orderOf(fixture.variantId, { currency: 'JPY' }))];
    await failure(client.createOrder(once, body));
    expect(await failure(client.createOrder(once, body))).toMatchObject({ status: 422, replayed: true });
    expect(await failure(client.createOrder(once, `${body} `))).toMatchObject({
      status: 409,
      replayed: false,
    });
  });

  it('LIM-3: a body over 64 KB is a 413', async () => {
    const note = 'x'.repeat(70_000);
    expect(await failure(client.createOrder(key(), json({ note })))).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    });
  });

  it('LIM-1 LIM-2: the platform’s own 429 says when to retry', async () => {
    const { token } = await newInstall(sandbox);
    const budget = { take: async () => undefined, block: async () => undefined };
    const greedy = bareClient(baseUrlOf(sandbox), token, { budget });
    const errors = await Promise.all(
      Array.from({ length: 61 }, () =>
        greedy.putWebhook({ endpoint_url: fixture.endpointUrl, topics: ['app.uninstalled'] }).then(
          () => null,
          (error: PlatformError) => error,
        ),
      ),
    );
    const refused = errors.filter((error) => error !== null);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(refused[0]?.retryAfterSeconds).toBeGreaterThan(50);
  });
});

describe('requests are validated against the contract before a byte is sent', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a limit of 0', () => client.listOrders({ limit: 0 })],
    ['a limit of 101', () => client.listMovements({ limit: 101 })],
    ['half a limit', () => client.listDiscounts({ limit: 1.5 })],
    ['a cursor of 513 characters', () => client.listOrders({ cursor: 'c'.repeat(513) })],
    ['a status nobody knows', () => client.listOrders({ status: 'gone' as 'placed' })],
    ['a tag of 41 characters', () => client.listOrders({ tag: 'x'.repeat(41) })],
    ['a time that is none', () => client.listOrders({ updated_at_min: 'yesterday' })],
    ['no ids', () => client.listVariants({ ids: [] })],
    ['101 ids', () => client.listVariants({ ids: Array.from({ length: 101 }, () => fixture.variantId) })],
    ['an id that would be read as two', () => client.listVariants({ ids: ['a,b' as VariantId] })],
    ['an empty id in a list', () => client.listProducts({ ids: ['' as ProductId] })],
    ['an empty id', () => client.getOrder('' as OrderId)],
    ['an id of 129 characters', () => client.getOrder('i'.repeat(129) as OrderId)],
    ['an id with a line break', () => client.getOrder('a\nb' as OrderId)],
    ['the folder itself', () => client.getOrder('.' as OrderId)],
    ['the folder above', () => client.getProduct('..' as ProductId)],
    ['no topics', () => client.putWebhook({ endpoint_url: fixture.endpointUrl, topics: [] })],
    ['no address', () => client.putWebhook({ endpoint_url: 'here', topics: ['order.created'] })],
    ['no key', () => client.createOrder('', '{}')],
    ['a key of 201 characters', () => client.createOrder('k'.repeat(201), '{}')],
    ['a key with a line break', () => client.createOrder('a\r\nx-evil: 1', '{}')],
  ])('GEN-8 LIST-2: %s is refused', async (_, call) => {
    const before = (await seen(fixture.installId)).length;
    expect(await failure(call())).toMatchObject({
      status: 400,
      code: 'invalid_request',
      requestId: null,
      details: {
        fields: expect.arrayContaining([{ path: expect.any(String), message: expect.any(String) }]),
      },
    });
    expect((await seen(fixture.installId)).length).toBe(before);
  });

  it.each([
    '../store',
    '%2e%2e',
    'a/../../store',
    'x?limit=1',
    'x#y',
    '@evil.example',
    '\\..\\store',
    'id;v=1',
  ])('the id %s stays one path segment: the request cannot reach another path', async (id) => {
    expect(await failure(client.getOrder(id as OrderId))).toMatchObject({ status: 404 });
    expect((await seen(fixture.installId)).at(-1)?.path).toMatch(/^\/v1\/orders\//);
  });
});
