import type { OrderView, ViewedFulfillment } from '@/lib/orders/order-view';
import { type BaseLocale, intlLocale } from '@/lib/shared/locale';
import type { MessageValues, OrderMessageStep } from '@/lib/shared/messages/message-templates';
import { formatMoney } from '@/lib/shared/numbers/money';

type MessagedOrder = OrderView['order'];

/** Statuses of an order that the customer has received. */
const received: readonly string[] = ['delivered', 'completed', 'partially_refunded'];

/** Statuses in which no message about the usual steps is true. */
const ended: readonly string[] = ['cancelled', 'delivered_failed', 'returned', 'refunded'];

/**
 * Returns the messages that are true for the order now. The first one fits its state best: the newest step. The result
 * is empty if the order was cancelled, came back or could not be delivered.
 */
export function orderMessageSteps({
  status,
  fulfillments,
}: Pick<MessagedOrder, 'status' | 'fulfillments'>): OrderMessageStep[] {
  if (ended.includes(status)) return [];
  const isDelivered = received.includes(status);
  const isOnItsWay = status === 'shipped' || fulfillments.some((parcel) => parcel.status === 'shipped');
  return [
    ...(isDelivered ? (['deliveredMessage'] as const) : []),
    ...(isOnItsWay ? (['shippedMessage'] as const) : []),
    'receivedMessage',
  ];
}

/** Returns the parcel that a message about the shipment names: the newest one on its way, else the newest delivered. */
function shippedParcel(fulfillments: readonly ViewedFulfillment[]): ViewedFulfillment | undefined {
  const newestFirst = fulfillments.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  return (
    newestFirst.find(({ status }) => status === 'shipped') ??
    newestFirst.find(({ status }) => status === 'delivered')
  );
}

/**
 * Returns the values of the placeholders for a message about this order. `country`: country of the store (ISO 3166),
 * which decides how amounts are written; null if it is unknown.
 */
export function orderMessageValues(
  order: MessagedOrder,
  store: { name: string; country: string | null },
  language: BaseLocale,
): MessageValues {
  const { customer, items, total, order_number, fulfillments } = order;
  const parcel = shippedParcel(fulfillments);
  return {
    name: [customer?.first_name, customer?.last_name].filter(Boolean).join(' '),
    number: order_number,
    items: items.map(({ name, quantity }) => `${quantity} × ${name}`),
    total: formatMoney(total, intlLocale(language, store.country)),
    carrier: parcel?.provider ?? '',
    tracking: parcel?.tracking_number ?? '',
    store: store.name,
  };
}
