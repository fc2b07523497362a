import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useCurrencyName } from '@/components/ui/text/currency-name';
import { MoneyText } from '@/components/ui/text/money-text';
import { cashOrdersPath } from '@/lib/cash/cash-list-url';
import type { UnrecordedCash } from '@/lib/cash/cash-view';

type UnrecordedListProps = {
  installId: string;
  unrecorded: readonly UnrecordedCash[];
  /**
   * Opens the form that records the cash of these orders of a carrier in one currency. Null if the user has no right to
   * record cash.
   */
  onRecord: ((carrierId: string, currency: string) => void) | null;
};

/**
 * Lists the orders that are paid in the store and have no recorded cash: their number and sum, for each carrier and
 * currency. The balances do not have these orders, so a carrier that kept the cash is visible only here.
 */
export function UnrecordedList({ installId, unrecorded, onRecord }: UnrecordedListProps) {
  const t = useTranslations('cash');
  const currencyName = useCurrencyName();
  return (
    <div className="flex flex-col gap-3" data-unrecorded-cash>
      <p className="text-sm text-ink-soft">{t('unrecorded.hint')}</p>
      <ul className="flex flex-col divide-y divide-line">
        {unrecorded.map(({ carrierId, carrierName, orders, sum }) => {
          const name = carrierName ?? t('balances.noCarrier');
          const currency = currencyName(sum.currency) ?? sum.currency;
          const filters = { state: 'paid', carrier: carrierId ?? 'none', currency: sum.currency } as const;
          return (
            <li
              key={`${carrierId} ${sum.currency} ${sum.decimals}`}
              data-unrecorded={carrierId ?? 'none'}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <h3 className="font-bold break-words">
                  <bdi>{name}</bdi>
                </h3>
                <p className="text-lg font-bold">
                  <MoneyText money={sum} />
                </p>
                <p className="text-sm text-ink-soft">{t('unrecorded.orders', { count: orders })}</p>
              </div>
              <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
                <Button asChild>
                  <Link
                    href={cashOrdersPath(installId, filters)}
                    prefetch={false}
                    aria-label={t('unrecorded.showOf', { name, currency })}
                  >
                    {t('balances.show')}
                  </Link>
                </Button>
                {onRecord && carrierId !== null && (
                  <Button
                    aria-label={t('balances.recordOf', { name, currency })}
                    onClick={() => onRecord(carrierId, sum.currency)}
                  >
                    {t('balances.record')}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
