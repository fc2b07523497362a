import { useFormatter, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { MoneyText } from '@/components/ui/text/money-text';
import { type CashBalance, lateFromDays } from '@/lib/cash/cash-view';
import { groupBalances, sumBalances } from '@/lib/cash/sum-balances';
import { dateParts } from '@/lib/shared/locale';

/**
 * Summary at the top of the cash screen, one for each currency. It shows how much of the store's cash the carriers
 * have, how much of it is late, and the age of the oldest open order. It also names the carrier to call first. Nothing
 * is shown if nobody owes cash.
 */
export function CashTotals({ balances }: { balances: readonly CashBalance[] }) {
  const t = useTranslations('cash.totals');
  const format = useFormatter();
  if (balances.length === 0) return null;
  const [first] = groupBalances(balances);
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:gap-x-10">
          {sumBalances(balances).map(({ sum, owing, late, oldest }) => (
            <li key={`${sum.currency} ${sum.decimals}`} data-total={sum.currency} className="text-sm">
              <p className="text-2xl font-bold">
                <MoneyText money={sum} />
              </p>
              <p className="text-ink-soft">{t('orders', { count: owing })}</p>
              {late.sum.amount_minor > 0 ? (
                <p className="font-semibold text-warn" data-late>
                  {t.rich('late', {
                    amount: () => <MoneyText key="amount" money={late.sum} />,
                    count: late.orders,
                  })}
                </p>
              ) : (
                <p className="text-ink-soft">{t('noneLate')}</p>
              )}
              {oldest && (
                <p className="text-ink-soft">
                  {t('oldest', {
                    date: format.dateTime(new Date(oldest.at), dateParts),
                    count: oldest.days,
                  })}
                </p>
              )}
            </li>
          ))}
        </ul>
        {first?.isLate && first.carrierName !== null && (
          <p className="text-sm font-semibold" data-call-first>
            {t.rich('callFirst', { name: () => <bdi key="name">{first.carrierName}</bdi> })}
          </p>
        )}
        <p className="text-xs text-ink-soft">{t('lateHint', { count: lateFromDays })}</p>
      </div>
    </Card>
  );
}
