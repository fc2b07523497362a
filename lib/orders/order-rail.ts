import type { OrderView } from '@/lib/orders/order-view';
import { knownKey } from '@/lib/shared/known-key';

/**
 * A stage in the progress display of an order: a status, and whether the order has passed it (done), is in it (current)
 * or has not reached it (ahead).
 */
export type RailStage = { status: string; state: 'done' | 'current' | 'ahead' };

type DeliveryFacts = {
  order: Pick<OrderView['order'], 'status' | 'fulfillments'>;
  timeline: OrderView['timeline'];
};

/** The usual sequence of order statuses, if nothing fails. */
const usualPath = ['placed', 'approved', 'processing', 'shipped', 'delivered', 'completed'] as const;

/** Number of stages of `usualPath` up to and with "shipped". */
const shippedStages = 4;

/**
 * For each status outside `usualPath`: how many stages of `usualPath` the order has certainly passed. The display shows
 * these stages first, and then the status itself.
 */
const stagesPassed = {
  cancelled: 1,
  delivered_failed: shippedStages,
  returned: shippedStages,
  partially_refunded: shippedStages,
  refunded: shippedStages,
};

/**
 * Returns the stages of an order for its progress display. For a status outside `usualPath`, that status is the last
 * stage and no further stages are shown. `wasDelivered` adds the stage "delivered" before such a status (wasDelivered).
 * For an unknown status, only the first stage certainly has been passed.
 */
export function orderRail(status: string, wasDelivered: boolean): RailStage[] {
  const place = usualPath.findIndex((stage) => stage === status);
  if (place >= 0)
    return usualPath.map((stage, index) => ({
      status: stage,
      state: index < place ? 'done' : index === place ? 'current' : 'ahead',
    }));
  const offPath = knownKey(stagesPassed, status);
  const certain = offPath ? stagesPassed[offPath] : 1;
  const behind = usualPath.slice(0, certain === shippedStages && wasDelivered ? certain + 1 : certain);
  return [
    ...behind.map((stage): RailStage => ({ status: stage, state: 'done' })),
    { status, state: 'current' },
  ];
}

/**
 * Whether the order is known to have been delivered before its current status: its shipments arrived and none is open,
 * or this app set the status. A failed delivery was not one. Pure function.
 */
export function wasDelivered({ order, timeline }: DeliveryFacts): boolean {
  if (order.status === 'delivered_failed') return false;
  const has = (status: string) => order.fulfillments.some((parcel) => parcel.status === status);
  const isSet = timeline.events.some(
    ({ action }) =>
      action?.kind === 'set_order_status' &&
      action.state === 'succeeded' &&
      action.requested.status === 'delivered',
  );
  return isSet || (has('delivered') && !has('pending') && !has('shipped'));
}
