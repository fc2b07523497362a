import type { z } from 'zod';
import type {
  CreateFulfillmentBody,
  FulfillmentAnswer,
  PatchFulfillmentBody,
} from 'commerce-platform-client/contract/fulfillments';
import type { FulfillmentRecord, OrderRecord } from '@/sandbox/world/records';
import { setStatus, touch } from './change-order';
import { type Context, recordEffect } from '@/sandbox/domain/context';
import { mayMove } from './edit-order';
import { emit } from '@/sandbox/domain/events';
import { type Refusal, refuse } from '@/sandbox/domain/refusal';

type Answer = z.input<typeof FulfillmentAnswer>;

/**
 * The status changes that are allowed for a fulfillment (platform: Fulfillment status). delivered and cancelled are
 * terminal.
 */
const moves: Record<FulfillmentRecord['status'], readonly FulfillmentRecord['status'][]> = {
  pending: ['shipped', 'cancelled'],
  shipped: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
};

/**
 * Handles POST /orders/{id}/fulfillments. Refuses with 404 for a line of another order. Refuses with 409 if a quantity
 * is larger than the unfulfilled rest of its line (FUL-1). The order becomes shipped if the new fulfillment is shipped
 * and all fulfillments together cover every line (FUL-3).
 */
export function createFulfillment(
  context: Context,
  order: OrderRecord,
  body: CreateFulfillmentBody,
): Answer | Refusal {
  const { world } = context;
  const unknown = body.lines.flatMap(({ order_item_id: id }, index) =>
    order.items.some((item) => item.id === id)
      ? []
      : [{ path: `lines.${index}.order_item_id`, message: 'not a line of this order' }],
  );
  if (unknown.length > 0)
    return refuse('not_found', 'no such line in this order', { details: { fields: unknown } });
  const wanted = new Map<string, number>();
  for (const line of body.lines)
    wanted.set(line.order_item_id, (wanted.get(line.order_item_id) ?? 0) + line.quantity);
  const over = [...wanted].flatMap(([itemId, requested]) => {
    const available = unfulfilled(order, itemId);
    return requested > available ? [{ order_item_id: itemId, requested, available }] : [];
  });
  if (over.length > 0)
    return refuse('conflict', 'more than is still unfulfilled', { details: { lines: over } });

  const now = world.now();
  const made: FulfillmentRecord = {
    id: world.uuid(),
    provider: body.provider,
    tracking_number: body.tracking_number,
    status: body.status,
    created_at: now,
    updated_at: now,
    lines: [...wanted].map(([order_item_id, quantity]) => ({ order_item_id, quantity })),
  };
  const changed = touch(
    context,
    order,
    { fulfillments: [...order.fulfillments, made] },
    'fulfillment',
    made.tracking_number ?? made.id,
  );
  recordEffect(context, 'fulfillment.created', made.id);
  notify(context, order, made, 'fulfillment.created');
  if (made.status === 'pending') notify(context, order, made, 'fulfillment.requested');
  return moved(context, changed, made, made.status === 'shipped' && isCovered(changed) ? 'shipped' : null);
}

/**
 * Handles PATCH of a fulfillment: changes its tracking data and its status. A terminal status cannot be changed (FUL-4,
 * FUL-6). The order becomes delivered in one case: this fulfillment becomes delivered, all other fulfillments are
 * delivered or cancelled, and together they cover every line (FUL-5). The payment of the order does not change.
 */
export function patchFulfillment(
  context: Context,
  order: OrderRecord,
  current: FulfillmentRecord,
  body: PatchFulfillmentBody,
): Answer | Refusal {
  const refused =
    body.status === undefined
      ? moves[current.status].length === 0
      : !moves[current.status].includes(body.status);
  if (refused)
    return refuse('conflict', `a fulfillment that is ${current.status} can't be changed so`, {
      details: { current_status: current.status },
    });
  const next: FulfillmentRecord = {
    ...current,
    status: body.status ?? current.status,
    provider: body.provider === undefined ? current.provider : body.provider,
    tracking_number: body.tracking_number === undefined ? current.tracking_number : body.tracking_number,
    updated_at: context.world.now(),
  };
  const changed = touch(
    context,
    order,
    { fulfillments: order.fulfillments.map((row) => (row.id === current.id ? next : row)) },
    'fulfillment',
    next.tracking_number ?? next.id,
  );
  recordEffect(context, 'fulfillment.updated', current.id);
  if (next.status !== current.status || next.tracking_number !== current.tracking_number)
    notify(context, order, next, 'fulfillment.updated');
  const outstanding = changed.fulfillments.some(
    (row) => row.status === 'pending' || row.status === 'shipped',
  );
  const arrived = body.status === 'delivered' && !outstanding && isCovered(changed);
  return moved(context, changed, next, arrived ? 'delivered' : null);
}

/** Returns the quantity of an order line that is not fulfilled yet. Canceled fulfillments do not count. */
function unfulfilled(order: OrderRecord, itemId: string): number {
  const ordered = order.items.find((item) => item.id === itemId)?.quantity ?? 0;
  const fulfilled = order.fulfillments
    .filter((row) => row.status !== 'cancelled')
    .flatMap((row) => row.lines)
    .filter((line) => line.order_item_id === itemId);
  return ordered - fulfilled.reduce((sum, line) => sum + line.quantity, 0);
}

function isCovered(order: OrderRecord): boolean {
  return order.items.every((item) => unfulfilled(order, item.id) <= 0);
}

/**
 * Changes the status of an order because of a fulfillment, if the status matrix allows the change. If the matrix does
 * not allow it, the order keeps its status, and order_status_skipped is true.
 */
function moved(
  context: Context,
  order: OrderRecord,
  fulfillment: FulfillmentRecord,
  due: 'shipped' | 'delivered' | null,
): Answer {
  const refused = due !== null && order.status !== due && !mayMove(order.status, due);
  const after = due === null || refused ? order : setStatus(context, order, due);
  return { ...fulfillment, order_status: after.status, order_status_skipped: refused };
}

function notify(
  context: Context,
  order: OrderRecord,
  fulfillment: FulfillmentRecord,
  topic: 'fulfillment.created' | 'fulfillment.requested' | 'fulfillment.updated',
): void {
  emit(context, order.store_id, topic, {
    order_id: order.id,
    fulfillment_id: fulfillment.id,
    status: fulfillment.status,
    tracking_number: fulfillment.tracking_number,
  });
}
