import type { OrderEnd, RepeatedStatus } from '@/lib/deliveries/delivery-view';
import type { Money } from '@/lib/shared/numbers/money';

/** True if no delivery sheet may be created with an order that has this status. */
export const isUndeliverable = (status: string): boolean => status === 'cancelled' || status === 'returned';

const repeatedStatuses = new Map<string, RepeatedStatus>([
  ['delivered', 'delivered'],
  ['completed', 'delivered'],
  ['partially_refunded', 'partly_refunded'],
  ['refunded', 'refunded'],
]);

/**
 * Returns why a delivery sheet with an order of this status is created only after a second press; undefined if there is
 * no reason. The order was probably delivered already (a refund changes the status only of a delivered order, A4), or its
 * payments were returned.
 */
export const repeatedStatusOf = (status: string): RepeatedStatus | undefined => repeatedStatuses.get(status);

/** True if a delivery sheet with an order of this status is created only after a second press (repeatedStatusOf). */
export const isRepeatedDelivery = (status: string): boolean => repeatedStatuses.has(status);

/**
 * Returns the amounts that a driver collects or has collected. Orders that must not be delivered are left out, except if
 * the driver has already answered.
 */
export function duesOf(stops: readonly { due: Money; ended?: OrderEnd; result?: unknown }[]): Money[] {
  return stops.flatMap(({ due, ended, result }) => (ended && !result ? [] : [due]));
}
