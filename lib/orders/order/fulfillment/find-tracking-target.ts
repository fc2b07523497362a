import type { Fulfillment } from '@/lib/platform/contract/orders';

/** The fields of a shipment that decide whether it gets a tracking number from a courier's sheet. */
type Shipment = Pick<Fulfillment, 'id' | 'status' | 'tracking_number'>;

/**
 * What happens to a tracking number for an order without pieces left to ship. `fulfillmentId` is the shipment that gets
 * the number. `skip` is the reason why no shipment gets it: already_there (a shipment has this number), other_tracking
 * (the only shipment has the number `current`) or several_shipments (more than one shipment could be meant).
 */
export type TrackingTarget =
  | { skip: null; fulfillmentId: string; current: string | null }
  | { skip: 'already_there' | 'several_shipments' }
  | { skip: 'other_tracking'; current: string };

/**
 * Finds the shipment that a tracking number belongs to. Only booked and handed-over shipments can be changed (platform:
 * PATCH fulfillments). Returns null if the order has no such shipment. With `mayReplace`, another number of the only
 * shipment is replaced. Pure function.
 */
export function findTrackingTarget(
  shipments: readonly Shipment[],
  trackingNumber: string,
  mayReplace: boolean,
): TrackingTarget | null {
  const isNumber = ({ tracking_number: number }: Shipment) =>
    number?.toLowerCase() === trackingNumber.toLowerCase();
  if (shipments.some((one) => one.status !== 'cancelled' && isNumber(one))) return { skip: 'already_there' };
  const open = shipments.filter(({ status }) => status === 'pending' || status === 'shipped');
  const blank = open.filter(({ tracking_number: number }) => !number);
  const [found, ...others] = blank.length > 0 ? blank : open;
  if (!found) return null;
  if (others.length > 0) return { skip: 'several_shipments' };
  const current = found.tracking_number || null;
  if (current !== null && !mayReplace) return { skip: 'other_tracking', current };
  return { skip: null, fulfillmentId: found.id, current };
}
