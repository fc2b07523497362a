import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import type { OrderView, ViewedFulfillment } from '@/lib/orders/order-view';
import type { SettableOrderStatus } from 'commerce-platform-client/contract/orders';

/**
 * The primary action of an order page: what the main button of the page does.
 *
 * - `ship`: opens the form of a new shipment.
 * - `deliver`: marks the shipments in `parcels` as delivered. The platform then changes the order's status.
 * - `move`: requests a status for the order.
 * - `none`: there is no likely next step.
 */
export type PrimaryAction =
  | { kind: 'ship' }
  | { kind: 'deliver'; parcels: ViewedFulfillment[] }
  | { kind: 'move'; status: SettableOrderStatus }
  | { kind: 'none' };

/**
 * Returns the primary action of an order, from the most likely next status and the shipments. If the next status is
 * shipped or delivered, the action is usually to ship or to deliver. A change of the status without a change of the
 * shipments would contradict the shipments. The status alone is changed in two cases: the order needs no shipment, or
 * it has the status shipped but no shipment. Pure function.
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
  // A shipment that waits for the carrier has its own button on the page. The order's status changes only after the
  // user has pressed this button.
  if (withStatus('pending').length > 0) return noShipment === null ? { kind: 'ship' } : { kind: 'none' };
  // The order has the status shipped but no shipment. So a shipment cannot change the order's status later, and the
  // status must be set directly.
  const isStatusAlone = next === 'delivered' && order.fulfillments.length === 0;
  if (noShipment === null && !isStatusAlone) return { kind: 'ship' };
  return { kind: 'move', status: next };
}

/**
 * Whether the platform sets the order to delivered after the shipments in `chosen` (fulfillment ids) were marked as
 * delivered. The platform sets this status if every piece is in a shipment and no other shipment is open (FUL-5). Pure
 * function.
 */
export function deliversOrder(
  order: Pick<OrderView['order'], 'items' | 'fulfillments'>,
  chosen: ReadonlySet<string>,
): boolean {
  const isOpen = ({ status }: ViewedFulfillment) => status === 'pending' || status === 'shipped';
  const open = order.fulfillments.filter(isOpen);
  return findOutstandingLines(order).length === 0 && open.every(({ id }) => chosen.has(id));
}
