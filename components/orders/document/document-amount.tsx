import { formatMoney, type Money } from '@/lib/shared/numbers/money';
import { type AppLocale, intlLocale } from '@/lib/shared/locale';

/** An amount on paper, in the language of the paper and not of the screen. */
export function DocumentAmount({ money, locale }: { money: Money; locale: AppLocale }) {
  return <bdi>{formatMoney(money, intlLocale(locale))}</bdi>;
}
