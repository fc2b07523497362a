import type { OrderView } from '@/lib/orders/order-view';
import type { Money } from '@/lib/shared/numbers/money';

/** Who carries the goods of an order, and the time since when (RFC 3339). */
export type Carrier = { names: string[]; since: string };

/**
 * What the payment of an order needs.
 *
 * - collect: cash is paid on delivery. at_counter: cash is paid when the customer picks the order up.
 * - remittance: the carrier has delivered and must pay the cash to the store.
 * - delivered_unpaid: delivered; how it is paid is unknown, or not in cash.
 * - unpaid: not delivered; how it is paid is unknown, or not in cash. authorized: reserved, not taken.
 * - paid, paid_at_counter (point of sale), refunded.
 * - none: nothing is to be collected, because the order was cancelled or came back. not_required: it costs nothing.
 */
export type PaymentKind =
  | 'collect'
  | 'at_counter'
  | 'remittance'
  | 'delivered_unpaid'
  | 'unpaid'
  | 'authorized'
  | 'paid'
  | 'paid_at_counter'
  | 'refunded'
  | 'none'
  | 'not_required';

/** `due` is what is still to be collected; 0 if nothing is. `carrier` is null unless the cash is with a carrier. */
export type PaymentFacts = { kind: PaymentKind; due: Money; carrier: Carrier | null };

type Facts = Pick<OrderView, 'paymentMethod'> & {
  order: Pick<
    OrderView['order'],
    'status' | 'payment_status' | 'source' | 'total' | 'paid' | 'refunded' | 'fulfillments'
  > & { shipping_address?: OrderView['order']['shipping_address'] };
};

/** Order statuses with which an unpaid order is not expected to be paid. */
const ended = ['cancelled', 'returned'];
const delivered = ['delivered', 'completed'];

/**
 * Returns what the payment of an order needs. Cash is named only if the app knows that it was agreed, because no read of
 * the platform returns the payment method (U2). All amounts are in the order's currency. Pure function.
 */
export function paymentFacts({ order, paymentMethod }: Facts): PaymentFacts {
  const { status, total, paid, refunded } = order;
  const dueMinor = Math.max(0, total.amount_minor - paid.amount_minor);
  const settled = (kind: PaymentKind): PaymentFacts => ({
    kind,
    due: { ...total, amount_minor: 0 },
    carrier: null,
  });
  if (refunded.amount_minor > 0) return settled('refunded');
  if (total.amount_minor === 0 || order.payment_status === 'not_required') return settled('not_required');
  if (dueMinor === 0 || order.payment_status === 'paid')
    return settled(order.source === 'pos' ? 'paid_at_counter' : 'paid');
  if (ended.includes(status)) return settled(paid.amount_minor > 0 ? 'paid' : 'none');
  const open = (kind: PaymentKind, carrier: Carrier | null = null): PaymentFacts => ({
    kind,
    due: { ...total, amount_minor: dueMinor },
    carrier,
  });
  if (order.payment_status === 'authorized') return open('authorized');
  const isCash = paymentMethod === 'cod';
  const isPickup = order.shipping_address === null;
  if (delivered.includes(status))
    return isCash && !isPickup
      ? open('remittance', carrierOf(order.fulfillments, 'delivered'))
      : open('delivered_unpaid');
  if (!isCash) return open('unpaid');
  return isPickup ? open('at_counter') : open('collect', carrierOf(order.fulfillments, 'shipped'));
}

/**
 * Returns the carriers of the shipments with this status; null if none is named. A shipment is with its carrier since it
 * was recorded, and it is delivered since its last change. The platform returns no other times.
 */
function carrierOf(
  fulfillments: OrderView['order']['fulfillments'],
  status: 'shipped' | 'delivered',
): Carrier | null {
  const parcels = fulfillments.filter((parcel) => parcel.status === status);
  const names = [...new Set(parcels.flatMap(({ provider }) => provider ?? []))];
  const times = parcels.map((parcel) => (status === 'shipped' ? parcel.created_at : parcel.updated_at));
  const [since] = times.toSorted((one, other) => Date.parse(one) - Date.parse(other));
  return names.length === 0 || since === undefined ? null : { names, since };
}
