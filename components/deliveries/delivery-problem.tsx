'use client';

import { useTranslations } from 'next-intl';
import { OutcomeNote } from '@/components/ui/feedback/outcome-note';
import { MoneyText } from '@/components/ui/text/money-text';
import type { NoAnswer } from '@/components/ui/use-operation';
import type {
  ChangedDue,
  ConfirmSheetOutcome,
  CreateSheetOutcome,
  DeliveryRefusal,
  SheetLinkOutcome,
  ShipSheetOutcome,
} from '@/lib/deliveries/delivery-view';
import { daysAheadMax } from '@/lib/deliveries/stop-limits';

type DeliveryOutcome =
  | CreateSheetOutcome
  | SheetLinkOutcome
  | ConfirmSheetOutcome
  | ShipSheetOutcome
  | DeliveryRefusal
  | NoAnswer;

/** Shows why a change of a delivery sheet was not saved. Shows nothing after a success. */
export function DeliveryProblem({ outcome }: { outcome: DeliveryOutcome | null }) {
  const t = useTranslations('deliveries.problem');
  const tScope = useTranslations('settings.scopes.of');
  const comma = useTranslations('deliveries')('comma');
  // The form of a new sheet names the orders that cannot be delivered, with a button to leave them out.
  if (
    !outcome ||
    outcome.code === 'orders_ended' ||
    outcome.code === 'created' ||
    outcome.code === 'saved' ||
    outcome.code === 'started' ||
    outcome.code === 'confirmed'
  )
    return null;
  const values = {
    count: 'count' in outcome ? outcome.count : 0,
    days: daysAheadMax,
    numbers: outcome.code === 'repeated' ? outcome.numbers.join(comma) : '',
    scope: outcome.code === 'missing_scope' ? tScope(outcome.scope) : '',
  };
  return (
    <OutcomeNote code={outcome.code} isOutcomeUnknown={outcome.code === 'no_answer'}>
      {outcome.code !== 'no_right' && <p>{t(outcome.code, values)}</p>}
      {outcome.code === 'due_changed' && <ChangedDues stops={outcome.stops} />}
    </OutcomeNote>
  );
}

function ChangedDues({ stops }: { stops: readonly ChangedDue[] }) {
  const t = useTranslations('deliveries.problem');
  return (
    <>
      <ul className="list-disc ps-5">
        {stops.map(({ stopId, number, due }) => (
          <li key={stopId}>
            {t.rich('dueNow', { number, amount: () => <MoneyText key={stopId} money={due} /> })}
          </li>
        ))}
      </ul>
      <p>{t('dueNext')}</p>
    </>
  );
}
