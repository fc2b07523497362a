import { useLocale } from 'next-intl';
import { formatMoney, type Money } from '@/lib/shared/numbers/money';

/** A formatted amount, isolated from the text direction around it. */
export function MoneyText({ money, className }: { money: Money; className?: string }) {
  const locale = useLocale();
  return <bdi className={className}>{formatMoney(money, locale)}</bdi>;
}
