import { useLocale } from 'next-intl';
import { formatMoney, type Money } from '@/lib/shared/numbers/money';

/**
 * Formatted amount of money. It is inside a bdi element, so that the text around the amount does not change
 * its direction.
 */
export function MoneyText({ money, className }: { money: Money; className?: string }) {
  const locale = useLocale();
  return <bdi className={className}>{formatMoney(money, locale)}</bdi>;
}
