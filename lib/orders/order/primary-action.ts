import { findOutstandingLines } from '@/lib/orders/order/fulfillment/find-outstanding-lines';
import type { OrderView, ViewedFulfillment } from '@/lib/orders/order-view';
import type { SettableOrderStatus } from 'commerce-platform-client/contract/orders';

/**
 * The primary action of an order page: what the main button of the page does.
 *
 * - `ship`: opens the form of a new shipment.
 * - `deliver`: marks the shipments in `parcels` as delivered. The platform then changes the order's status.
 * - `move`: requests the new status `status` for the order.
 * - `none`: the page has no main button, because no next step is likely.
 */
export type PrimaryAction =
  | { kind: 'ship' }
  | { kind: 'deliver'; parcels: ViewedFulfillment[] }
  | { kind: 'move'; status: SettableOrderStatus }
  | { kind: 'none' };

/**
 * Returns the primary action of an order. It depends on the most likely next status (`next`) and on the order's
 * shipments. If `next` is shipped or delivered, the action is usually to ship or to deliver. If only the status
 * changed, it could contradict the shipments: the order would be delivered while a shipment is still on the way. Only
 * the status is changed in two cases: the order needs no shipment, or it has the status shipped but no shipment. Pure
 * function.
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
  // user has pressed that button. So the main button must not change the status. It opens the form to ship the
  // remaining goods, or is absent if the order needs no further shipment.
  if (withStatus('pending').length > 0) return noShipment === null ? { kind: 'ship' } : { kind: 'none' };
  // The order has the status shipped but no shipment. No shipment can later change the status to delivered, so the main
  // button sets the status directly.
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
