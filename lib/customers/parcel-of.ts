import type { PersonOrder } from '@/lib/customers/person';
import { parcelOutcome } from 'commerce-platform-client/assumptions';

/**
 * Returns what happened to the parcel of an order. The platform's status counts first (A38), so an order that was
 * refused at the door and delivered later counts as taken. If the status does not show the result yet, a refusal on a
 * delivery sheet counts. The merchant must have confirmed this sheet.
 */
export function parcelOf({
  isStopRefused,
  ...order
}: Parameters<typeof parcelOutcome>[0] & { isStopRefused: boolean }): PersonOrder['parcel'] {
  return parcelOutcome(order) ?? (isStopRefused ? 'refused' : null);
}
