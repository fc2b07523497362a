'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type NoAnswer, useOperation } from '@/components/ui/use-operation';
import type * as commands from '@/lib/quotes/quote-commands';
import type { QuoteOutcome } from '@/lib/quotes/quote-outcome';
import type { ActionOf } from '@/lib/shared/action-of';
import { quotesKeys } from '@/lib/shared/read-keys';

/** Outcome of a quote action. */
export type QuoteWriteOutcome = QuoteOutcome<{ quoteId: commands.QuoteId }>;

/** Server actions that change one quote. The page of the quote passes them in. */
export type QuoteActionsOf = {
  withdraw: ActionOf<typeof commands.QuoteCommand, QuoteWriteOutcome>;
  withdrawLink: ActionOf<typeof commands.QuoteCommand, QuoteWriteOutcome>;
  reopenDigits: ActionOf<typeof commands.QuoteCommand, QuoteWriteOutcome>;
  accept: ActionOf<typeof commands.AcceptForCustomerCommand, QuoteWriteOutcome>;
  retry: ActionOf<typeof commands.RetryQuoteCommand, QuoteWriteOutcome>;
  duplicate: ActionOf<typeof commands.DuplicateQuoteCommand, QuoteWriteOutcome>;
};

/** Ids that identify a quote. */
export type QuoteTarget = { installId: string; quoteId: string };

/**
 * Sends one action on a quote. The action is sent once, even if the user presses several times. After a success, the
 * quote is read again. After a refusal, it is read again too, because the screen may be out of date.
 *
 * `onDone` is called after a success, as soon as the quote was read again. If `onOutcome` returns 'leaving', the button
 * stays in its "sending" state while another page opens.
 */
export function useQuoteWrite<Input extends object>(
  action: (command: QuoteTarget & Input & { operationId: string }) => Promise<QuoteWriteOutcome>,
  target: QuoteTarget,
  {
    onDone,
    onOutcome,
  }: {
    onDone?: (input: Input) => void;
    onOutcome?: (outcome: QuoteWriteOutcome | NoAnswer) => 'leaving' | void;
  } = {},
) {
  const queryClient = useQueryClient();
  // True while the quote is being read again after a success. The screen still shows the old quote then, so the button
  // stays in its "sending" state.
  const [isReading, setReading] = useState(false);
  const operation = useOperation<Input, QuoteWriteOutcome, QuoteTarget>({
    action,
    target,
    onOutcome: (outcome, input) => {
      if (onOutcome?.(outcome) === 'leaving') return 'leaving';
      if (outcome.code !== 'succeeded' && outcome.code !== 'refused') return;
      const read = queryClient.invalidateQueries({ queryKey: quotesKeys.all(target.installId) });
      if (outcome.code === 'refused') return;
      setReading(true);
      void read.then(() => {
        setReading(false);
        onDone?.(input);
      });
    },
  });
  return { ...operation, sending: operation.sending || isReading };
}
