import { draftVersion, type NewOrderDraft } from '@/lib/orders/new-order/new-order-draft';
import { operationAttribute } from '@/lib/orders/order/order-commands';
import type { CreateOrderBody } from 'commerce-platform-client/contract/orders';
import { isSaidInverse, rateText } from '@/lib/shared/numbers/exchange-rate';
import { plainAmount } from '@/lib/shared/numbers/money';

/**
 * Fills the form of a new order from an earlier order. The agreed prices stay, in the currency and at the exchange rate
 * of the earlier order. `isFeeOpen`: the delivery fee of the earlier order was left open, to be agreed later. The
 * catalogue price and the stock of each line are null, because the earlier order does not contain them.
 */
export function draftOfOrder(
  order: CreateOrderBody,
  { decimals, mode, isFeeOpen }: { decimals: number; mode: NewOrderDraft['mode']; isFeeOpen: boolean },
): NewOrderDraft {
  const amount = (amountMinor: number) => (amountMinor === 0 ? '' : plainAmount(amountMinor, decimals));
  const { exchange_rate: rate, shipping_address: address } = order;
  // In the form, an empty fee means that the fee is agreed later. So the fee of a free delivery must be written as 0.
  const isFree = order.shipping.method === 'delivery' && order.shipping.amount_minor === 0 && !isFeeOpen;
  const inverse = rate !== null && isSaidInverse(rate);
  return {
    version: draftVersion,
    mode,
    status: order.status,
    currency: { code: order.currency, decimals },
    exchange: rate && { text: rateText(rate, inverse), inverse, store: { ...rate, asOf: null } },
    lines: order.items.map(({ variant_id, name, quantity, unit_price_minor }) => ({
      variantId: variant_id ?? null,
      name,
      sku: null,
      quantity: String(quantity),
      price: plainAmount(unit_price_minor, decimals),
      agreedIn: order.currency,
      cataloguePriceMinor: null,
      availableQuantity: null,
    })),
    discount: {
      amount: amount(order.discount?.amount_minor ?? 0),
      title: order.discount?.title ?? '',
      agreedIn: order.currency,
    },
    method: order.shipping.method,
    fee: isFree ? '0' : amount(order.shipping.amount_minor),
    feeIn: order.currency,
    address: {
      address: address?.address ?? '',
      province: address?.province ?? '',
      city: address?.city ?? '',
      notes: address?.notes ?? '',
    },
    customer: { name: order.customer.name, phone: order.customer.phone, email: order.customer.email ?? '' },
    paymentMethod: order.payment_method,
    note: order.note ?? '',
    tags: order.tags,
    attributes: Object.entries(order.attributes).flatMap(([key, value]) =>
      key !== operationAttribute && ['string', 'number', 'boolean'].includes(typeof value)
        ? [{ key, value: value as string | number | boolean }]
        : [],
    ),
    inventory: order.inventory,
  };
}
