import { expect } from 'vitest';
import { type Api, type Answer, createOrder, orderBody, startWorld, type World } from './sandbox-world';

/** What each variant of the model's product starts with. */
const startStock = 50;

/** What may happen in a world; numbers pick one of what there is. */
export type Operation =
  | { kind: 'create'; pick: number; quantity: number; key: number; skip: boolean }
  | { kind: 'sell'; pick: number; quantity: number; till: boolean; discount: number }
  | { kind: 'pay'; pick: number; amount: number }
  | { kind: 'status'; pick: number; cancel: boolean }
  | { kind: 'restock'; pick: number; quantity: number }
  | { kind: 'rename'; pick: number }
  | { kind: 'refund'; pick: number; amount: number; key: number }
  | { kind: 'fulfill'; pick: number; quantity: number; key: number }
  | { kind: 'wait'; seconds: number };

type Variant = { id: string; stock: number };
type Product = { id: string; variants: Variant[] };
type Minor = { amount_minor: number };
type Order = {
  id: string;
  total: Minor;
  paid: Minor;
  refunded: Minor;
  subtotal: Minor;
  discount: Minor;
  line_pricing: string;
  items: { id: string; quantity: number; total: Minor }[];
  fulfillments: { status: string; lines: { order_item_id: string; quantity: number }[] }[];
  refunds: { amount: Minor }[];
};
type Dump = {
  orders: Order[];
  products: Product[];
  movements: { variant_id: string; delta: number; stock_after: number; sequence: number }[];
};

/** An order and its first line. */
type Made = { id: string; items: { id: string }[] };

/** What a write under a key does first of all, by how the key begins. */
const mainEffects: Record<string, string> = {
  create: 'order.created',
  refund: 'refund.created',
  fulfill: 'fulfillment.created',
};

/** A small world, what was done in it, and what must hold of it whatever that was. */
export type Model = {
  world: World;
  api: Api;
  product: Product;
  orders: Made[];
  /** By variant. A sale elsewhere may take it below zero, an app's order may not. */
  stock: Map<string, number>;
  answers: Map<string, { text: string; answer: Answer }>;
  check: () => Promise<void>;
};

/** A world of a few orders and one product whose stock runs out, with a subscription to every change of it. */
export async function startModel(seed: string): Promise<Model> {
  const world = await startWorld({ seed, orders: 3 });
  const api = await world.install(world.syp);
  const topics = ['order.created', 'order.status_changed', 'order.paid', 'inventory.movement_created'];
  await api.call('PUT', '/webhooks', { endpoint_url: 'http://localhost:3000/hooks', topics });
  const made = await world.control<{ data: Product }>('POST', '/products', {
    store_id: world.syp,
    name: 'صابون',
    variants: [0, 1, 2].map((place) => ({
      name: `v${place}`,
      price_minor: 1000 + place,
      quantity: startStock,
    })),
  });
  const { body } = await world.control<Dump>('GET', `/dump?store_id=${world.syp}`);
  const model: Model = {
    world,
    api,
    product: made.body.data,
    orders: [...body.orders],
    stock: new Map(made.body.data.variants.map((variant) => [variant.id, startStock])),
    answers: new Map(),
    check: () => check(model),
  };
  return model;
}

/** Does one thing; answers with its kind and status, for counting what was reached. */
export async function runOperation(model: Model, operation: Operation): Promise<string> {
  return `${operation.kind} ${await perform(model, operation)}`;
}

async function perform(model: Model, operation: Operation): Promise<number> {
  const { world } = model;
  switch (operation.kind) {
    case 'create':
      return create(model, operation);
    case 'sell':
      return sell(model, operation);
    case 'pay': {
      const body = { amount_minor: operation.amount };
      return (await world.control('POST', `/orders/${orderOf(model, operation.pick).id}/payments`, body))
        .status;
    }
    case 'status': {
      const body = { status: operation.cancel ? 'cancelled' : 'approved' };
      return (await world.control('PATCH', `/orders/${orderOf(model, operation.pick).id}`, body)).status;
    }
    case 'restock': {
      const { id } = variantOf(model, operation.pick);
      model.stock.set(id, operation.quantity);
      const body = { variants: [{ id, quantity: operation.quantity }] };
      return (await world.control('PATCH', `/products/${model.product.id}`, body)).status;
    }
    case 'rename':
      return (await world.control('PATCH', `/products/${model.product.id}`, { name: `n${operation.pick}` }))
        .status;
    case 'refund': {
      const path = `/orders/${orderOf(model, operation.pick).id}/refunds`;
      const body = { amount_minor: operation.amount };
      return once(model, `refund-${operation.key}`, path, body);
    }
    case 'fulfill': {
      const { id, items } = orderOf(model, operation.pick);
      const lines = [{ order_item_id: items[0]?.id, quantity: operation.quantity }];
      const body = { status: 'shipped', lines };
      return once(model, `fulfill-${operation.key}`, `/orders/${id}/fulfillments`, body);
    }
    case 'wait':
      await world.sandbox.advance(operation.seconds * 1000);
      return 0;
  }
}

async function create(model: Model, given: Operation & { kind: 'create' }): Promise<number> {
  const { id } = variantOf(model, given.pick);
  const body = orderBody({
    items: [{ variant_id: id, name: 'صابون', quantity: given.quantity, unit_price_minor: given.pick }],
    inventory: given.skip ? 'skip' : 'decrement',
  });
  const key = `create-${given.key}`;
  const known = model.answers.has(key);
  const status = await once(model, key, '/orders', body);
  if (known || status === 429) return status;
  const held = model.stock.get(id) ?? 0;
  expect(status).toBe(given.skip || held >= given.quantity ? 201 : 409);
  if (status !== 201) return status;
  if (!given.skip) model.stock.set(id, held - given.quantity);
  const made = model.answers.get(key)?.answer.body as { data: Made };
  model.orders.push(made.data);
  return status;
}

async function sell(model: Model, given: Operation & { kind: 'sell' }): Promise<number> {
  const { id } = variantOf(model, given.pick);
  const { status, body } = await model.world.control<{ data: Made }>('POST', '/orders', {
    store_id: model.world.syp,
    source: given.till ? 'pos' : 'storefront',
    items: [{ variant_id: id, quantity: given.quantity }],
    discount_minor: given.discount,
  });
  if (status !== 201) return status;
  model.stock.set(id, (model.stock.get(id) ?? 0) - given.quantity);
  model.orders.push(body.data);
  return status;
}

/** A write under a key: the first answer stands, another body under it is refused and a full budget is no answer. */
async function once(model: Model, key: string, path: string, body: unknown): Promise<number> {
  const text = `${path} ${JSON.stringify(body)}`;
  const answer =
    path === '/orders'
      ? await createOrder<unknown>(model.api, body, key)
      : await model.api.call('POST', path, body, { 'idempotency-key': key });
  if (answer.status === 429) return 429;
  const before = model.answers.get(key);
  if (!before) {
    model.answers.set(key, { text, answer });
    return answer.status;
  }
  if (before.text === text) {
    expect(answer.status).toBe(before.answer.status);
    expect(answer.headers.get('idempotency-replayed')).toBe('true');
    if (answer.status < 300) expect(answer.body).toEqual(before.answer.body);
    return answer.status;
  }
  expect(answer.status).toBe(409);
  return 409;
}

function orderOf(model: Model, pick: number): Made {
  const order = model.orders[pick % model.orders.length];
  if (!order) throw new Error('the model has no orders');
  return order;
}

function variantOf(model: Model, pick: number): Variant {
  const variant = model.product.variants[pick % model.product.variants.length];
  if (!variant) throw new Error('the product of the model has no variants');
  return variant;
}

async function check(model: Model): Promise<void> {
  const { world, product, stock, answers } = model;
  const { body } = await world.control<Dump>('GET', `/dump?store_id=${world.syp}`);
  checkStock(body, product.id, stock);
  for (const order of body.orders) checkMoney(order);

  for (const [key, { answer }] of answers) {
    const effects = await world.control<{ data: { kind: string; id: string }[] }>(
      'GET',
      `/effects?idempotency_key=${key}`,
    );
    const kind = mainEffects[key.split('-')[0] ?? ''];
    const main = effects.body.data.filter((effect) => effect.kind === kind);
    expect(main, `${key} took effect once when it was answered 201, else never`).toHaveLength(
      answer.status === 201 ? 1 : 0,
    );
  }

  await world.sandbox.tick();
  const sequences = world.received.map(
    (delivery) => (JSON.parse(delivery.body) as { sequence: number }).sequence,
  );
  for (const [index, sequence] of sequences.entries())
    if (index > 0) expect(sequence).toBeGreaterThan(sequences[index - 1] ?? 0);
}

/** Movements add up to the stock, and that is the model's. */
function checkStock(dump: Dump, productId: string, expected: Map<string, number>): void {
  const variants = dump.products.find((row) => row.id === productId)?.variants ?? [];
  expect(variants).toHaveLength(3);
  for (const variant of variants) {
    const moves = dump.movements.filter((move) => move.variant_id === variant.id);
    const inOrder = [...moves].sort((a, b) => a.sequence - b.sequence);
    let stock = 0;
    for (const move of inOrder) {
      stock += move.delta;
      expect(move.stock_after).toBe(stock);
    }
    expect(variant.stock).toBe(stock);
    expect(stock).toBe(expected.get(variant.id));
  }
  expect(new Set(dump.movements.map((move) => move.sequence)).size).toBe(dump.movements.length);
}

/** Refunds within what was captured, fulfilled within what was ordered, lines and discount by line_pricing. */
function checkMoney(order: Order): void {
  const refunded = order.refunds.reduce((sum, refund) => sum + refund.amount.amount_minor, 0);
  expect(order.refunded.amount_minor).toBe(refunded);
  expect(refunded).toBeLessThanOrEqual(order.paid.amount_minor);
  const lines = order.items.reduce((sum, item) => sum + item.total.amount_minor, 0);
  const discount = order.line_pricing === 'net' ? order.discount.amount_minor : 0;
  expect(lines + discount).toBe(order.subtotal.amount_minor);
  for (const item of order.items) {
    const fulfilled = order.fulfillments
      .filter((fulfillment) => fulfillment.status !== 'cancelled')
      .flatMap((fulfillment) => fulfillment.lines)
      .filter((line) => line.order_item_id === item.id);
    expect(fulfilled.reduce((sum, line) => sum + line.quantity, 0)).toBeLessThanOrEqual(item.quantity);
  }
}
