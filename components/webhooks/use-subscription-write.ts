'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { isLost, type NoAnswer, useOperation } from '@/components/ui/use-operation';
import { syncOptions } from '@/components/mirror/sync-queries';
import type { ActionOf } from '@/lib/shared/action-of';
import type { NoRight } from '@/lib/shared/roles/roles';
import type * as commands from '@/lib/webhooks/webhook-commands';
import { subscriptionOptions } from './webhooks-queries';

/** Outcome of an action on the webhook subscription. It has only the fields that the screen shows. */
export type SubscriptionOutcome<Result = unknown> =
  | { code: 'succeeded'; status: 200; result: Result }
  | { code: 'refused'; status: number; reason: string; requestId: string | null }
  | { code: 'invalid' | 'signed_out' | 'reconnect' | 'not_found' | 'missing_scope'; status: number }
  | NoRight
  | { code: 'unconfirmed' | 'needs_review' | 'operation_reused'; status: number };

/** Server actions that change or test the webhook subscription. The page passes them in. */
export type SubscriptionActions = {
  change: ActionOf<typeof commands.ChangeSubscriptionCommand, SubscriptionOutcome>;
  remove: ActionOf<typeof commands.DeleteSubscriptionCommand, SubscriptionOutcome>;
  sendTest: ActionOf<typeof commands.SendTestEventCommand, SubscriptionOutcome<{ eventId: string }>>;
};

/**
 * Sends one action on the webhook subscription. After every outcome, including a refusal, the data on the screen is
 * read again. After a response of the server, the page is refreshed too, because the checks of the screen for
 * developers are rendered on the server.
 */
export function useSubscriptionWrite<Input extends object, Result = unknown>(
  action: (
    command: { installId: string; operationId: string } & Input,
  ) => Promise<SubscriptionOutcome<Result>>,
  installId: string,
  onOutcome?: (outcome: SubscriptionOutcome<Result> | NoAnswer) => void,
) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useOperation<Input, SubscriptionOutcome<Result>>({
    action,
    target: { installId },
    onOutcome: (outcome) => {
      for (const { queryKey } of [subscriptionOptions(installId), syncOptions(installId)])
        void queryClient.invalidateQueries({ queryKey });
      if (!isLost(outcome.code)) router.refresh();
      onOutcome?.(outcome);
    },
  });
}
