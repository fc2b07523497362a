import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import type { OrderView, ViewedFulfillment } from '@/lib/orders/order-view';
import type { SettableOrderStatus } from '@/lib/platform/contract/orders';

/**
 * The primary action of an order page. ship: opens the form of a new shipment. deliver: marks these parcels as
 * delivered, and the platform then moves the order. move: requests a status for the order. none: no next step is
 * likely.
 */
export type PrimaryAction =
  | { kind: 'ship' }
  | { kind: 'deliver'; parcels: ViewedFulfillment[] }
  | { kind: 'move'; status: SettableOrderStatus }
  | { kind: 'none' };

/**
 * Returns the primary action of an order, from the most likely next status and the shipments. An order that must ship
 * is never only set to shipped or delivered, because its status would then contradict its shipments. Pure function.
 */
export function primaryAction({
  order,
  moves: { next },
  noShipment,
}: Pick<OrderView, 'moves' | 'noShipment'> & {
  order: Pick<OrderView['order'], 'fulfillments'>;
}): PrimaryAction {
  if (next === null) return { kind: 'none' };
  if (next !== 'shipped' && next !== 'delivered') return { kind: 'move', status: next };
  const withStatus = (status: string) => order.fulfillments.filter((parcel) => parcel.status === status);
  const onTheWay = withStatus('shipped');
  if (next === 'delivered' && onTheWay.length > 0) return { kind: 'deliver', parcels: onTheWay };
  // A booked parcel has its own button to hand it over. The status of the order follows only after that.
  if (withStatus('pending').length > 0) return noShipment === null ? { kind: 'ship' } : { kind: 'none' };
  // The order was set to shipped without any shipment, so no shipment will change its status later.
  const isStatusAlone = next === 'delivered' && order.fulfillments.length === 0;
  if (noShipment === null && !isStatusAlone) return { kind: 'ship' };
  return { kind: 'move', status: next };
}

/**
 * Whether the platform sets the order to delivered when these parcels are delivered. This is so if every piece is in a
 * shipment and no other shipment is open (FUL-5). `chosen` has fulfillment ids. Pure function.
 */
export function deliversOrder(
  order: Pick<OrderView['order'], 'items' | 'fulfillments'>,
  chosen: ReadonlySet<string>,
): boolean {
  const isOpen = ({ status }: ViewedFulfillment) => status === 'pending' || status === 'shipped';
  const open = order.fulfillments.filter(isOpen);
  return findOutstandingLines(order).length === 0 && open.every(({ id }) => chosen.has(id));
}
