import { z } from 'zod';
import { movementReasons } from 'commerce-platform-client/contract/inventory';
import { dedupeTags, settableOrderStatuses, Tags } from 'commerce-platform-client/contract/orders';
import { bulkTargetsMax } from '@/lib/shared/bulk-targets-max';
import { OrderId, PlatformId, VariantId } from 'commerce-platform-client/contract/ids';
import { Text } from 'commerce-platform-client/contract/text';

const textOf = (lengthMax: number) => Text.trim().min(1).max(lengthMax).nullable().default(null);
const Tag = Text.max(40);
const someTags = (tags: z.ZodType<string[], string[]>) =>
  tags.transform(dedupeTags).refine((unique) => unique.length > 0, 'at least one tag');

/**
 * For each kind of bulk run, the input that all its items share. The input is stored unencrypted, so it must not
 * contain personal data.
 */
export const bulkInputs = {
  set_order_status: z.strictObject({ status: z.enum(settableOrderStatuses) }),
  add_tags: z.strictObject({ tags: someTags(z.array(Tag).pipe(Tags)) }),
  remove_tags: z.strictObject({ tags: someTags(z.array(Tag).max(100)) }),
  /**
   * Input of a bulk run that ships orders. Each order gets one fulfillment with all lines that are not yet fulfilled.
   */
  fulfill_orders: z.strictObject({ status: z.enum(['pending', 'shipped']), provider: textOf(255) }),
  /**
   * Input of a bulk run that changes stock: one location and one reason for all changes. platform: POST
   * /inventory/movements.
   */
  adjust_stock: z.strictObject({ location_id: PlatformId, reason: z.enum(movementReasons) }),
};

const OrderTarget = z.strictObject({ orderId: OrderId });

function ordersOf<One extends z.ZodType<{ orderId: OrderId }>>(target: One) {
  return z
    .array(target)
    .min(1)
    .max(bulkTargetsMax)
    .refine((all) => new Set(all.map(({ orderId }) => orderId)).size === all.length, 'an order twice');
}

/** Maximum change of stock in one line. A larger number is assumed to be a typing error. */
const deltaMax = 1_000_000;

/**
 * Orders or variants of a bulk run. An order may occur only once. A variant may occur several times, because each line
 * of the sheet is a separate stock movement.
 */
export const bulkTargets = {
  orders: ordersOf(OrderTarget),
  /**
   * Orders with the tracking numbers of their parcels. `mayReplace`: if the order's shipment already has another
   * tracking number, the new number may replace it.
   */
  parcels: ordersOf(
    OrderTarget.extend({ trackingNumber: textOf(255), mayReplace: z.boolean().default(false) }),
  ),
  changes: z
    .array(
      z.strictObject({
        variantId: VariantId,
        delta: z
          .int()
          .min(-deltaMax)
          .max(deltaMax)
          .refine((delta) => delta !== 0, 'must change something'),
        /**
         * Note of the stock movement. The note may contain personal data, so it is stored encrypted. If a run id is
         * submitted again, the notes are compared too, until they are deleted (hasSameNotes).
         */
        note: textOf(1000),
      }),
    )
    .min(1)
    .max(bulkTargetsMax),
};
