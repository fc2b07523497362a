import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import type { PaymentFacts } from '@/lib/orders/order/payment-facts';
import type { OrderDetail } from 'commerce-platform-client/contract/orders';
import type { Money } from '@/lib/shared/numbers/money';

/** Reasons why the amount to collect differs from the value of the goods. */
export type BesidesGoods = 'shipping' | 'discount' | 'tax' | 'paid';

/**
 * A part of the cash of an order.
 *
 * - `with_carrier`, `delivered`: the value of the goods in one shipment. `provider`: the carrier of the shipment, null
 *   if none is named. `since`: when the shipment was recorded or, for `delivered`, when it was last changed (RFC 3339).
 * - `not_shipped`: the value of the goods that no carrier has yet, including goods in a shipment that waits for the
 *   carrier.
 * - `besides`: the rest of the amount to collect, which may be negative. It is not known with which shipment the rest is
 *   collected. `what` has the reasons for the rest.
 */
export type CashPart = { amount: Money } & (
  | { place: 'with_carrier' | 'delivered'; provider: string | null; since: string }
  | { place: 'not_shipped' }
  | { place: 'besides'; what: BesidesGoods[] }
);

type Order = Pick<
  OrderDetail,
  'items' | 'fulfillments' | 'line_pricing' | 'shipping' | 'discount' | 'tax' | 'paid'
>;

/**
 * Splits the cash that must still be collected by the place where the goods are: a part for each shipment, a part for
 * goods that no carrier has yet, and a part for the rest. The amounts of all parts add up to `due`. The list is empty
 * in two cases: all goods are in one place, so that the result of paymentFacts already names the carrier; or `kind` is
 * not `collect`. Pure function.
 */
export function cashParts(order: Order, { kind, due }: Pick<PaymentFacts, 'kind' | 'due'>): CashPart[] {
  if (kind !== 'collect') return [];
  const money = (minor: bigint): Money => ({ ...due, amount_minor: Number(minor) });
  const valueOf = valuePieces(order.items);
  const parts = order.fulfillments.flatMap((parcel): CashPart[] => {
    const { status, provider, lines } = parcel;
    if (status !== 'shipped' && status !== 'delivered') return [];
    const isDelivered = status === 'delivered';
    return [
      {
        place: isDelivered ? 'delivered' : 'with_carrier',
        amount: money(valueOf(lines)),
        provider,
        since: isDelivered ? parcel.updated_at : parcel.created_at,
      },
    ];
  });
  const waiting = order.fulfillments.filter(({ status }) => status !== 'cancelled' && !isGone(status));
  const unshipped = [...findOutstandingLines(order), ...waiting.flatMap(({ lines }) => lines)];
  if (unshipped.length > 0) parts.push({ place: 'not_shipped', amount: money(valueOf(unshipped)) });
  if (new Set(parts.map(({ place }) => place)).size < 2) return [];
  const goods = parts.reduce((sum, { amount }) => sum + BigInt(amount.amount_minor), 0n);
  const besides = BigInt(due.amount_minor) - goods;
  if (besides !== 0n) parts.push({ place: 'besides', amount: money(besides), what: reasonsOf(order) });
  return parts;
}

const isGone = (status: string) => status === 'shipped' || status === 'delivered';

/**
 * Returns a function that gives the value of some pieces of the order's lines, in minor units. Each call takes the
 * pieces that follow those of the earlier calls. If the total of a line cannot be divided evenly by its quantity, the
 * pieces get different values. The values of all pieces together are exactly the total of the line.
 */
function valuePieces(items: Order['items']) {
  const taken = new Map<string, bigint>();
  return (lines: { order_item_id: string; quantity: number }[]): bigint => {
    let sum = 0n;
    for (const { order_item_id: id, quantity } of lines) {
      const item = items.find((one) => one.id === id);
      if (!item || item.quantity <= 0) continue;
      const [total, all] = [BigInt(item.total.amount_minor), BigInt(item.quantity)];
      const before = taken.get(id) ?? 0n;
      const after = before + BigInt(quantity);
      taken.set(id, after);
      sum += (total * after) / all - (total * before) / all;
    }
    return sum;
  };
}

/** Only a `net` order has the tax as an additional amount. In a `gross` order, the prices already contain the tax. */
function reasonsOf({ shipping, discount, tax, paid, line_pricing: pricing }: Order): BesidesGoods[] {
  const amounts = { shipping, discount, ...(pricing === 'net' && { tax }), paid };
  return (['shipping', 'discount', 'tax', 'paid'] as const).filter(
    (reason) => (amounts[reason]?.amount_minor ?? 0) !== 0,
  );
}
