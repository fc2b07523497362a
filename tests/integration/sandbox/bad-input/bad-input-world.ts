import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { followJournal } from '@/tests/integration/sandbox/control/journal-follower';
import {
  type Api,
  createOrder,
  orderBody,
  startWorld,
  type World,
} from '@/tests/integration/sandbox/sandbox-world';
import { endpointExamples } from '@/tests/support/platform/endpoint-examples';

type Ids = {
  order: string;
  line: string;
  fulfillment: string;
  product: string;
  variant: string;
  location: string;
  cursors: { orders: string; products: string; movements: string };
  /**
   * Ids of orders whose status can still change to processing. Each order is used for only one request, because the
   * request may change its status.
   */
  approved: string[];
  /**
   * Ids that the platform must refuse in a request. `fulfillment` belongs to another order of the same store. All other
   * ids belong to another store.
   */
  foreign: {
    order: string;
    product: string;
    variant: string;
    location: string;
    line: string;
    fulfillment: string;
  };
};

/** A sandbox with data for every endpoint. Its journal shows what a request changed. */
export type Stage = {
  world: World;
  api: Api;
  ids: Ids;
  /** Returns the names of the tables to which the sandbox has written since the last call of this function. */
  changedTables: () => string[];
  dump: () => Promise<string>;
  close: () => void;
};

/** An idempotency key with which an order was already created. */
export const usedKey = 'used';

type Made = { data: { id: string; variants: { id: string }[]; items: { id: string }[] } };

/**
 * Starts a new sandbox with data for every endpoint. The `close` function of the result deletes the sandbox's journal.
 */
export async function buildStage(seed: string): Promise<Stage> {
  const journal = followJournal();
  const world = await startWorld({ seed, orders: 5, dataDir: journal.dataDir });
  const api = await world.install(world.syp);
  const sold = await sellAndFulfill(world, api, world.syp);
  const other = await sellAndFulfill(world, api, world.syp);
  const elsewhere = await sellAndFulfill(world, await world.install(world.usd), world.usd);
  await createOrder(api, orderBody(), usedKey);
  await api.call('PUT', '/webhooks', endpointExamples.putWebhook.body());
  const approved: string[] = [];
  for (let count = 0; count < 20; count++)
    approved.push(
      (await createOrder(api, orderBody({ inventory: 'skip', status: 'approved' }))).body.data.id,
    );
  world.clock.advance(60_000);
  const cursorOf = async (path: string) =>
    (await api.call<{ next_cursor: string }>('GET', `${path}?limit=1`)).body.next_cursor;
  journal.changedTables();
  return {
    world,
    api,
    ids: {
      ...sold,
      cursors: {
        orders: await cursorOf('/orders'),
        products: await cursorOf('/products'),
        movements: await cursorOf('/inventory/movements'),
      },
      approved,
      foreign: { ...elsewhere, fulfillment: other.fulfillment },
    },
    changedTables: journal.changedTables,
    dump: async () => JSON.stringify((await world.control('GET', `/dump?store_id=${world.syp}`)).body),
    close: () => {
      world.sandbox.close();
      journal.close();
    },
  };
}

/** Creates a paid and partly fulfilled order of a product that has a large stock. */
async function sellAndFulfill(world: World, api: Api, storeId: string) {
  const product = await world.control<Made>('POST', '/products', {
    store_id: storeId,
    name: 'شال حرير',
    variants: [{ name: 'M', price_minor: 300, quantity: 1_000_000 }],
  });
  const variant = product.body.data.variants[0]?.id ?? '';
  const order = await world.control<Made>('POST', '/orders', {
    store_id: storeId,
    source: 'storefront',
    items: [{ variant_id: variant, quantity: 100_000 }],
    status: 'approved',
  });
  const { id, items } = order.body.data;
  const line = items[0]?.id ?? '';
  await world.control('POST', `/orders/${id}/payments`, { amount_minor: 30_000_000 });
  const fulfilled = await api.call<Made>(
    'POST',
    `/orders/${id}/fulfillments`,
    { status: 'pending', lines: [{ order_item_id: line, quantity: 1 }] },
    { 'idempotency-key': randomUUID() },
  );
  expect(fulfilled.status).toBe(201);
  const stores = await world.control<{ stores: { id: string; locations: string[] }[] }>('GET', '');
  return {
    order: id,
    line,
    fulfillment: fulfilled.body.data.id,
    product: product.body.data.id,
    variant,
    location: stores.body.stores.find((store) => store.id === storeId)?.locations[0] ?? '',
  };
}
