import type { OrderView } from '@/lib/orders/order-view';
import type { OrderMessageStep } from '@/lib/shared/messages/message-templates';

/** Order statuses in which the customer has received the order. */
const received: readonly string[] = ['delivered', 'completed', 'partially_refunded'];

/** Order statuses in which every message about the usual steps (received, shipped, delivered) would be false. */
const ended: readonly string[] = ['cancelled', 'delivered_failed', 'returned', 'refunded'];

/** Order statuses in which the customer can still confirm the order, because nothing has left the store yet. */
const confirmable: readonly string[] = ['placed', 'approved', 'processing'];

/** True if a customer can be asked to confirm an order with the given status. */
export const canBeConfirmed = (status: string): boolean => confirmable.includes(status);

/**
 * Returns the messages that are true for the order now. The message about the newest step is first, because it fits
 * best. The result is empty if the order was cancelled, came back or could not be delivered.
 */
export function orderMessageSteps({
  status,
  fulfillments,
}: Pick<OrderView['order'], 'status' | 'fulfillments'>): OrderMessageStep[] {
  if (ended.includes(status)) return [];
  const isDelivered = received.includes(status);
  const isOnItsWay = status === 'shipped' || fulfillments.some((parcel) => parcel.status === 'shipped');
  return [
    ...(isDelivered ? (['deliveredMessage'] as const) : []),
    ...(isOnItsWay ? (['shippedMessage'] as const) : []),
    'receivedMessage',
  ];
}
