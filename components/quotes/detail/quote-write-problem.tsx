'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { isLost, type NoAnswer } from '@/components/ui/use-operation';
import type { QuoteOutcome } from '@/lib/quotes/quote-outcome';

type QuoteWriteProblemProps = {
  outcome: QuoteOutcome<unknown> | NoAnswer | null;
  /** Sends the same write again. The retry button calls this function after the response to the write was lost. */
  again: () => void;
};

/** Shows the outcome of a quote action beside its button. Shows nothing if the action succeeded. */
export function QuoteWriteProblem({ outcome, again }: QuoteWriteProblemProps) {
  const t = useTranslations('quotes.write');
  if (!outcome || outcome.code === 'succeeded') return null;
  return (
    <OutcomeNote code={outcome.code} isOutcomeUnknown={outcome.code === 'no_answer'}>
      {outcome.code !== 'no_right' && (
        <p>{outcome.code === 'refused' ? t(`refused.${outcome.reason}`) : t(outcome.code)}</p>
      )}
      {isLost(outcome.code) && <Button onClick={again}>{t('again')}</Button>}
      {(outcome.code === 'signed_out' || outcome.code === 'reconnect') && (
        <Button onClick={() => window.location.reload()}>{t('reopen')}</Button>
      )}
    </OutcomeNote>
  );
}
