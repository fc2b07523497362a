import { expect } from 'vitest';
import { type Dump, dumpOf, type Model, modelOrder, type ShownOrder } from './model-world';

/**
 * Maps the kind of a write to the effect that the write must have exactly once. In the model, an idempotency key begins
 * with the kind of its write.
 */
const mainEffects: Record<string, string> = {
  create: 'order.created',
  status: 'order.status_changed',
  refund: 'refund.created',
  fulfill: 'fulfillment.created',
  move: 'fulfillment.updated',
  movement: 'inventory.movement_created',
};

/**
 * Compares the complete state of the sandbox with the model. Also checks rules that must always hold, such as the rules
 * of stock and money.
 */
export async function checkModel(model: Model): Promise<void> {
  const dump = await dumpOf(model.world);
  checkStock(model, dump);
  for (const order of dump.orders) checkMoney(order);
  expect(dump.orders.map(modelOrder).sort(byId)).toEqual([...model.orders].sort(byId));
  await checkEffects(model);
  await checkEvents(model);
}

/**
 * Checks that the stock movements of each variant add up to its stock. With the policy `deny`, the stock must never
 * have been below zero.
 */
function checkStock({ variants }: Model, { products, movements }: Dump): void {
  const stocks = new Map(products.flatMap((product) => product.variants).map((row) => [row.id, row.stock]));
  const inOrder = [...movements].sort((a, b) => a.sequence - b.sequence);
  expect(new Set(movements.map((row) => row.sequence)).size).toBe(movements.length);
  for (const variant of variants) {
    let stock = variant.startStock;
    for (const move of inOrder.filter((row) => row.variant_id === variant.id)) {
      stock += move.delta;
      expect(move.stock_after).toBe(stock);
      if (variant.policy === 'deny') expect(stock).toBeGreaterThanOrEqual(0);
    }
    expect(stocks.get(variant.id)).toBe(stock);
    expect(stock).toBe(variant.stock);
  }
}

/**
 * Checks three rules of an order. Its refunds are not more than the paid amount. No line is fulfilled or refunded more
 * often than ordered. The lines, plus the discount if line_pricing is `net`, add up to the subtotal.
 */
function checkMoney(order: ShownOrder): void {
  const refunded = order.refunds.reduce((sum, refund) => sum + refund.amount.amount_minor, 0);
  expect(order.refunded.amount_minor).toBe(refunded);
  expect(refunded).toBeLessThanOrEqual(order.paid.amount_minor);
  const lines = order.items.reduce((sum, item) => sum + item.total.amount_minor, 0);
  const discount = order.line_pricing === 'net' ? order.discount.amount_minor : 0;
  expect(lines + discount).toBe(order.subtotal.amount_minor);
  for (const line of modelOrder(order).lines) {
    expect(line.fulfilled).toBeLessThanOrEqual(line.quantity);
    expect(line.refunded).toBeLessThanOrEqual(line.quantity);
  }
}

/** Checks that the effect of each idempotency key occurred exactly as often as the sandbox accepted the key. */
async function checkEffects({ world, successes, answers }: Model): Promise<void> {
  const { body } = await world.control<{ data: { kind: string; idempotency_key: string }[] }>(
    'GET',
    '/effects',
  );
  const keys = [...answers.keys()].map((name) => name.slice(name.indexOf(' ') + 1));
  for (const key of new Set([...keys, ...successes.keys(), 'gone'])) {
    const kind = mainEffects[key.split('-')[0] ?? ''];
    const main = body.data.filter((row) => row.idempotency_key === key && row.kind === kind);
    expect(main, `${key} took effect when it was let through, else never`).toHaveLength(
      successes.get(key) ?? 0,
    );
  }
}

/** Checks that the webhook events of an install have rising sequence numbers, without duplicates. */
async function checkEvents({ world }: Model): Promise<void> {
  await world.sandbox.tick();
  const last = new Map<string, number>();
  const events = new Map<number, string>();
  for (const { body } of world.received) {
    const { id, install_id, sequence } = JSON.parse(body) as {
      id: string;
      install_id: string;
      sequence: number;
    };
    expect(sequence).toBeGreaterThan(last.get(install_id) ?? 0);
    last.set(install_id, sequence);
    expect(events.get(sequence) ?? id).toBe(id);
    events.set(sequence, id);
  }
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
