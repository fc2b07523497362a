import createClient, { type Middleware } from 'openapi-fetch';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from 'commerce-platform-client/contract/endpoints';
import {
  endpointExamples,
  type ExampleIds,
  type WriteName,
  writeNames,
} from '@/tests/support/platform/endpoint-examples';
import type { operations, paths } from '@/tests/integration/sandbox/api/generated/platform-api';
import { type SandboxProcess, startSandbox } from '@/tests/support/stack/sandbox-process';
import { type ServedDocument, servedDocument } from './served-document';

const generatedFile = 'generated/platform-api.d.ts';
const generatedBy = `// Made from /openapi.json by openapi-typescript. To update it:
// npx vitest run --project integration-sandbox tests/integration/sandbox/api/generated-client.test.ts --update
`;

let sandbox: SandboxProcess;
let document: ServedDocument;
let client: ReturnType<typeof createClient<paths>>;
let variant: { id: string; locationId: string };

beforeAll(async () => {
  sandbox = await startSandbox('http://127.0.0.1:1');
  document = await servedDocument(sandbox.origin);
  const { stores } = await sandbox.control<{
    stores: { id: string; currency: string; is_development: boolean; locations: string[] }[];
  }>('GET', '');
  const store = stores.find((row) => row.currency === 'SYP' && row.is_development);
  if (!store) throw new Error('no development store in SYP');
  const { access_token: token } = await sandbox.control<{ access_token: string }>('POST', '/installs', {
    store_id: store.id,
  });
  const { data: product } = await sandbox.control<{ data: { variants: { id: string }[] } }>(
    'POST',
    '/products',
    { store_id: store.id, name: 'شال', variants: [{ name: 'M', price_minor: 300, quantity: 10 }] },
  );
  variant = { id: product.variants[0]?.id ?? '', locationId: store.locations[0] ?? '' };
  await sandbox.control('POST', '/discounts', {
    store_id: store.id,
    title: 'عيد',
    value_type: 'percent',
    percent: 10,
  });
  client = createClient<paths>({
    baseUrl: `${sandbox.origin}/v1`,
    headers: { authorization: `Bearer ${token}` },
  });
  client.use(noteOperation);
});
afterAll(() => sandbox.stop());

/** The operationId (from the OpenAPI document) of the endpoint that the client called last. */
let calledOperation: string | undefined;
const noteOperation: Middleware = {
  onResponse: ({ request, schemaPath }) => {
    const method = request.method.toLowerCase();
    calledOperation = document.operations.find(
      (row) => row.method === method && row.path === schemaPath,
    )?.operationId;
  },
};

const withKey = () => ({ header: { 'Idempotency-Key': randomUUID() } });

async function anOrder() {
  const { data } = await client.POST('/orders', {
    params: withKey(),
    body: {
      currency: 'SYP',
      items: [
        { variant_id: variant.id, name: 'شال', quantity: 1, unit_price_minor: 300 },
        { name: 'تغليف', quantity: 2, unit_price_minor: 100 },
      ],
      shipping: { amount_minor: 0, method: 'pickup' },
      customer: { name: 'رنا الحلبي', phone: '+963 944 555 666' },
      payment_method: 'cod',
      status: 'approved',
      attributes: { channel: 'phone' },
      inventory: 'skip',
    },
  });
  if (!data) throw new Error('no order was made');
  return data.data;
}

const putWebhook = () => client.PUT('/webhooks', { body: examples.putWebhook.body(noIds) });
const noIds = { line: '', variant: '', location: '' };

type Called = { response: Response; data?: unknown };

type BodyOf<Name extends WriteName> = operations[Name]['requestBody']['content']['application/json'];

/**
 * The example bodies of the writes. With this type, the compiler compares each body with the types that were generated
 * from the OpenAPI document.
 */
const examples: { [Name in WriteName]: { body: (ids: ExampleIds) => BodyOf<Name> } } = endpointExamples;

/**
 * For some writes, a function that must run before the test calls the write. `putWebhook` first deletes the
 * subscription, because PUT /webhooks returns the secret only if there is no subscription. `testWebhook` first creates
 * one.
 */
const prepare: Partial<Record<WriteName, () => Promise<unknown>>> = {
  putWebhook: () => client.DELETE('/webhooks'),
  testWebhook: putWebhook,
};

/**
 * Calls a write with its example body. For each call, creates a new paid order with a fulfillment of the order's second
 * line.
 */
async function callWrite(name: WriteName): Promise<Called> {
  await prepare[name]?.();
  const { id, items, total } = await anOrder();
  await sandbox.control('POST', `/orders/${id}/payments`, { amount_minor: total.amount_minor });
  const made = await client.POST('/orders/{id}/fulfillments', {
    params: { ...withKey(), path: { id } },
    body: { status: 'pending', lines: [{ order_item_id: items[1]?.id ?? '', quantity: 1 }] },
  });
  const body = examples[name].body({
    line: items[0]?.id ?? '',
    variant: variant.id,
    location: variant.locationId,
  });
  const { method, path, idempotent } = endpoints[name];
  const request = client.request as (method: string, path: string, init: object) => Promise<Called>;
  return request(method.toLowerCase(), path, {
    params: { ...(idempotent && withKey()), path: { id, fulfillmentId: made.data?.data.id } },
    body,
  });
}

const writeCalls = Object.fromEntries(writeNames.map((name) => [name, () => callWrite(name)])) as Record<
  WriteName,
  () => Promise<Called>
>;

/**
 * Calls each endpoint of the OpenAPI document once. The type requires an entry for every endpoint of the
 * document.
 */
const calls: Record<keyof operations, () => Promise<Called>> = {
  getInstallation: () => client.GET('/installation'),
  getStore: () => client.GET('/store'),
  listOrders: () => client.GET('/orders', { params: { query: { limit: 5, status: 'delivered' } } }),
  getOrder: async () => client.GET('/orders/{id}', { params: { path: { id: (await anOrder()).id } } }),
  listProducts: () => client.GET('/products', { params: { query: { q: 'شال' } } }),
  listVariants: () => client.GET('/products/variants', { params: { query: { ids: variant.id } } }),
  getProduct: async () => {
    const { data } = await client.GET('/products', { params: { query: { limit: 1 } } });
    return client.GET('/products/{id}', { params: { path: { id: data?.data[0]?.id ?? '' } } });
  },
  listDiscounts: () => client.GET('/discounts'),
  listMovements: () => client.GET('/inventory/movements', { params: { query: { limit: 5 } } }),
  getWebhook: async () => {
    await putWebhook();
    return client.GET('/webhooks');
  },
  deleteWebhook: () => client.DELETE('/webhooks'),
  ...writeCalls,
};

describe('a client generated from the document', () => {
  test('calls every endpoint of the document', () => {
    const described = document.operations.map(({ operationId }) => operationId);
    expect(Object.keys(calls).sort()).toEqual(described.sort());
  });

  test.each(Object.keys(calls) as (keyof operations)[])(
    'GEN-11: %s succeeds, and its response is as described',
    async (name) => {
      const { response, data } = await calls[name]();
      expect([calledOperation, response.ok]).toEqual([name, true]);
      const operation = document.operations.find(({ operationId }) => operationId === name);
      if (!operation) throw new Error(`${name} is not in the document`);
      // openapi-fetch returns {} as the data of a response without a body. So the test reads the content type instead:
      // only a response with a body has a content type.
      const hasBody = response.headers.get('content-type') !== null;
      document.expectDescribed(operation, response.status, hasBody ? data : undefined);
      const list = data && typeof data === 'object' && 'data' in data ? data.data : null;
      if (Array.isArray(list)) expect(list).not.toEqual([]);
    },
  );
});

// This test must be the last one in the file, because it blocks this process for seconds. The sandbox closes
// a connection that is idle for five seconds, so a later request would fail.
test('the checked-in types match the document that the sandbox serves', async () => {
  const types = await openapiTypescript(document.json as unknown as OpenAPI3);
  await expect(generatedBy + astToString(types)).toMatchFileSnapshot(generatedFile);
});
