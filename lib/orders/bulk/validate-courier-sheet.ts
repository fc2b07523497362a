import type { NoShipmentReason } from '@/lib/shared/orders/no-shipment';
import type { CourierEntry } from '@/lib/orders/bulk/courier-sheet';

/**
 * Result for one line of a courier's sheet.
 *
 * - `ok`: a fulfillment will be created with the tracking number.
 * - `fills`: the tracking number will be added to the order's existing shipment.
 * - `unknown`: no order has this order number. `several`: more than one order has this order number.
 * - `repeated`: an earlier line has the same order and tracking number.
 * - `disagrees`: the sheet has two tracking numbers for this order, so nothing is sent for the order.
 * - `already_there`, `other_tracking`, `several_shipments`: why the tracking number cannot be added to a shipment
 *   (findTrackingTarget).
 * - `deleted`: the order was deleted.
 * - any value of NoShipmentReason: the order needs no shipment, for the reason that the value names.
 */
export type CourierVerdict =
  | 'ok'
  | 'fills'
  | 'unknown'
  | 'several'
  | 'repeated'
  | 'disagrees'
  | 'deleted'
  | 'already_there'
  | 'other_tracking'
  | 'several_shipments'
  | NoShipmentReason;

/** A line of a courier's sheet with its result. */
export type CourierRow = CourierEntry & {
  verdict: CourierVerdict;
  orderId: string | null;
  /**
   * True if another order of the sheet has the same tracking number. There are two possible causes: one parcel contains
   * both orders, or one of the numbers is a typing error.
   */
  isShared: boolean;
  /**
   * Tracking number that the order's shipment has now. Null if the shipment has none, or if there is no shipment yet.
   */
  currentTracking: string | null;
};

/**
 * Returns the ids of the orders with an order number of the sheet. The number may be written in any spelling, for
 * example with Arabic digits.
 */
export type OrdersByNumber = (number: string) => readonly string[];

/** Finds the order of each line of a courier's sheet. Compares the lines that are about the same order. */
export function validateCourierSheet(
  entries: readonly CourierEntry[],
  ordersOf: OrdersByNumber,
): CourierRow[] {
  const matched = entries.map((entry) => {
    const [orderId = null, ...others] = ordersOf(entry.number);
    return { ...entry, orderId: others.length > 0 ? null : orderId, isSeveral: others.length > 0 };
  });
  const trackingOf = new Map<string, Set<string>>();
  const ordersOfTracking = new Map<string, Set<string>>();
  for (const { orderId, trackingNumber } of matched) {
    if (orderId === null) continue;
    add(trackingOf, orderId, trackingNumber);
    add(ordersOfTracking, trackingNumber, orderId);
  }
  const seen = new Set<string>();
  return matched.map(({ isSeveral, ...entry }): CourierRow => {
    const { orderId, trackingNumber } = entry;
    const row = { ...entry, currentTracking: null };
    if (orderId === null) return { ...row, verdict: isSeveral ? 'several' : 'unknown', isShared: false };
    const isShared = (ordersOfTracking.get(trackingNumber)?.size ?? 0) > 1;
    if ((trackingOf.get(orderId)?.size ?? 0) > 1) return { ...row, verdict: 'disagrees', isShared };
    const verdict = seen.has(orderId) ? 'repeated' : 'ok';
    seen.add(orderId);
    return { ...row, verdict, isShared };
  });
}

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value));
}
