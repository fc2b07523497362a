import { bumpsUpdatedAt } from '@/lib/platform/assumptions';
import { dedupeTags, type OrderStatus } from '@/lib/platform/contract/orders';
import type { OrderRecord, TimelineRow } from '@/sandbox/world/records';
import { actorName, type Context, recordEffect } from '@/sandbox/domain/context';
import { emit } from '@/sandbox/domain/events';
import { paidMinor } from './order-pricing';

/**
 * Records a payment in the order's ledger. Emits order.paid when the paid amount reaches the total (EVT-13). The
 * delivery status does not matter (ORD-11).
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

/** Moves an order to another status and notifies the apps (STA-3). The same status changes nothing. */
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

/** Replaces all tags, as the merchant's own form does. */
export function setTags(context: Context, order: OrderRecord, tags: string[]): OrderRecord {
  const folded = dedupeTags(tags);
  return touch(context, order, { tags: folded }, 'tags', folded.join(', '));
}

export function setNote(context: Context, order: OrderRecord, note: string | null): OrderRecord {
  return touch(context, order, { note }, 'note', note ?? '');
}

/** Writes an order and adds a row to its timeline. updated_at changes (A24). */
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
