import type { OrderRecord, StoreRecord } from '@/sandbox/world/records';
import { findVariant } from './catalogue';
import { capturePayment } from './change-order';
import type { Context } from './context';
import { placeOrder } from './place-order';
import { type Refusal, refuse, refuseFields } from './refusal';

export type Sale = {
  source: 'storefront' | 'pos';
  items: { variant_id: string; quantity: number }[];
  status?: OrderRecord['status'] | undefined;
  discountMinor: number;
  delivery: boolean;
};

const shopper = { first_name: 'هدى', last_name: 'الأتاسي', email: null, phone: '+963933445566' };

/**
 * An order that no app made, at catalogue prices: a customer on the storefront, or a sale at the till, which is
 * paid on the spot and priced net. 404 variant_not_found, 422 for a discount above the lines.
 */
export function sellElsewhere(context: Context, store: StoreRecord, sale: Sale): OrderRecord | Refusal {
  const found = sale.items.map((item) => findVariant(context.world, store.id, item.variant_id));
  const lines = found.flatMap((match, index) =>
    match
      ? [
          {
            variant_id: match.variant.id,
            name: `${match.product.name} - ${match.variant.name}`,
            quantity: sale.items[index]?.quantity ?? 1,
            unit_price_minor: match.variant.price_minor,
          },
        ]
      : [],
  );
  if (lines.length < found.length) return refuse('variant_not_found', 'no such variant in this store');
  const sumMinor = lines.reduce((sum, line) => sum + line.quantity * line.unit_price_minor, 0);
  if (sale.discountMinor > sumMinor)
    return refuseFields(422, [{ path: 'discount_minor', message: 'must not exceed the sum of the lines' }]);
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
    customer: till ? null : shopper,
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
