import { useLocale } from 'next-intl';
import { formatMoney, type Money } from '@/lib/shared/numbers/money';

/** An amount for reading, kept apart from the direction of the words around it. */
export function MoneyText({ money, className }: { money: Money; className?: string }) {
  const locale = useLocale();
  return <bdi className={className}>{formatMoney(money, locale)}</bdi>;
}
