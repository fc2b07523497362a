import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { CashTotalList } from '@/components/ui/text/cash-total-list';
import { type CashBalance, lateFromDays } from '@/lib/cash/cash-view';
import { groupBalances, sumBalances } from '@/lib/cash/sum-balances';

/**
 * Summary at the top of the cash screen, one for each currency. It shows how much of the store's cash the carriers
 * have, how much of it is late, and the age of the oldest open order. It also names the carrier to call first. Nothing
 * is shown if nobody owes cash.
 */
export function CashTotals({ balances }: { balances: readonly CashBalance[] }) {
  const t = useTranslations('cash.totals');
  if (balances.length === 0) return null;
  const [first] = groupBalances(balances);
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-3">
        <CashTotalList totals={sumBalances(balances)} />
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
