import type { Order } from 'commerce-platform-client/contract/orders';
import { matchesPayment } from '@/lib/orders/list/payment-filter';
import { standardViews } from '@/lib/orders/views/standard-views';

const workViews = ['to_review', 'to_ship', 'cash_to_collect', 'problems'] as const;

/** The kind of work that an order waits for. Each kind has the name of the standard view that lists such orders. */
export type OrderWorkName = (typeof workViews)[number];

/**
 * Returns the work that an order waits for; null if the store has nothing to do for it now. The result is the standard
 * view that contains the order, so the list and its views always agree.
 */
export function workOfOrder(
  order: Pick<Order, 'status' | 'payment_status' | 'total' | 'paid'>,
): OrderWorkName | null {
  const found = workViews.find((name) => {
    const view: { status: readonly string[]; payment?: readonly string[] } = standardViews[name];
    return view.status.includes(order.status) && (!view.payment || matchesPayment(view.payment, order));
  });
  return found ?? null;
}
