import type { CourierEntry } from '@/lib/orders/bulk/courier-sheet';

/**
 * ok: to be sent. unknown: no order has this number; several: more than one has. repeated: the same again. disagrees:
 * the sheet has another tracking number for the same order, so neither is sent. The others are the mirror's.
 */
export type CourierVerdict =
  | 'ok'
  | 'unknown'
  | 'several'
  | 'repeated'
  | 'disagrees'
  | 'already_there'
  | 'deleted';

/** A line of the sheet and what would come of it. */
export type CourierRow = CourierEntry & {
  verdict: CourierVerdict;
  orderId: string | null;
  /** Another order of the sheet has the same tracking number: one parcel for two, or a slip of the hand. */
  isShared: boolean;
};

/** Which orders a number may mean. */
export type OrdersByNumber = (number: string) => readonly string[];

/** Matches each line with its order; lines that are about the same order are held against each other. */
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
    if (orderId === null) return { ...entry, verdict: isSeveral ? 'several' : 'unknown', isShared: false };
    const isShared = (ordersOfTracking.get(trackingNumber)?.size ?? 0) > 1;
    if ((trackingOf.get(orderId)?.size ?? 0) > 1) return { ...entry, verdict: 'disagrees', isShared };
    const verdict = seen.has(orderId) ? 'repeated' : 'ok';
    seen.add(orderId);
    return { ...entry, verdict, isShared };
  });
}

function add(sets: Map<string, Set<string>>, key: string, value: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value));
}
