import { z } from 'zod';
import { InstallId } from 'commerce-platform-client/contract/ids';
import { OperationId } from '@/lib/shared/operation-id';
import { Text } from 'commerce-platform-client/contract/text';

/**
 * A user's report of the outcome of a write. `reviewId` is the operation id of that write. `operationId` is a new id
 * that the form makes, so that a double click is one report.
 */
export const ResolveReviewCommand = z.object({
  installId: InstallId,
  operationId: OperationId,
  reviewId: OperationId,
  happened: z.boolean(),
  /** Number of the order that the write created. The user gives it only if the write creates an order. */
  orderNumber: Text.trim().max(64).optional(),
});
export type ResolveReviewCommand = z.infer<typeof ResolveReviewCommand>;

/** Result of a user's report of the outcome of a write. */
export type ResolveReviewOutcome =
  | { code: 'succeeded'; status: 200 }
  /**
   * `settled`: the outcome of the write is already known. `unknown_order`: no order has the given number.
   * `other_order`: another write created the order with the given number.
   */
  | { code: 'refused'; status: 409; reason: 'settled' | 'unknown_order' | 'other_order' }
  | { code: 'missing_scope'; status: 403; scope: string }
  | { code: 'not_found'; status: 404 };
