import { draftOfOrder } from '@/lib/orders/new-order/draft-of-order';
import type { ComposerStore, NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import type { OrderView } from '@/lib/orders/order-view';
import type { CreateOrderBody } from 'commerce-platform-client/contract/orders';

/**
 * Fills the form of a new order from an order on the platform, to duplicate or replace that order. The customer, the
 * address and the note are filled in only if the user may see them. If the payment method is not known, the store's
 * first payment method is chosen. `replaces`: the new order replaces the old one.
 */
export function draftOfView(
  view: Pick<OrderView, 'order' | 'paymentMethod' | 'terms' | 'noShipment'>,
  { paymentMethods }: Pick<ComposerStore, 'paymentMethods'>,
  replaces: boolean,
): NewOrderDraft {
  const { order, terms, noShipment } = view;
  const { customer, shipping_address: address } = order;
  const text = (key: string) => (typeof address?.[key] === 'string' ? address[key] : '');
  const isPickup = address === null || (address === undefined && noShipment === 'picked_up');
  const body: CreateOrderBody = {
    currency: order.total.currency,
    status: order.status === 'placed' ? 'placed' : 'approved',
    items: order.items.map(({ variant_id, name, quantity, unit_price }) => ({
      variant_id,
      name,
      quantity,
      unit_price_minor: unit_price.amount_minor,
    })),
    discount:
      order.discount.amount_minor === 0
        ? null
        : { amount_minor: order.discount.amount_minor, title: terms.discountReason },
    shipping: { amount_minor: order.shipping.amount_minor, method: isPickup ? 'pickup' : 'delivery' },
    customer: {
      name: [customer?.first_name, customer?.last_name].filter(Boolean).join(' '),
      phone: customer?.phone ?? '',
      email: customer?.email ?? null,
    },
    shipping_address: {
      address: text('address'),
      province: text('province'),
      city: text('city'),
      notes: text('notes'),
    },
    payment_method: view.paymentMethod ?? paymentMethods[0]?.id ?? '',
    exchange_rate: order.exchange_rate,
    note: order.note,
    tags: order.tags,
    attributes: order.attributes as CreateOrderBody['attributes'],
    inventory: 'decrement',
  };
  return {
    ...draftOfOrder(body, { decimals: order.total.decimals, mode: 'create', isFeeOpen: false }),
    ...(replaces && { replaces: { orderId: order.id, orderNumber: order.order_number } }),
  };
}
