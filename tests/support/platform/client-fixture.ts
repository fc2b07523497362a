import { randomUUID } from 'node:crypto';
import type { CallOptions, PlatformClient } from 'commerce-platform-client/client';
import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import type { CreateOrderInput, OrderDetail } from 'commerce-platform-client/contract/orders';
import { FulfillmentId, OrderId, ProductId, VariantId } from 'commerce-platform-client/contract/ids';
import { bareClient } from './bare-client';
import { endpointExamples, type WriteName, writeNames } from './endpoint-examples';
import type { SandboxProcess } from '@/tests/support/stack/sandbox-process';

/**
 * An install of the sandbox's store in Syrian pounds, with one record of every kind that the endpoints need.
 */
export type ClientFixture = {
  client: PlatformClient;
  installId: string;
  token: string;
  /** An approved order with two pieces of a variant and a custom line, paid in full. */
  order: OrderDetail;
  productId: ProductId;
  variantId: VariantId;
  locationId: string;
  endpointUrl: string;
};

type World = {
  stores: { id: string; currency: string; is_development: boolean; locations: string[] }[];
};

/** Returns the base URL of a sandbox's API. */
export const baseUrlOf = (sandbox: SandboxProcess) => `${sandbox.origin}/v1`;

/** Creates another install of the same store. The new install has its own request budget. */
export async function newInstall(
  sandbox: SandboxProcess,
  change: { scopes?: string[]; store?: (store: World['stores'][number]) => boolean } = {},
): Promise<{ installId: string; token: string; storeId: string; locationId: string }> {
  const { stores } = await sandbox.control<World>('GET', '');
  const wanted = change.store ?? ((row) => row.currency === 'SYP' && row.is_development);
  const store = stores.find(wanted);
  if (!store) throw new Error('no such store');
  const made = await sandbox.control<{ install_id: string; access_token: string }>('POST', '/installs', {
    store_id: store.id,
    ...(change.scopes && { scopes: change.scopes }),
  });
  return {
    installId: made.install_id,
    token: made.access_token,
    storeId: store.id,
    locationId: store.locations[0] ?? '',
  };
}

/**
 * Returns the fixture with a new install of the same store. The new install has a webhook subscription and an unused
 * request budget.
 */
export async function freshInstall(sandbox: SandboxProcess, fixture: ClientFixture): Promise<ClientFixture> {
  const { installId, token } = await newInstall(sandbox);
  const client = bareClient(baseUrlOf(sandbox), token);
  await client.putWebhook({ endpoint_url: fixture.endpointUrl, topics: ['order.created'] });
  return { ...fixture, installId, token, client };
}

/** Creates the records of the fixture. Call the function only while the sandbox has no fault rule. */
export async function startClientFixture(sandbox: SandboxProcess): Promise<ClientFixture> {
  const { installId, token, storeId, locationId } = await newInstall(sandbox);
  const client = bareClient(baseUrlOf(sandbox), token);
  const { data: product } = await sandbox.control<{ data: { id: string; variants: { id: string }[] } }>(
    'POST',
    '/products',
    { store_id: storeId, name: 'شال', variants: [{ name: 'M', price_minor: 300, quantity: 1_000 }] },
  );
  const variantId = VariantId.parse(product.variants[0]?.id);
  const { body } = await client.createOrder(randomUUID(), JSON.stringify(orderOf(variantId)));
  const { id, total } = body.data;
  await sandbox.control('POST', `/orders/${id}/payments`, { amount_minor: total.amount_minor });
  const endpointUrl = 'http://127.0.0.1:9/hooks';
  await client.putWebhook({ endpoint_url: endpointUrl, topics: ['order.created', 'app.uninstalled'] });
  await sandbox.control('POST', '/discounts', {
    store_id: storeId,
    title: 'عيد',
    value_type: 'percent',
    percent: 10,
  });
  return {
    client,
    installId,
    token,
    order: (await client.getOrder(id)).body.data,
    productId: ProductId.parse(product.id),
    variantId,
    locationId,
    endpointUrl,
  };
}

/** Returns a new order with the given variant, as the app sends it to the platform. */
export function orderOf(variantId: VariantId, change: Partial<CreateOrderInput> = {}): CreateOrderInput {
  return {
    currency: 'SYP',
    status: 'approved',
    items: [
      { variant_id: variantId, name: 'شال', quantity: 2, unit_price_minor: 250 },
      { name: 'تغليف هدية', quantity: 1, unit_price_minor: 1_500 },
    ],
    shipping: { amount_minor: 0, method: 'pickup' },
    customer: { name: 'سلمى الخطيب', phone: '+963944123456' },
    payment_method: 'cod',
    ...change,
  };
}

/**
 * The parts of a call that a test can change. `callOf` has a function for each endpoint, which makes the call with
 * these changes.
 */
export type CallChange = {
  client?: PlatformClient;
  key?: string;
  /** Id to use instead of the id of the fixture's order, product or fulfillment. */
  id?: string;
  options?: CallOptions;
};

type Caller = (fixture: ClientFixture, change?: CallChange) => Promise<unknown>;

/** Creates a pending fulfillment of the first order line, for a call that needs a fulfillment. */
async function pendingFulfillment(fixture: ClientFixture): Promise<FulfillmentId> {
  const { body } = await fixture.client.createFulfillment(
    randomUUID(),
    fixture.order.id,
    fulfillmentBody(fixture),
  );
  const fulfillment =
    body.fulfillment ?? (await fixture.client.getOrder(fixture.order.id)).body.data.fulfillments.at(-1);
  return FulfillmentId.parse(fulfillment?.id);
}

export const fulfillmentBody = ({ order }: ClientFixture, status: 'pending' | 'shipped' = 'pending') =>
  JSON.stringify({ status, lines: [{ order_item_id: order.items[0]?.id, quantity: 1 }] });

/** Calls a write endpoint with the body of its example in `endpointExamples`. */
async function callWrite(name: WriteName, fixture: ClientFixture, change: CallChange = {}): Promise<unknown> {
  const { client = fixture.client, key = randomUUID(), options } = change;
  const { path, idempotent, keyOptional }: Endpoint = endpoints[name];
  const { order, variantId, locationId } = fixture;
  const body = endpointExamples[name].body({
    line: order.items[0]?.id ?? '',
    variant: variantId,
    location: locationId,
  });
  const isOfFulfillment = path.endsWith('{fulfillmentId}');
  const pathIds = isOfFulfillment
    ? [order.id, change.id ?? (await pendingFulfillment(fixture))]
    : path.includes('{id}')
      ? [change.id ?? order.id]
      : [];
  // The client functions of writes with an idempotency key take the body as text, as an operation stores it. PUT and
  // DELETE of the webhook subscription have no key and take the body as an object.
  const content = idempotent || keyOptional ? JSON.stringify(body) : body;
  const args = [...(idempotent || keyOptional ? [key] : []), ...pathIds, content, options];
  const answer = await (client[name] as (...args: unknown[]) => Promise<unknown>)(...args);
  await undo[name]?.(fixture);
  return answer;
}

type Endpoint = { path: string; idempotent: boolean; keyOptional?: boolean };

/**
 * Functions that undo the effect of a write, by the name of the write. Without its undo function, a test could not
 * repeat such a write with the same fixture.
 */
const undo: Partial<Record<WriteName, (fixture: ClientFixture) => Promise<void>>> = {
  setOrderStatus: async ({ client, order }) => {
    const { status } = (await client.getOrder(order.id)).body.data;
    if (status !== 'approved') await client.setOrderStatus(randomUUID(), order.id, '{"status":"approved"}');
  },
  createFulfillment: cancelFulfillments,
  patchFulfillment: cancelFulfillments,
};

async function cancelFulfillments({ client, order }: ClientFixture): Promise<void> {
  const { data } = (await client.getOrder(order.id)).body;
  for (const { id } of data.fulfillments.filter(({ status }) => status !== 'cancelled'))
    await client.patchFulfillment(randomUUID(), order.id, FulfillmentId.parse(id), '{"status":"cancelled"}');
}

/**
 * For each endpoint, a function that calls the platform client once, with arguments that the sandbox accepts for this
 * fixture.
 */
export const callOf: Record<EndpointName, Caller> = {
  getInstallation: (fixture, { client = fixture.client, options } = {}) => client.getInstallation(options),
  getStore: (fixture, { client = fixture.client, options } = {}) => client.getStore(options),
  listOrders: (fixture, { client = fixture.client, options } = {}) =>
    client.listOrders({ limit: 5 }, options),
  getOrder: (fixture, { client = fixture.client, id = fixture.order.id, options } = {}) =>
    client.getOrder(OrderId.parse(id), options),
  listProducts: (fixture, { client = fixture.client, options } = {}) =>
    client.listProducts({ ids: [fixture.productId] }, options),
  getProduct: (fixture, { client = fixture.client, id = fixture.productId, options } = {}) =>
    client.getProduct(ProductId.parse(id), options),
  listVariants: (fixture, { client = fixture.client, options } = {}) =>
    client.listVariants({ ids: [fixture.variantId] }, options),
  listDiscounts: (fixture, { client = fixture.client, options } = {}) => client.listDiscounts({}, options),
  listMovements: (fixture, { client = fixture.client, options } = {}) =>
    client.listMovements({ limit: 10 }, options),
  getWebhook: (fixture, { client = fixture.client, options } = {}) => client.getWebhook(options),
  deleteWebhook: async (fixture, { client = fixture.client, options } = {}) => {
    const answer = await client.deleteWebhook(options);
    await fixture.client.putWebhook({ endpoint_url: fixture.endpointUrl, topics: ['order.created'] });
    return answer;
  },
  ...writeCalls(),
};

function writeCalls(): Record<WriteName, Caller> {
  const calls = writeNames.map((name): [WriteName, Caller] => [
    name,
    (fixture, change) => callWrite(name, fixture, change),
  ]);
  return Object.fromEntries(calls) as Record<WriteName, Caller>;
}
