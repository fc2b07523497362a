import { useTranslations } from 'next-intl';
import { MoneyText } from '@/components/ui/text/money-text';
import type { SumToCollect } from '@/lib/deliveries/sums-to-collect';

/** Amount to collect. If it is uncertain, the text says "at most". */
export function AtMostText({ money, isAtMost }: SumToCollect) {
  const t = useTranslations('deliveries');
  const amount = <MoneyText key="amount" money={money} />;
  return isAtMost ? <span>{t.rich('atMost', { amount: () => amount })}</span> : amount;
}
