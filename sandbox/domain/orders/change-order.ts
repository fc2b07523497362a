import { bumpsUpdatedAt } from 'commerce-platform-client/assumptions';
import { dedupeTags, type OrderStatus } from 'commerce-platform-client/contract/orders';
import type { OrderRecord, TimelineRow } from '@/sandbox/world/records';
import { actorName, type Context, recordEffect } from '@/sandbox/domain/context';
import { emit } from '@/sandbox/domain/events';
import { paidMinor } from './order-pricing';

/**
 * Records a payment of a sales order. Emits order.paid if the paid amount reaches the total (EVT-13), whether or not
 * the order is delivered (ORD-11).
 */
export function capturePayment(context: Context, order: OrderRecord, amountMinor: number): OrderRecord {
  const { world } = context;
  const payment = { id: world.newId('pay'), amount_minor: amountMinor, at: world.now() };
  const changed = touch(
    context,
    order,
    { payments: [...order.payments, payment] },
    'payment',
    String(amountMinor),
  );
  recordEffect(context, 'payment.captured', payment.id);
  if (paidMinor(order) < order.total_minor && paidMinor(changed) >= order.total_minor)
    emit(context, order.store_id, 'order.paid', {
      order_id: order.id,
      order_number: order.order_number,
      total_minor: order.total_minor,
      currency: order.currency,
    });
  return changed;
}

/**
 * Sets the status of an order and emits the event for the apps (STA-3). If the order already has the new status,
 * nothing changes.
 */
export function setStatus(context: Context, order: OrderRecord, status: OrderStatus): OrderRecord {
  if (order.status === status) return order;
  const changed = touch(context, order, { status }, 'status', status);
  recordEffect(context, 'order.status_changed', order.id);
  emit(context, order.store_id, 'order.status_changed', {
    order_id: order.id,
    order_number: order.order_number,
    status,
    previous_status: order.status,
  });
  return changed;
}

/** Replaces all tags of an order, as the merchant's own form in the store admin does. */
export function setTags(context: Context, order: OrderRecord, tags: string[]): OrderRecord {
  const folded = dedupeTags(tags);
  return touch(context, order, { tags: folded }, 'tags', folded.join(', '));
}

export function setNote(context: Context, order: OrderRecord, note: string | null): OrderRecord {
  return touch(context, order, { note }, 'note', note ?? '');
}

/**
 * Stores a changed order and adds a row to its timeline. The order's updated_at becomes the current time
 * (A24).
 */
export function touch(
  context: Context,
  order: OrderRecord,
  change: Partial<OrderRecord>,
  kind: TimelineRow['kind'],
  text: string,
): OrderRecord {
  const { world } = context;
  const now = world.now();
  const row = { at: now, by: actorName(context), kind, text };
  const bumped = kind !== 'payment' || bumpsUpdatedAt.payment;
  const updatedAt = bumped ? now : order.updated_at;
  return world.orders.put({ ...order, ...change, updated_at: updatedAt, timeline: [...order.timeline, row] });
}
