'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type NoAnswer, useOperation } from '@/components/ui/use-operation';
import type { ResolveReviewOutcome } from '@/lib/operations/activity/resolve-review';
import { activityKeys, bulkKeys, quotesKeys } from '@/lib/shared/read-keys';

/** What a word on a write in doubt answers; the door may have refused. */
export type ReviewOutcome =
  | ResolveReviewOutcome
  | { code: 'invalid'; status: 400; fields: unknown[] }
  | { code: 'signed_out' | 'reconnect'; status: 401 }
  | { code: 'not_found'; status: 404 };

/** The server action, as the page gives it. */
export type ResolveReview = (command: unknown) => Promise<ReviewOutcome>;

export type ReviewResolution = { happened: boolean; orderNumber?: string };

/** One word, posted once, whatever is pressed; what shows the write is read anew after it. */
export function useReview(
  resolve: ResolveReview,
  target: { installId: string; reviewId: string },
  onDone: () => void,
) {
  const queryClient = useQueryClient();
  return useOperation<ReviewResolution, ReviewOutcome>({
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
