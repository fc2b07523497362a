import type { Fulfillment } from 'commerce-platform-client/contract/orders';

/** The fields of a shipment that decide whether the shipment gets a tracking number from a courier's sheet. */
type Shipment = Pick<Fulfillment, 'id' | 'status' | 'tracking_number'>;

/**
 * What happens to a tracking number of a courier's sheet if all pieces of its order are already in shipments.
 * `fulfillmentId` is the existing shipment that gets the number. `skip` is the reason why no shipment gets the number:
 *
 * - `already_there`: a shipment already has this number.
 * - `other_tracking`: the only shipment already has another number, `current`.
 * - `several_shipments`: the number could belong to more than one shipment.
 */
export type TrackingTarget =
  | { skip: null; fulfillmentId: string; current: string | null }
  | { skip: 'already_there' | 'several_shipments' }
  | { skip: 'other_tracking'; current: string };

/**
 * Finds the existing shipment that gets a tracking number. Only shipments with the status pending or shipped can be
 * changed (platform: PATCH fulfillments). Returns null if the order has no such shipment. `mayReplace`: the number may
 * replace another number of the only shipment. Pure function.
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
