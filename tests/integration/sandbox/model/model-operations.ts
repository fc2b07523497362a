import { expect } from 'vitest';
import type { Answer, ErrorAnswer } from '@/tests/integration/sandbox/sandbox-world';
import { orderBody } from '@/tests/integration/sandbox/sandbox-world';
import {
  connect,
  type Model,
  type ModelLine,
  type ModelOrder,
  modelOrder,
  type ModelVariant,
  type ShownOrder,
} from './model-world';

/** One random step of a model test. A number such as `pick` selects one of the rows that exist when the step runs. */
export type Operation =
  | {
      kind: 'create';
      pick: number;
      quantity: number;
      key: number;
      skip: boolean;
      custom: boolean;
      race: boolean;
    }
  | { kind: 'buy' | 'sell'; pick: number; quantity: number; discount: number }
  | { kind: 'pay'; pick: number; amount: number }
  | { kind: 'status'; pick: number; status: string; key: number }
  | { kind: 'refund'; pick: number; amount: number; key: number }
  | { kind: 'refund lines' | 'refund restock'; pick: number; amount: number; quantity: number; key: number }
  | { kind: 'fulfill'; pick: number; quantity: number; key: number; pending: boolean }
  | { kind: 'move'; pick: number; status: string; key: number }
  | { kind: 'movement'; pick: number; delta: number; key: number }
  | { kind: 'recount'; pick: number; quantity: number }
  | { kind: 'edit'; pick: number; cancel: boolean }
  | { kind: 'rename'; pick: number }
  | { kind: 'replay'; pick: number }
  | { kind: 'wait'; seconds: number }
  | { kind: 'next day' }
  | { kind: 'reinstall'; sameId: boolean };

/**
 * Makes one step in the sandbox and in the model, compares the response with the expected one, and returns the HTTP
 * status.
 */
export async function perform(model: Model, operation: Operation): Promise<number> {
  const { world } = model;
  switch (operation.kind) {
    case 'create':
      return create(model, operation);
    case 'buy':
    case 'sell':
      return sale(model, operation);
    case 'pay': {
      const order = pickOf(model.orders, operation.pick);
      const body = { amount_minor: operation.amount };
      const { status } = await world.control('POST', `/orders/${order.id}/payments`, body);
      order.paidMinor += operation.amount;
      expect(status).toBe(201);
      return status;
    }
    case 'status': {
      const path = `/orders/${pickOf(model.orders, operation.pick).id}/status`;
      return (await once(model, `status-${operation.key}`, 'PATCH', path, { status: operation.status }))
        .status;
    }
    case 'refund':
    case 'refund lines':
    case 'refund restock':
      return refund(model, operation);
    case 'fulfill':
      return fulfill(model, operation);
    case 'move':
      return move(model, operation);
    case 'movement':
      return movement(model, operation);
    case 'recount': {
      const variant = pickOf(model.variants.slice(0, 3), operation.pick);
      variant.stock = operation.quantity;
      const body = { variants: [{ id: variant.id, quantity: operation.quantity }] };
      return (await world.control('PATCH', `/products/${model.productId}`, body)).status;
    }
    case 'edit': {
      const change = operation.cancel
        ? { status: 'cancelled' }
        : { status: 'approved', tags: ['vip'], note: 'ok' };
      return (await world.control('PATCH', `/orders/${pickOf(model.orders, operation.pick).id}`, change))
        .status;
    }
    case 'rename':
      return (await world.control('PATCH', `/products/${model.productId}`, { name: `n${operation.pick}` }))
        .status;
    case 'replay':
      return replay(model, operation.pick);
    case 'wait':
      await world.sandbox.advance(operation.seconds * 1000);
      return 0;
    case 'next day':
      return nextDay(model);
    case 'reinstall':
      return reinstall(model, operation.sameId);
  }
}

type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>;

async function create(model: Model, given: Of<'create'>): Promise<number> {
  const variant = given.custom ? null : pickOf(model.variants, given.pick);
  const body = orderBody({
    items: [
      {
        variant_id: variant?.id ?? null,
        name: 'صابون',
        quantity: given.quantity,
        unit_price_minor: given.pick,
      },
    ],
    inventory: given.skip ? 'skip' : 'decrement',
  });
  const key = `create-${given.key}`;
  const sent = given.race ? await race(model, key, body) : await once(model, key, 'POST', '/orders', body);
  if (!sent.fresh) return sent.status;
  expect(sent.status).toBe(given.skip || mayTake(variant, given.quantity) ? 201 : 409);
  if (sent.status !== 201) return sent.status;
  if (variant && !given.skip) variant.stock -= given.quantity;
  model.orders.push(modelOrder((sent.answer.body as { data: ShownOrder }).data));
  return sent.status;
}

/**
 * Sends the request for an order twice at the same time. While the first request is in progress, the second
 * one must be refused and must change nothing.
 */
async function race(model: Model, key: string, body: unknown): Promise<Sent> {
  if (model.answers.has(`${model.api.id} ${key}`)) return once(model, key, 'POST', '/orders', body);
  const { reached, release } = model.gate.close();
  const fault = { on: 'api', match: 'POST /v1/orders', effect: 'delay', delay_ms: 1, count: 1 };
  await model.world.control('POST', '/faults', fault);
  const first = once(model, key, 'POST', '/orders', body);
  await Promise.race([reached, first]);
  const headers = { 'idempotency-key': key };
  const second = await model.api.call<ErrorAnswer>('POST', '/orders', body, headers);
  expect([409, 429]).toContain(second.status);
  expect(second.headers.get('idempotency-replayed')).toBeNull();
  release();
  return first;
}

async function sale(model: Model, given: Of<'buy' | 'sell'>): Promise<number> {
  const variant = pickOf(model.variants, given.pick);
  const { status, body } = await model.world.control<{ data: ShownOrder } & ErrorAnswer>('POST', '/orders', {
    store_id: model.world.syp,
    source: given.kind === 'sell' ? 'pos' : 'storefront',
    items: [{ variant_id: variant.id, quantity: given.quantity }],
    discount_minor: given.discount,
  });
  expect(status).toBe(mayTake(variant, given.quantity) ? 201 : 409);
  if (status === 409) expect(body.error.code).toBe('insufficient_stock');
  if (status !== 201) return status;
  variant.stock -= given.quantity;
  model.orders.push(modelOrder(body.data));
  return status;
}

async function refund(
  model: Model,
  given: Of<'refund' | 'refund lines' | 'refund restock'>,
): Promise<number> {
  const order = pickOf(model.orders, given.pick);
  const line = order.lines[0];
  const byLine = given.kind !== 'refund' && line !== undefined;
  const quantity = byLine ? given.quantity : 0;
  const body = {
    amount_minor: given.amount,
    ...(byLine && { lines: [{ order_item_id: line.id, quantity, amount_minor: given.amount }] }),
    ...(given.kind === 'refund restock' && { restock: true }),
  };
  const path = `/orders/${order.id}/refunds`;
  const { status, fresh } = await once(model, `refund-${given.key}`, 'POST', path, body);
  if (!fresh) return status;
  expect(status).toBe(refundStatus(order, line, quantity, given.amount));
  if (status !== 201) return status;
  order.refundedMinor += given.amount;
  if (line) line.refunded += quantity;
  const variant = model.variants.find(({ id }) => id === line?.variantId);
  if (variant && given.kind === 'refund restock') variant.stock += quantity;
  return status;
}

function refundStatus(
  order: ModelOrder,
  line: ModelLine | undefined,
  quantity: number,
  amount: number,
): number {
  if (order.source === 'pos') return 409;
  if (quantity > 0 && line?.variantId === null) return 400;
  if (line && line.refunded + quantity > line.quantity) return 409;
  return order.refundedMinor + amount > order.paidMinor ? 409 : 201;
}

async function fulfill(model: Model, given: Of<'fulfill'>): Promise<number> {
  const order = pickOf(model.orders, given.pick);
  const line = pickOf(order.lines, given.pick);
  const lines = [{ order_item_id: line.id, quantity: given.quantity }];
  const body = { status: given.pending ? 'pending' : 'shipped', lines };
  const path = `/orders/${order.id}/fulfillments`;
  const { status, fresh, answer } = await once(model, `fulfill-${given.key}`, 'POST', path, body);
  if (!fresh) return status;
  expect(status).toBe(line.fulfilled + given.quantity > line.quantity ? 409 : 201);
  if (status !== 201) return status;
  line.fulfilled += given.quantity;
  const { id } = (answer.body as { data: { id: string } }).data;
  order.fulfillments.push({ id, status: body.status, lines });
  return status;
}

const legalMoves: Record<string, string[]> = {
  pending: ['shipped', 'cancelled'],
  shipped: ['delivered', 'cancelled'],
};

async function move(model: Model, given: Of<'move'>): Promise<number> {
  const shipped = model.orders.filter(({ fulfillments }) => fulfillments.length > 0);
  if (shipped.length === 0) return 0;
  const order = pickOf(shipped, given.pick);
  const fulfillment = pickOf(order.fulfillments, given.pick);
  const path = `/orders/${order.id}/fulfillments/${fulfillment.id}`;
  const { status, fresh } = await once(model, `move-${given.key}`, 'PATCH', path, { status: given.status });
  if (!fresh) return status;
  expect(status).toBe(legalMoves[fulfillment.status]?.includes(given.status) ? 200 : 409);
  if (status !== 200) return status;
  fulfillment.status = given.status;
  if (given.status === 'cancelled')
    for (const { order_item_id, quantity } of fulfillment.lines)
      for (const line of order.lines) if (line.id === order_item_id) line.fulfilled -= quantity;
  return status;
}

async function movement(model: Model, given: Of<'movement'>): Promise<number> {
  const variant = pickOf(model.variants, given.pick);
  const body = {
    variant_id: variant.id,
    location_id: model.locationId,
    delta: given.delta,
    reason: 'correction',
  };
  const sent = await once(model, `movement-${given.key}`, 'POST', '/inventory/movements', body);
  if (!sent.fresh) return sent.status;
  expect(sent.status).toBe(given.delta > 0 || mayTake(variant, -given.delta) ? 201 : 409);
  if (sent.status === 201) variant.stock += given.delta;
  return sent.status;
}

/** Sends an earlier request again, byte for byte. Returns the new status, or 0 if no request was sent before. */
async function replay(model: Model, pick: number): Promise<number> {
  const known = [...model.answers].filter(([name]) => name.startsWith(`${model.api.id} `));
  if (known.length === 0) return 0;
  const [name, { method, path, text }] = pickOf(known, pick);
  return (await once(model, name.slice(model.api.id.length + 1), method, path, JSON.parse(text))).status;
}

/**
 * Moves the sandbox's clock forward by 24 hours. After that, idempotency keys can be used again, and the access token
 * has expired. So the function connects the app again to get a new token.
 */
async function nextDay(model: Model): Promise<number> {
  await model.world.sandbox.advance(24 * 3_600_000);
  model.answers.clear();
  const { status } = await model.api.call('GET', '/store');
  await connect(model, true);
  return status;
}

async function reinstall(model: Model, sameId: boolean): Promise<number> {
  await model.world.control('DELETE', `/installs/${model.api.id}`);
  await model.world.sandbox.tick();
  const { status } = await model.api.call('POST', '/orders', orderBody(), { 'idempotency-key': 'gone' });
  expect(status).toBe(401);
  await connect(model, sameId);
  return status;
}

type Sent = { status: number; answer: Answer; fresh: boolean };

/**
 * Sends a write with an idempotency key. The model records the first response to the key, except a 429. Also
 * expects that the same key with another body is refused.
 *
 * `fresh` is true if the platform processed this request itself and did not replay an earlier response. The
 * caller must check a fresh response.
 */
async function once(model: Model, key: string, method: string, path: string, body: unknown): Promise<Sent> {
  const text = JSON.stringify(body);
  const answer = await model.api.call(method, path, body, { 'idempotency-key': key });
  const { status } = answer;
  if (status === 429) return { status, answer, fresh: false };
  const name = `${model.api.id} ${key}`;
  const before = model.answers.get(name);
  if (!before) {
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
    model.answers.set(name, { method, path, text, answer });
    if (status < 300) model.successes.set(key, (model.successes.get(key) ?? 0) + 1);
    return { status, answer, fresh: true };
  }
  if (before.path === path && before.text === text) {
    expect(status).toBe(before.answer.status);
    expect(answer.headers.get('idempotency-replayed')).toBe('true');
    if (status < 300) expect(answer.body).toEqual(before.answer.body);
  } else expect(status).toBe(409);
  return { status, answer, fresh: false };
}

function mayTake(variant: ModelVariant | null, quantity: number): boolean {
  return variant?.policy !== 'deny' || quantity <= variant.stock;
}

function pickOf<Value>(values: Value[], pick: number): Value {
  const value = values[pick % values.length];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}
