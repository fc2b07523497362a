import { z } from 'zod';
import { InstallId, OrderId } from 'commerce-platform-client/contract/ids';
import { Text } from 'commerce-platform-client/contract/text';

/** Placeholder of the tracking number in the tracking link of a carrier. */
const trackingPlaceholder = '{tracking}';

/** The tracking link of a carrier: an https address with the placeholder of the tracking number, or an empty text. */
export const TrackingUrl = Text.trim()
  .max(500)
  .refine((text) => text === '' || isTrackingUrl(text), 'not an https address with {tracking}');

function isTrackingUrl(text: string): boolean {
  if (!text.includes(trackingPlaceholder)) return false;
  const address = URL.parse(text.replaceAll(trackingPlaceholder, '1'));
  return address !== null && address.protocol === 'https:' && address.username === '';
}

/** The values of a carrier that a form showed. They are only compared, so a value of a shipment is valid too. */
const SeenCarrier = z.object({
  name: Text,
  phone: Text,
  trackingUrl: Text,
  feeMinor: z.int(),
  isArchived: z.boolean(),
});
export type CarrierValues = z.infer<typeof SeenCarrier>;
/** Names of the values of a carrier that a form shows. */
export const carrierValueNames = SeenCarrier.keyof().options;

/** Returns true if two carriers have the same values in all fields that a form shows. */
export const isSameCarrier = (one: CarrierValues, other: CarrierValues): boolean =>
  carrierValueNames.every((name) => one[name] === other[name]);

/**
 * A new or changed carrier. The form makes `carrierId`, so sending the form again makes no second carrier. `feeMinor`:
 * the amount that the carrier keeps for each order, in minor units of the store's currency. `seen`: the values that the
 * form showed; null for a new carrier. If the carrier has other values, nothing is changed. A page of an earlier release
 * leaves `seen` out; then the values are not compared.
 */
export const SaveCarrierCommand = z.object({
  installId: InstallId,
  carrierId: z.uuid(),
  name: Text.trim().min(1).max(100),
  phone: Text.trim().max(40),
  trackingUrl: TrackingUrl,
  feeMinor: z.int().min(0).max(100_000_000_000),
  isArchived: z.boolean(),
  seen: SeenCarrier.nullable().optional(),
});
export type SaveCarrierCommand = z.infer<typeof SaveCarrierCommand>;

/** Input of the action that assigns an order to the carrier that has its cash. */
export const AssignCarrierCommand = z.object({ installId: InstallId, orderId: OrderId, carrierId: z.uuid() });
export type AssignCarrierCommand = z.infer<typeof AssignCarrierCommand>;

/** Maximum number of orders that are assigned to a carrier at once: two pages of the list. */
const assignedMax = 100;

/** Input of the actions that assign several orders to one carrier, and that undo it. */
export const AssignCarriersCommand = z.object({
  installId: InstallId,
  carrierId: z.uuid(),
  orderIds: z.array(OrderId).min(1).max(assignedMax),
});
export type AssignCarriersCommand = z.infer<typeof AssignCarriersCommand>;
