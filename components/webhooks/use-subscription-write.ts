'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type NoAnswer, useOperation } from '@/components/ui/use-operation';
import { syncOptions } from '@/components/mirror/sync-queries';
import { subscriptionOptions } from './webhooks-queries';

/** What a press on the subscription answers, as far as its screen tells of it. */
export type SubscriptionOutcome<Result = unknown> =
  | { code: 'succeeded'; status: 200; result: Result }
  | { code: 'refused'; status: number; reason: string; requestId: string | null }
  | { code: 'invalid' | 'signed_out' | 'reconnect' | 'not_found' | 'missing_scope'; status: number }
  | { code: 'unconfirmed' | 'needs_review' | 'operation_reused'; status: number };

/** A server action, as the page gives it. */
export type SubscriptionAction<Result = unknown> = (command: unknown) => Promise<SubscriptionOutcome<Result>>;

export type SubscriptionActions = {
  change: SubscriptionAction;
  remove: SubscriptionAction;
  sendTest: SubscriptionAction<{ eventId: string }>;
};

/** One press on the subscription; what stands on screen is read anew after it, also when it was refused. */
export function useSubscriptionWrite<Input extends object, Result = unknown>(
  action: SubscriptionAction<Result>,
  installId: string,
  onOutcome?: (outcome: SubscriptionOutcome<Result> | NoAnswer) => void,
) {
  const queryClient = useQueryClient();
  return useOperation<Input, SubscriptionOutcome<Result>>({
    action,
    target: { installId },
    onOutcome: (outcome) => {
      for (const { queryKey } of [subscriptionOptions(installId), syncOptions(installId)])
        void queryClient.invalidateQueries({ queryKey });
      onOutcome?.(outcome);
    },
  });
}
