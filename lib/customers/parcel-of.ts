import type { PersonOrder } from '@/lib/customers/person';
import { parcelOutcome } from 'commerce-platform-client/assumptions';

/**
 * Returns what happened to the parcel of an order. The platform's status counts first (A38). If the status says nothing
 * yet, a refusal on a delivery sheet counts, after the merchant has confirmed it. So each order counts once, and an
 * order that was refused at the door and delivered later counts as taken.
 */
export function parcelOf({
  isStopRefused,
  ...order
}: Parameters<typeof parcelOutcome>[0] & { isStopRefused: boolean }): PersonOrder['parcel'] {
  return parcelOutcome(order) ?? (isStopRefused ? 'refused' : null);
}
