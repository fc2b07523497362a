import {
  type Answer,
  type Api,
  apiOf,
  startWorld,
  type World,
} from '@/tests/integration/sandbox/sandbox-world';

/** The stock of each variant at the start of the test. */
const startStock = 50;

/** A variant with its stock. If `policy` is `continue`, an order may take the stock below zero. */
export type ModelVariant = { id: string; policy: 'deny' | 'continue'; startStock: number; stock: number };
export type ModelLine = {
  id: string;
  variantId: string | null;
  quantity: number;
  fulfilled: number;
  refunded: number;
};
export type ModelFulfillment = {
  id: string;
  status: string;
  lines: { order_item_id: string; quantity: number }[];
};
export type ModelOrder = {
  id: string;
  source: string | null;
  lines: ModelLine[];
  paidMinor: number;
  refundedMinor: number;
  fulfillments: ModelFulfillment[];
};

type Minor = { amount_minor: number };
/** An order as a response of the platform's API shows it. */
export type ShownOrder = {
  id: string;
  source: string | null;
  total: Minor;
  paid: Minor;
  refunded: Minor;
  subtotal: Minor;
  discount: Minor;
  line_pricing: string;
  items: { id: string; variant_id: string | null; quantity: number; total: Minor }[];
  fulfillments: ModelFulfillment[];
  refunds: { amount: Minor; lines: { order_item_id: string | null; quantity: number }[] }[];
};
type ShownVariant = { id: string; stock: number; stock_policy: 'deny' | 'continue'; status: string };
export type Dump = {
  orders: ShownOrder[];
  products: { id: string; status: string; variants: ShownVariant[] }[];
  movements: { id: string; variant_id: string; delta: number; stock_after: number; sequence: number }[];
};

/** A write with an idempotency key, and the response that the sandbox stored for the key. */
export type Recorded = { method: string; path: string; text: string; answer: Answer };

/** A small sandbox, and the state that it must have after every step. */
export type Model = {
  world: World;
  api: Api;
  locationId: string;
  productId: string;
  variants: ModelVariant[];
  orders: ModelOrder[];
  /**
   * For each install and each used idempotency key, the stored response. The platform must send this response again for
   * a request with the same key (A32).
   */
  answers: Map<string, Recorded>;
  /**
   * How often the platform accepted each idempotency key. The platform can accept a key again after a day, or after the
   * app was installed again.
   */
  successes: Map<string, number>;
  /** The gate holds the next request that a fault of the sandbox delays, until the test releases the gate. */
  gate: Gate;
};

/**
 * A gate that can hold one request. After `close` was called, the next delayed request waits at the gate. `reached`
 * resolves when a request waits there; `release` lets it continue.
 */
export type Gate = { close: () => { reached: Promise<void>; release: () => void } };

/**
 * Starts a sandbox with a few orders, one product with limited stock, and one variant whose stock may fall below zero.
 * The install subscribes to the webhook topics of all changes in the test.
 */
export async function startModel(seed: string): Promise<Model> {
  const { gate, sleep } = makeGate();
  const world = await startWorld({ seed, orders: 3, sleep });
  const made = await world.control<{ data: { id: string } }>('POST', '/products', {
    store_id: world.syp,
    name: 'صابون',
    variants: [0, 1, 2].map((place) => ({
      name: `v${place}`,
      price_minor: 1000 + place,
      quantity: startStock,
    })),
  });
  const described = await world.control<{ stores: { id: string; locations: string[] }[] }>('GET', '');
  const { orders, products } = await dumpOf(world);
  const own = products.find(({ id }) => id === made.body.data.id)?.variants ?? [];
  const endless = products
    .filter(({ status }) => status === 'active')
    .flatMap(({ variants }) => variants)
    .find((variant) => variant.status === 'active' && variant.stock_policy === 'continue');
  if (!endless) throw new Error('the seed has no variant that sells on below zero');
  return {
    world,
    api: await subscribe(await world.install(world.syp)),
    locationId: described.body.stores.find(({ id }) => id === world.syp)?.locations[0] ?? '',
    productId: made.body.data.id,
    variants: [...own, endless].map(({ id, stock, stock_policy }) => ({
      id,
      policy: stock_policy,
      startStock: stock_policy === 'continue' ? stock : 0,
      stock,
    })),
    orders: orders.map(modelOrder),
    answers: new Map(),
    successes: new Map(),
    gate,
  };
}

export async function dumpOf(world: World): Promise<Dump> {
  return (await world.control<Dump>('GET', `/dump?store_id=${world.syp}`)).body;
}

/**
 * Connects the app to the store again. With `sameId`, the install keeps its id, even if it was uninstalled. Without
 * `sameId`, the app gets a new install.
 */
export async function connect(model: Model, sameId: boolean): Promise<void> {
  const { body } = await model.world.control<Parameters<typeof apiOf>[1]>('POST', '/installs', {
    store_id: model.world.syp,
    reuse_install_id: sameId,
  });
  model.api = await subscribe(apiOf(model.world, body));
}

/**
 * Converts an order of the platform to an order of the model, including its fulfilled and refunded
 * quantities.
 */
export function modelOrder(order: ShownOrder): ModelOrder {
  const sum = (id: string, lines: { order_item_id: string | null; quantity: number }[]) =>
    lines.filter((line) => line.order_item_id === id).reduce((total, line) => total + line.quantity, 0);
  const active = order.fulfillments.filter(({ status }) => status !== 'cancelled');
  return {
    id: order.id,
    source: order.source,
    lines: order.items.map((item) => ({
      id: item.id,
      variantId: item.variant_id,
      quantity: item.quantity,
      fulfilled: sum(
        item.id,
        active.flatMap(({ lines }) => lines),
      ),
      refunded: sum(
        item.id,
        order.refunds.flatMap(({ lines }) => lines),
      ),
    })),
    paidMinor: order.paid.amount_minor,
    refundedMinor: order.refunded.amount_minor,
    fulfillments: order.fulfillments.map(({ id, status, lines }) => ({ id, status, lines })),
  };
}

async function subscribe(api: Api): Promise<Api> {
  const topics = [
    'order.created',
    'order.status_changed',
    'order.paid',
    'fulfillment.created',
    'fulfillment.updated',
    'refund.created',
    'product.updated',
    'inventory.movement_created',
    'app.uninstalled',
  ];
  await api.call('PUT', '/webhooks', { endpoint_url: 'http://localhost:3000/hooks', topics });
  return api;
}

function makeGate(): { gate: Gate; sleep: (ms: number) => Promise<void> } {
  let wait: (() => Promise<void>) | null = null;
  const close: Gate['close'] = () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      wait = () => {
        wait = null;
        resolve();
        return released;
      };
    });
    return { reached, release };
  };
  return { gate: { close }, sleep: (ms) => (ms > 0 && wait ? wait() : Promise.resolve()) };
}
