import { leftToPayMinor } from 'commerce-platform-client/assumptions';
import { endedStatusOf } from '@/lib/orders/order-status';
import type { Order, OrderDetail } from 'commerce-platform-client/contract/orders';
import type { Money } from '@/lib/shared/numbers/money';

/**
 * The carriers of all shipments of an order that have one given status. `since`: when the first of these shipments got
 * the status (RFC 3339).
 */
export type Carrier = { names: string[]; since: string };

/**
 * State of an order's payment.
 *
 * - `collect`: the customer pays cash on delivery. `at_counter`: the customer pays cash at pickup.
 * - `remittance`: the carrier has delivered the order and must pay the cash to the store.
 * - `delivered_unpaid`: delivered and not paid, and cash on delivery is not known to be agreed.
 * - `unpaid`: not delivered and not paid, and cash on delivery is not known to be agreed.
 * - `authorized`: the money is reserved but not taken.
 * - `paid`, `paid_at_counter` (point of sale), `refunded`. After a partial refund, an order that was never paid in full
 *   is not `refunded`: it has the state of its unpaid rest.
 * - `none`: no payment is expected, because the order was cancelled or returned. `not_required`: the order costs
 *   nothing.
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

/**
 * `due` is the amount that the customer or the carrier still has to pay. `carrier` has the carriers that now have the
 * goods (in the state `collect`) or the cash (in the state `remittance`). In every other state, `carrier` is null.
 */
export type PaymentFacts = { kind: PaymentKind; due: Money; carrier: Carrier | null };

type Facts = {
  /** The payment method that the app sent; null if another app or person created the order. */
  paymentMethod: string | null;
  order: Pick<
    OrderDetail,
    'status' | 'payment_status' | 'source' | 'total' | 'paid' | 'refunded' | 'fulfillments'
  > & { shipping_address?: OrderDetail['shipping_address'] };
};

/**
 * Statuses that count as delivered. A refund changes the status only of an order that was delivered or returned (A4), and
 * the status `partially_refunded` does not say which. It counts as delivered (A38, A40).
 */
const delivered = ['delivered', 'completed', 'partially_refunded'];

/**
 * Whether the whole total of an order was paid. A later refund does not change this, because the customer does not pay
 * again (A40). The SQL function is_order_paid has the same rule.
 */
export function isFullyPaid(order: Pick<Order, 'payment_status' | 'total' | 'paid'>): boolean {
  const { payment_status, total, paid } = order;
  return payment_status === 'paid' || (total.amount_minor > 0 && paid.amount_minor >= total.amount_minor);
}

/**
 * Returns what the customer still has to pay for an order, in minor units. Every screen and document that shows this
 * amount takes it from this function. For the payment statuses of A5, the SQL function cash_facts has the same rule
 * (tests/integration/app/cash/cash-after-refund.test.ts compares both). Pure function.
 */
export function owedMinor(order: Pick<Order, 'status' | 'payment_status' | 'total' | 'paid'>): number {
  const { status, payment_status, total, paid } = order;
  const isOver = isFullyPaid(order) || ['refunded', 'not_required'].includes(payment_status);
  return isOver || endedStatusOf(status)
    ? 0
    : leftToPayMinor({ totalMinor: total.amount_minor, paidMinor: paid.amount_minor });
}

/**
 * Returns the state of an order's payment. A state with cash is returned only if the app has stored that cash was
 * agreed, because the platform does not return the payment method (U2). All amounts are in the order's currency. Pure
 * function.
 */
export function paymentFacts({ order, paymentMethod }: Facts): PaymentFacts {
  const { status, total, paid, refunded } = order;
  const dueMinor = owedMinor(order);
  const settled = (kind: PaymentKind): PaymentFacts => ({
    kind,
    due: { ...total, amount_minor: 0 },
    carrier: null,
  });
  const isRefunded = refunded.amount_minor > 0 || order.payment_status === 'refunded';
  if (isRefunded && dueMinor === 0) return settled('refunded');
  if (total.amount_minor === 0 || order.payment_status === 'not_required') return settled('not_required');
  if (endedStatusOf(status) && !isFullyPaid(order)) return settled(paid.amount_minor > 0 ? 'paid' : 'none');
  if (dueMinor === 0) return settled(order.source === 'pos' ? 'paid_at_counter' : 'paid');
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
 * Returns the carriers of the shipments with the given status; null if no carrier is named. The platform returns no
 * time at which a carrier got or delivered a shipment. So `since` uses the creation time of a shipped shipment, and the
 * last change of a delivered one.
 */
function carrierOf(
  fulfillments: OrderDetail['fulfillments'],
  status: 'shipped' | 'delivered',
): Carrier | null {
  const parcels = fulfillments.filter((parcel) => parcel.status === status);
  const names = [...new Set(parcels.flatMap(({ provider }) => provider ?? []))];
  const times = parcels.map((parcel) => (status === 'shipped' ? parcel.created_at : parcel.updated_at));
  const [since] = times.toSorted((one, other) => Date.parse(one) - Date.parse(other));
  return names.length === 0 || since === undefined ? null : { names, since };
}
