'use client';

import { useTranslations } from 'next-intl';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import type { NoAnswer } from '@/components/ui/use-operation';
import type {
  ConfirmSheetOutcome,
  CreateSheetOutcome,
  DeliveryRefusal,
  SheetLinkOutcome,
} from '@/lib/deliveries/delivery-view';

type DeliveryOutcome =
  | CreateSheetOutcome
  | SheetLinkOutcome
  | ConfirmSheetOutcome
  | DeliveryRefusal
  | NoAnswer;

/** Shows why a write of a delivery sheet failed. Shows nothing after a success. */
export function DeliveryProblem({ outcome }: { outcome: DeliveryOutcome | null }) {
  const t = useTranslations('deliveries.problem');
  if (!outcome || outcome.code === 'created' || outcome.code === 'saved' || outcome.code === 'confirmed')
    return null;
  return (
    <OutcomeNote code={outcome.code} isOutcomeUnknown={outcome.code === 'no_answer'}>
      {outcome.code !== 'no_right' && (
        <p>{t(outcome.code, { count: 'count' in outcome ? outcome.count : 0 })}</p>
      )}
    </OutcomeNote>
  );
}
