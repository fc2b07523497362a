import { orderMessageValues } from '@/lib/orders/order/order-messages';
import type { OrderView } from '@/lib/orders/order-view';
import type { BaseLocale } from '@/lib/shared/locale';
import { fillTemplate } from '@/lib/shared/messages/message-templates';

/**
 * Returns the message about an order: the template with the values of the order. `country`: country of the store
 * (ISO 3166); null if it is unknown.
 */
export function orderMessageText(
  template: string,
  order: OrderView['order'],
  store: { name: string; country: string | null },
  language: BaseLocale,
): string {
  return fillTemplate(template, orderMessageValues(order, store, language), language);
}
