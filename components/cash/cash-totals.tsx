import { useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { CallFirst, CashTotalList } from '@/components/ui/text/cash-total-list';
import { cashOrdersPath } from '@/lib/cash/cash-list-url';
import { type CashBalance, lateFromDays } from '@/lib/cash/cash-view';
import { carrierToCall, sumBalances } from '@/lib/cash/sum-balances';

type CashTotalsProps = { installId: string; balances: readonly CashBalance[] };

/**
 * Summary at the top of the cash screen, one for each currency. It shows how much of the store's cash the carriers
 * have, how much of it is late, and the age of the oldest open order. It also names the carrier to call first. Nothing
 * is shown if nobody owes cash.
 */
export function CashTotals({ installId, balances }: CashTotalsProps) {
  const t = useTranslations('cash.totals');
  if (balances.length === 0) return null;
  const first = carrierToCall(balances);
  return (
    <Card title={t('title')}>
      <div className="flex flex-col gap-3">
        <CashTotalList
          linkOf={(currency) => cashOrdersPath(installId, { currency })}
          totals={sumBalances(balances)}
        />
        {first !== null && <CallFirst name={first} />}
        <p className="text-xs text-ink-soft">{t('lateHint', { count: lateFromDays })}</p>
      </div>
    </Card>
  );
}
