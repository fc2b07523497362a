import { z } from 'zod';
import { InstallId, OperationId } from '@/lib/shared/ids';

/** What became of a write in doubt, as a person says who looked. `operationId` is made by the form, `reviewId` the write. */
export const ResolveReviewCommand = z.object({
  installId: InstallId,
  operationId: OperationId,
  reviewId: OperationId,
  happened: z.boolean(),
  /** Of the order that it made, where it makes one. */
  orderNumber: z
    .string()
    .trim()
    .max(64)
    .refine((text) => !text.includes('\0'), 'holds a NUL')
    .optional(),
});
export type ResolveReviewCommand = z.infer<typeof ResolveReviewCommand>;

/** What the form learns. */
export type ResolveReviewOutcome =
  | { code: 'succeeded'; status: 200 }
  /** settled: it is no longer in doubt, whoever settled it; unknown_order: none of this number; other_order: it was made by another write. */
  | { code: 'refused'; status: 409; reason: 'settled' | 'unknown_order' | 'other_order' }
  | { code: 'missing_scope'; status: 403; scope: string }
  | { code: 'not_found'; status: 404 };
