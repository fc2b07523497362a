import type { OrderAction } from '@/lib/orders/order/order-timeline';
import type { OrderView } from '@/lib/orders/order-view';

/**
 * Returns the open writes of this app to an order, newest first. A write is open until its outcome is known.
 * `kind` limits the result to one kind of write.
 */
export function openActions({ timeline }: OrderView, kind?: string): OrderAction[] {
  return timeline.events.flatMap(({ action }) => {
    const isOpen = action && (action.state === 'sending' || action.state === 'unconfirmed');
    return isOpen && (kind === undefined || action.kind === kind) ? [action] : [];
  });
}
