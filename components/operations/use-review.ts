'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type NoAnswer, useOperation } from '@/components/ui/use-operation';
import type { ResolveReviewCommand, ResolveReviewOutcome } from '@/lib/operations/activity/resolve-review';
import type { ActionOf } from '@/lib/shared/action-of';
import { activityKeys, bulkKeys, quotesKeys } from '@/lib/shared/read-keys';

/** The result of resolving an unknown outcome manually. The access check may have refused the request. */
export type ReviewOutcome =
  | ResolveReviewOutcome
  | { code: 'invalid'; status: 400; fields: unknown[] }
  | { code: 'signed_out' | 'reconnect'; status: 401 }
  | { code: 'not_found'; status: 404 };

/** The server action that the page passes in. */
export type ResolveReview = ActionOf<typeof ResolveReviewCommand, ReviewOutcome>;

export type ReviewResolution = Pick<ResolveReviewCommand, 'happened' | 'orderNumber'>;

type ReviewTarget = { installId: string; reviewId: string };

/**
 * Sends the manual resolution once, however often the button is pressed. Afterwards it invalidates all reads that show
 * the operation.
 */
export function useReview(resolve: ResolveReview, target: ReviewTarget, onDone: () => void) {
  const queryClient = useQueryClient();
  return useOperation<ReviewResolution, ReviewOutcome, ReviewTarget>({
    action: resolve,
    target,
    onOutcome: ({ code }: ReviewOutcome | NoAnswer) => {
      if (code !== 'succeeded' && code !== 'refused') return;
      for (const keys of [activityKeys, bulkKeys, quotesKeys])
        void queryClient.invalidateQueries({ queryKey: keys.all(target.installId) });
      if (code === 'succeeded') onDone();
    },
  });
}
