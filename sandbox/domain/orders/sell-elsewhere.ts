import { sumLinesMinor } from 'commerce-platform-client/contract/sum-lines';
import type { OrderRecord, StoreRecord } from '@/sandbox/world/records';
import { capturePayment } from './change-order';
import type { Context } from '@/sandbox/domain/context';
import { resolveLines, shortageOf } from './order-lines';
import { placeOrder } from './place-order';
import { isRefusal, type Refusal, refuseFields } from '@/sandbox/domain/refusal';

export type Sale = {
  source: 'storefront' | 'pos';
  items: { variant_id: string; quantity: number }[];
  status?: OrderRecord['status'] | undefined;
  discountMinor: number;
  delivery: boolean;
  /** Phone number of the customer, in any format. If omitted, the sandbox uses a valid number. */
  phone?: string | undefined;
};

const shopper = { first_name: 'هدى', last_name: 'الأتاسي', email: null, phone: '+963933445566' };

/**
 * Creates an order that no app made, at catalogue prices: a storefront order or a POS sale. A POS sale is paid
 * immediately, and its discount is deducted from the lines.
 *
 * The platform document applies the rules of POST /orders to storefront orders, so they can be refused with 404
 * variant_not_found, 409 variant_unavailable or 409 insufficient_stock. A sum or a discount out of range is refused
 * with 422. A POS sale that would reduce the stock below zero is refused too, because the platform document does not
 * allow it.
 */
export function sellElsewhere(context: Context, store: StoreRecord, sale: Sale): OrderRecord | Refusal {
  const found = resolveLines(context.world, store.id, sale.items);
  if (isRefusal(found)) return found;
  const lines = found.map(({ product, variant, quantity }) => ({
    variant_id: variant?.id ?? null,
    name: `${product?.name} - ${variant?.name}`,
    quantity,
    unit_price_minor: variant?.price_minor ?? 0,
  }));
  const sumMinor = sumLinesMinor(lines);
  if (sumMinor === null)
    return refuseFields(422, [{ path: 'items', message: 'the sum of the lines is too large' }]);
  if (sale.discountMinor > sumMinor)
    return refuseFields(422, [{ path: 'discount_minor', message: 'must not exceed the sum of the lines' }]);
  const shortage = shortageOf(found);
  if (shortage) return shortage;
  const till = sale.source === 'pos';
  const order = placeOrder(context, {
    store,
    source: sale.source,
    status: sale.status ?? (till ? 'completed' : 'placed'),
    currency: store.currency,
    exchangeRate: null,
    lines,
    discountMinor: sale.discountMinor,
    discountTitle: null,
    shippingMinor: 0,
    customer: till ? null : { ...shopper, phone: sale.phone ?? shopper.phone },
    shippingAddress: sale.delivery
      ? { address: store.address, province: store.provinces[0]?.value ?? '', city: null, notes: null }
      : null,
    paymentMethod: 'cod',
    note: null,
    tags: [],
    attributes: null,
    decrementStock: true,
  });
  return till ? capturePayment(context, order, order.total_minor) : order;
}
