'use client';

import { useTranslations } from 'next-intl';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import type { NoAnswer } from '@/components/ui/use-operation';
import type { CashOutcome } from './use-cash-write';

/**
 * Shows why a change of the cash notebook (the app's records about the cash of orders) was not saved. Shows nothing
 * after a success.
 */
export function CashProblem({ outcome }: { outcome: CashOutcome | NoAnswer | null }) {
  const t = useTranslations('cash.problem');
  if (!outcome || isDone(outcome)) return null;
  return (
    <OutcomeNote code={outcome.code} isOutcomeUnknown={outcome.code === 'no_answer'}>
      {outcome.code !== 'no_right' && <p>{t(outcome.code)}</p>}
    </OutcomeNote>
  );
}

type Done = Extract<CashOutcome, { code: 'posted' | 'undone' | 'saved' | 'closed' | 'unassigned' }>;

function isDone(outcome: CashOutcome | NoAnswer): outcome is Done {
  return ['posted', 'undone', 'saved', 'closed', 'unassigned'].includes(outcome.code);
}
