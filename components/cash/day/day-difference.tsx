import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { MoneyText } from '@/components/ui/text/money-text';
import type { Money } from '@/lib/shared/numbers/money';
import { differenceState, withoutSign } from './day-parts';

const tones = { none: 'good', short: 'warn', over: 'warn' } as const;

/** Text about the difference between counted and expected cash: none, missing or too much, with the amount. */
export function DayDifference({ difference }: { difference: Money }) {
  const t = useTranslations('cashDay.state');
  const state = differenceState({ difference });
  return (
    <span data-difference={state}>
      <Badge tone={tones[state]}>
        {state === 'none'
          ? t('none')
          : t.rich(state, { amount: () => <MoneyText key="amount" money={withoutSign(difference)} /> })}
      </Badge>
    </span>
  );
}
