import { formatMoney, type Money } from '@/lib/shared/numbers/money';
import { type AppLocale, intlLocale } from '@/lib/shared/locale';

/** An amount on a printed document, in the document's language and not in the screen's language. */
export function DocumentAmount({ money, locale }: { money: Money; locale: AppLocale }) {
  return <bdi>{formatMoney(money, intlLocale(locale))}</bdi>;
}
