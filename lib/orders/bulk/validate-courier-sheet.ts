import type { NoShipmentReason } from '@/lib/shared/orders/no-shipment';
import type { CourierEntry } from '@/lib/orders/bulk/courier-sheet';

/**
 * Result for one line of a courier's sheet. ok: the line will be sent. unknown: no order has this number. several: more
 * than one order has it. repeated: an earlier line has the same order and tracking number. disagrees: the sheet has two
 * tracking numbers for this order, so none of them is sent. fills: the number is added to the order's shipment.
 * already_there, other_tracking, several_shipments: why it is not (findTrackingTarget). deleted, or a NoShipmentReason:
 * the order in the mirror is deleted or needs no shipment.
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

/** A line of a courier's sheet with the result for it. */
export type CourierRow = CourierEntry & {
  verdict: CourierVerdict;
  orderId: string | null;
  /**
   * True if another order of the sheet has the same tracking number. Then one parcel is for two orders, or there is a
   * typing mistake.
   */
  isShared: boolean;
  /** Tracking number that the order's shipment has now; null if it has none, or if the line creates a shipment. */
  currentTracking: string | null;
};

/** Returns the ids of the orders that an order number in the sheet may mean. */
export type OrdersByNumber = (number: string) => readonly string[];

/** Matches each line of a courier's sheet with its order, and compares lines about the same order with each other. */
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
