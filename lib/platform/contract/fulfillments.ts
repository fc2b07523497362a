import { z } from 'zod';
import { Text } from './text';
import { openEnum } from './common';
import { Fulfillment, fulfillmentStatuses, orderStatuses } from './orders';

const Provider = Text.min(1).max(255).nullable();
const TrackingNumber = Text.min(1).max(255).nullable();

/** Body of POST /orders/{id}/fulfillments. The platform document does not show it, so its form is assumed (A8). */
export const CreateFulfillmentBody = z.strictObject({
  status: z.enum(['pending', 'shipped']),
  provider: Provider.default(null),
  tracking_number: TrackingNumber.default(null),
  lines: z
    .array(z.strictObject({ order_item_id: Text.min(1).max(128), quantity: z.int().min(1).max(1_000_000) }))
    .min(1)
    .max(200),
});
export type CreateFulfillmentBody = z.output<typeof CreateFulfillmentBody>;

/**
 * Body of PATCH /orders/{id}/fulfillments/{fulfillmentId}; its form is assumed (A8). The id and the lines of a
 * fulfillment cannot be changed (FUL-6).
 */
export const PatchFulfillmentBody = z
  .strictObject({
    status: z.enum(fulfillmentStatuses).optional(),
    provider: Provider.optional(),
    tracking_number: TrackingNumber.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'nothing to change');
export type PatchFulfillmentBody = z.output<typeof PatchFulfillmentBody>;

/**
 * Status of an order after a fulfillment or refund. `order_status_skipped` is true if the order kept its status,
 * because this status did not allow the change (platform: Order status). The platform document does not show the place
 * of the two fields in the response, so the place is assumed (A8, A9).
 */
export const OrderOutcome = z.object({
  order_status: openEnum(orderStatuses),
  order_status_skipped: z.boolean(),
});

/**
 * Response of the two fulfillment writes, POST and PATCH. The platform document does not show it, so its form is
 * assumed (A8).
 */
export const FulfillmentAnswer = Fulfillment.extend(OrderOutcome.shape);
