import { randomUUID } from 'node:crypto';
import {
  type Api,
  type Answer,
  createOrder,
  orderBody,
  type World,
} from '@/tests/integration/sandbox/sandbox-world';

/** Sends a write with a new idempotency key, to an endpoint that requires one. */
export function write<Body = { data: Json }>(
  api: Api,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer<Body>> {
  return api.call<Body>(method, path, body, { 'idempotency-key': randomUUID() });
}

export type Json = Record<string, unknown> & { id: string };

/** Creates a storefront order for a new product: two lines with four pieces, 1,000 minor units in total. */
export async function storefrontOrder(world: World, more: Record<string, unknown> = {}) {
  const product = await world.control<{ data: { id: string; variants: { id: string }[] } }>(
    'POST',
    '/products',
    {
      store_id: world.syp,
      name: 'شال حرير',
      variants: [
        { name: 'M', price_minor: 300, quantity: 10 },
        { name: 'L', price_minor: 100, quantity: 10 },
      ],
    },
  );
  const [first, second] = product.body.data.variants.map(({ id }) => id);
  const order = await world.control<{ data: Json & { items: { id: string; variant_id: string }[] } }>(
    'POST',
    '/orders',
    {
      store_id: world.syp,
      source: 'storefront',
      items: [
        { variant_id: first, quantity: 3 },
        { variant_id: second, quantity: 1 },
      ],
      ...more,
    },
  );
  const [big, small] = order.body.data.items.map(({ id }) => id);
  return {
    id: order.body.data.id,
    big: big ?? '',
    small: small ?? '',
    variantId: first ?? '',
    productId: product.body.data.id,
  };
}

/** Creates an order through the app's API, with one custom line of 2 pieces at 500 minor units. */
export async function appOrder(api: Api, change: Record<string, unknown> = {}): Promise<Json> {
  return (await createOrder(api, orderBody(change))).body.data;
}

/** Changes the order as the merchant does in the store admin, without the app. */
export async function setByHand(world: World, id: string, change: Record<string, unknown>): Promise<void> {
  await world.control('PATCH', `/orders/${id}`, change);
}
