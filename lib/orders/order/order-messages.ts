import type { OrderView, ViewedFulfillment } from '@/lib/orders/order-view';
import { type BaseLocale, intlLocale } from '@/lib/shared/locale';
import type { MessageValues } from '@/lib/shared/messages/message-templates';
import { formatMoney } from '@/lib/shared/numbers/money';

type MessagedOrder = OrderView['order'];

/**
 * Returns the shipment that a message names: the newest shipment that is on its way. If there is none, returns the
 * newest delivered shipment.
 */
function shippedParcel(fulfillments: readonly ViewedFulfillment[]): ViewedFulfillment | undefined {
  const newestFirst = fulfillments.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
  return (
    newestFirst.find(({ status }) => status === 'shipped') ??
    newestFirst.find(({ status }) => status === 'delivered')
  );
}

/**
 * Returns the values of the placeholders for a message about the order. `country`: country of the store (ISO 3166),
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
    trackingLink: parcel?.trackingUrl ?? '',
    store: store.name,
  };
}
