import type { OrderView } from '@/lib/orders/order-view';
import { knownKey } from '@/lib/shared/known-key';

/**
 * One stage in the progress display of an order.
 *
 * - `done`: the order was in this status before.
 * - `current`: the order has this status now.
 * - `ahead`: the order has not reached this status.
 */
export type RailStage = { status: string; state: 'done' | 'current' | 'ahead' };

type DeliveryFacts = {
  order: Pick<OrderView['order'], 'status' | 'fulfillments'>;
  timeline: OrderView['timeline'];
};

/** The usual order statuses, in the sequence in which an order gets them. */
const usualPath = ['placed', 'approved', 'processing', 'shipped', 'delivered', 'completed'] as const;

/** Number of stages of the progress display up to "shipped", including "shipped". */
const shippedStages = 4;

/**
 * For each status that is not in `usualPath`: how many stages of `usualPath` an order with this status has certainly
 * passed. The progress display shows these stages and then the status itself.
 */
const stagesPassed = {
  cancelled: 1,
  delivered_failed: shippedStages,
  returned: shippedStages,
  partially_refunded: shippedStages,
  refunded: shippedStages,
};

/** Whether a status is one of the usual sequence, so that its place in the sequence says how far the order is. */
export const isUsual = (status: string): boolean => usualPath.some((stage) => stage === status);

/**
 * Returns the stages of an order for its progress display. A status that is not in `usualPath` is shown as
 * the last stage. If an order with such a status was delivered before, the stage "delivered" is shown before
 * the last stage. An order with an unknown status has certainly passed only the first stage.
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
 * Whether the order is known to have been delivered before its current status. True in two cases. First: at least one
 * shipment was delivered, and no shipment is pending or on its way. Second: this app has set the status "delivered". A
 * failed delivery does not count.
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
