import { useLocale } from 'next-intl';
import { formatMoney } from '@/lib/shared/numbers/money';
import type { PairRate } from '@/lib/shared/numbers/pair-rate';

/** An exchange rate as people say it: the value of one unit of the first currency in the second currency. */
export function RateText({ rate: { one, other, rate } }: { rate: PairRate }) {
  const locale = useLocale();
  const money = (amountMinor: number, currency: string, decimals: number) => (
    <bdi>{formatMoney({ amount_minor: amountMinor, currency, decimals }, locale)}</bdi>
  );
  return (
    <bdi className="whitespace-nowrap">
      {money(1, one, 0)} = {money(rate.scaled, other, rate.scale)}
    </bdi>
  );
}
