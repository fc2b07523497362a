import { z } from 'zod';
import { Text } from './text';
import { OrderOutcome } from './fulfillments';
import { Refund } from './orders';

/**
 * Body of POST /orders/{id}/refunds; its form is assumed (A9). A refund line without order_item_id, or for a custom
 * line of the order, must have the quantity 0 and is refunded only by amount.
 */
export const CreateRefundBody = z
  .strictObject({
    amount_minor: z.int().min(1),
    reason: Text.max(1000).nullable().default(null),
    restock: z.boolean().default(false),
    lines: z
      .array(
        z.strictObject({
          order_item_id: Text.min(1).max(128).nullable(),
          quantity: z.int().min(0).max(1_000_000),
          amount_minor: z.int().min(0),
        }),
      )
      .max(200)
      .default([]),
  })
  .superRefine((body, context) => {
    const sum = body.lines.reduce((total, line) => total + BigInt(line.amount_minor), 0n);
    if (sum > BigInt(body.amount_minor))
      context.addIssue({ code: 'custom', path: ['lines'], message: 'more than the refund in all' });
  });
export type CreateRefundBody = z.output<typeof CreateRefundBody>;

/** Response of POST /orders/{id}/refunds. The platform document does not show it, so its form is assumed (A9). */
export const RefundAnswer = Refund.extend(OrderOutcome.shape);
