import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { WebhookTopic } from 'commerce-platform-client/contract/webhooks';
import type { Env } from '@/sandbox/env';
import { documentedLayout } from '@/sandbox/platform-layout';

const World = z.object({
  stores: z.array(z.object({ id: z.string(), name: z.string() })),
  installs: z.array(z.object({ install_id: z.string(), store_id: z.string(), status: z.string() })),
});
const Granted = z.object({ install_id: z.string(), access_token: z.string() });
const Variant = z.object({
  id: z.string(),
  price: z.object({ amount_minor: z.number() }),
  available_quantity: z.number(),
  status: z.string(),
});
const Product = z.object({ id: z.string(), status: z.string(), variants: z.array(Variant) });
const Dump = z.object({ products: z.array(Product) });
const Order = z.object({
  data: z.object({
    id: z.string(),
    order_number: z.string(),
    total: z.object({ amount_minor: z.number() }),
    items: z.array(z.object({ id: z.string(), quantity: z.number() })),
  }),
});
const WithId = z.object({ data: z.object({ id: z.string() }) });
const Failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/**
 * The input of a trigger: the store and the install for which it causes an event, and the path of the API.
 * `call` sends a request and throws if the request fails.
 */
type Stage = { storeId: string; installId: string; apiPath: string; call: Call };
type Call = <Type extends z.ZodType>(
  answer: Type,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<z.output<Type>>;

class TriggerError extends Error {
  override name = 'TriggerError';
}

/**
 * For each webhook topic, a function that makes a real change in the store so that the event occurs. The promise of the
 * function resolves with a description of the change.
 */
const triggers: Record<WebhookTopic, (stage: Stage) => Promise<string>> = {
  'order.created': async (stage) => {
    const order = await placedOrder(stage);
    return `a customer placed order ${order.order_number}`;
  },
  'order.status_changed': async (stage) => {
    const order = await placedOrder(stage);
    await stage.call(z.unknown(), 'PATCH', `/_sandbox/orders/${order.id}`, { status: 'approved' });
    return `order ${order.order_number} was placed and approved`;
  },
  'order.paid': async (stage) => {
    const order = await paidOrder(stage);
    return `order ${order.order_number} was placed and paid`;
  },
  'fulfillment.requested': async (stage) => {
    const { order } = await fulfilledOrder(stage);
    return `order ${order.order_number} was placed and waits for a pickup`;
  },
  'fulfillment.created': async (stage) => {
    const { order } = await fulfilledOrder(stage);
    return `order ${order.order_number} was placed and a fulfillment created`;
  },
  'fulfillment.updated': async (stage) => {
    const { order, fulfillmentId } = await fulfilledOrder(stage);
    const path = `/orders/${order.id}/fulfillments/${fulfillmentId}`;
    await asAnotherInstall(stage, z.unknown(), 'PATCH', path, {
      tracking_number: `TRK-${order.order_number}`,
    });
    return `the fulfillment of order ${order.order_number} got a tracking number`;
  },
  'refund.created': async (stage) => {
    const order = await paidOrder(stage);
    const body = { amount_minor: order.total.amount_minor, reason: null };
    await asAnotherInstall(stage, z.unknown(), 'POST', `/orders/${order.id}/refunds`, body);
    return `order ${order.order_number} was placed, paid and refunded`;
  },
  'product.created': async (stage) => {
    await newProduct(stage);
    return 'a product was added';
  },
  'product.updated': async (stage) => {
    const { product, variant } = await forSale(stage);
    const change = { variants: [{ id: variant.id, price_minor: variant.price.amount_minor + 1 }] };
    await stage.call(z.unknown(), 'PATCH', `/_sandbox/products/${product.id}`, change);
    return `the price of a variant of ${product.id} went up by one minor unit`;
  },
  'product.deleted': async (stage) => {
    const product = await newProduct(stage);
    await stage.call(z.unknown(), 'DELETE', `/_sandbox/products/${product.id}`);
    return 'a product was added and deleted';
  },
  'inventory.movement_created': async (stage) => {
    const { product, variant } = await forSale(stage);
    const change = { variants: [{ id: variant.id, quantity: variant.available_quantity + 1 }] };
    await stage.call(z.unknown(), 'PATCH', `/_sandbox/products/${product.id}`, change);
    return `one more piece of ${variant.id} is in stock`;
  },
  'app.uninstalled': async (stage) => {
    await stage.call(z.unknown(), 'DELETE', `/_sandbox/installs/${stage.installId}`);
    return 'the merchant uninstalled the app';
  },
};

/**
 * Runs `npm run sandbox -- trigger TOPIC`. It causes a webhook event by making a real change in the installed
 * store of a running sandbox. Returns the text to print and the exit code. The code is 0 if the event was
 * caused or the topics were listed, 1 if the command failed, and 2 for an unknown topic.
 */
export async function trigger(
  args: string[],
  origin: string,
  apiPath = documentedLayout.api,
): Promise<{ code: 0 | 1 | 2; text: string }> {
  const topics = Object.keys(triggers);
  const [topic] = args;
  if (topic === undefined)
    return { code: 0, text: `npm run sandbox -- trigger TOPIC, one of:\n  ${topics.join('\n  ')}` };
  if (!isTopic(topic)) return { code: 2, text: `no topic ${topic}; there are:\n  ${topics.join('\n  ')}` };
  const call = callsTo(origin);
  try {
    const world = await call(World, 'GET', '/_sandbox');
    const install = world.installs.findLast((row) => row.status === 'active');
    if (!install)
      return { code: 1, text: `nothing is installed: open ${origin}, choose a store, then Apps, Install` };
    const store = world.stores.find((row) => row.id === install.store_id);
    const stage = { storeId: install.store_id, installId: install.install_id, apiPath, call };
    const outcome = await triggers[topic](stage);
    return { code: 0, text: `${topic}: ${outcome} (${store?.name ?? install.store_id})` };
  } catch (error) {
    if (error instanceof TriggerError) return { code: 1, text: error.message };
    throw error;
  }
}

/** Runs the `trigger` command: prints the result and ends the process. */
export async function triggerCommand(args: string[], env: Env) {
  const { code, text } = await trigger(
    args,
    `http://${env.SANDBOX_HOST}:${env.SANDBOX_PORT}`,
    env.SANDBOX_LAYOUT.api,
  );
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}

function isTopic(text: string): text is WebhookTopic {
  return Object.hasOwn(triggers, text);
}

function callsTo(origin: string): Call {
  return async (answer, method, path, body, headers = {}) => {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(origin + path, init).catch(() => {
      throw new TriggerError(`no sandbox answers at ${origin}: start it with npm run sandbox`);
    });
    const text = await response.text();
    const value: unknown = text === '' ? undefined : JSON.parse(text);
    if (response.ok) return answer.parse(value);
    const failure = Failure.safeParse(value);
    const why = failure.success
      ? `${failure.data.error.code}, ${failure.data.error.message}`
      : response.status;
    throw new TriggerError(`${method} ${path}: ${why}`);
  };
}

/**
 * Calls the API as another app of the same store would do. For this, it creates a second install in the store, which
 * subscribes to no events and is deleted afterwards.
 */
async function asAnotherInstall<Type extends z.ZodType>(
  { storeId, apiPath, call }: Stage,
  answer: Type,
  method: string,
  path: string,
  body: unknown,
): Promise<z.output<Type>> {
  const granted = await call(Granted, 'POST', '/_sandbox/installs', { store_id: storeId });
  try {
    return await call(answer, method, apiPath + path, body, {
      authorization: `Bearer ${granted.access_token}`,
      'idempotency-key': randomUUID(),
    });
  } finally {
    await call(z.unknown(), 'DELETE', `/_sandbox/installs/${granted.install_id}`);
  }
}

async function forSale({ storeId, call }: Stage) {
  const { products } = await call(Dump, 'GET', `/_sandbox/dump?store_id=${encodeURIComponent(storeId)}`);
  for (const product of products.filter((row) => row.status === 'active')) {
    const variant = product.variants.find((row) => row.status === 'active' && row.available_quantity > 0);
    if (variant) return { product, variant };
  }
  throw new TriggerError('nothing in the store is for sale');
}

async function placedOrder(stage: Stage) {
  const { variant } = await forSale(stage);
  const items = [{ variant_id: variant.id, quantity: 1 }];
  const sale = { store_id: stage.storeId, source: 'storefront', items, delivery: true };
  return (await stage.call(Order, 'POST', '/_sandbox/orders', sale)).data;
}

async function paidOrder(stage: Stage) {
  const order = await placedOrder(stage);
  const payment = { amount_minor: order.total.amount_minor };
  await stage.call(z.unknown(), 'POST', `/_sandbox/orders/${order.id}/payments`, payment);
  return order;
}

async function fulfilledOrder(stage: Stage) {
  const order = await placedOrder(stage);
  await stage.call(z.unknown(), 'PATCH', `/_sandbox/orders/${order.id}`, { status: 'approved' });
  const lines = order.items.map((item) => ({ order_item_id: item.id, quantity: item.quantity }));
  const path = `/orders/${order.id}/fulfillments`;
  const { data } = await asAnotherInstall(stage, WithId, 'POST', path, { status: 'pending', lines });
  return { order, fulfillmentId: data.id };
}

async function newProduct({ storeId, call }: Stage) {
  const variants = [{ name: 'One size', price_minor: 1000, quantity: 5 }];
  const body = { store_id: storeId, name: 'Triggered product', variants };
  return (await call(WithId, 'POST', '/_sandbox/products', body)).data;
}
