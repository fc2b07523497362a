import { z } from 'zod';
import { InstallId, OperationId } from '@/lib/shared/ids';
import { Text } from '@/lib/shared/text/text';

/**
 * A user's report of the outcome of a needs_review write. `operationId` is a new id that the form makes. `reviewId` is
 * the operation id of the write.
 */
export const ResolveReviewCommand = z.object({
  installId: InstallId,
  operationId: OperationId,
  reviewId: OperationId,
  happened: z.boolean(),
  /** Number of the order that the write created. It is given only for writes that create an order. */
  orderNumber: Text.trim().max(64).optional(),
});
export type ResolveReviewCommand = z.infer<typeof ResolveReviewCommand>;

/** Result that the form gets after the user reported the outcome of a write. */
export type ResolveReviewOutcome =
  | { code: 'succeeded'; status: 200 }
  /**
   * settled: another user or the worker settled it already; unknown_order: no order has this number; other_order: that
   * order was made by another write.
   */
  | { code: 'refused'; status: 409; reason: 'settled' | 'unknown_order' | 'other_order' }
  | { code: 'missing_scope'; status: 403; scope: string }
  | { code: 'not_found'; status: 404 };
