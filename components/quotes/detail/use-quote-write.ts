'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type NoAnswer, useOperation } from '@/components/ui/use-operation';
import type { QuoteId } from '@/lib/quotes/quote-commands';
import type { QuoteOutcome } from '@/lib/quotes/quote-outcome';
import { quotesKeys } from '@/lib/shared/read-keys';

/** What a press on a quote answers. */
export type QuoteWriteOutcome = QuoteOutcome<{ quoteId: QuoteId }>;

/** A server action of one quote, as its page gives it. */
export type QuoteAction = (command: unknown) => Promise<QuoteWriteOutcome>;

/** Which quote. */
export type QuoteTarget = { installId: string; quoteId: string };

/**
 * One press on a quote: posted once, whatever is pressed. The quote is read anew after it, also when it was refused,
 * since it may stand elsewhere than the person saw. `onDone` is called when the screen has what came of it; answering
 * 'leaving' from `onOutcome` keeps "sending" up while another page opens.
 */
export function useQuoteWrite<Input extends object>(
  action: QuoteAction,
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
  // Until it has been read anew it looks as if nothing had been done.
  const [isReading, setReading] = useState(false);
  const operation = useOperation<Input, QuoteWriteOutcome>({
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
