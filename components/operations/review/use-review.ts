'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type NoAnswer, useOperation } from '@/components/ui/use-operation';
import type { ResolveReviewCommand, ResolveReviewOutcome } from '@/lib/operations/activity/resolve-review';
import type { ActionOf } from '@/lib/shared/action-of';
import type { NoRight } from '@/lib/shared/roles/roles';
import { activityKeys, bulkKeys, quotesKeys } from '@/lib/shared/read-keys';

/**
 * Outcome of sending a person's decision about an operation (a recorded write). The decision is recorded, or the server
 * refuses it, for example because the session has ended.
 */
export type ReviewOutcome =
  | ResolveReviewOutcome
  | { code: 'invalid'; status: 400; fields: unknown[] }
  | { code: 'signed_out' | 'reconnect'; status: 401 }
  | { code: 'not_found'; status: 404 }
  | NoRight;

/** Server action that records the outcome of an operation manually. The page passes it in. */
export type ResolveReview = ActionOf<typeof ResolveReviewCommand, ReviewOutcome>;

export type ReviewResolution = Pick<ResolveReviewCommand, 'happened' | 'orderNumber'>;

type ReviewTarget = { installId: string; reviewId: string };

/**
 * Sends the user's decision about an operation with an unknown outcome. The decision is sent once, even if the button
 * is pressed several times. After the server has recorded or refused the decision, all cached reads that show the
 * operation are invalidated.
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
