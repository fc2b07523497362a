import type { OrderDeed } from '@/lib/orders/order/order-timeline';
import type { OrderView } from '@/lib/orders/order-view';

/** Writes of ours that have not ended, newest first; of one kind, where it is given. */
export function openDeeds({ timeline }: OrderView, kind?: string): OrderDeed[] {
  return timeline.events.flatMap(({ deed }) => {
    const isOpen = deed && (deed.state === 'sending' || deed.state === 'unconfirmed');
    return isOpen && (kind === undefined || deed.kind === kind) ? [deed] : [];
  });
}
