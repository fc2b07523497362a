import { clsx } from 'clsx';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { MoneyText } from '@/components/ui/text/money-text';
import { cashPath } from '@/lib/cash/cash-list-url';
import { ageFromDays, type CashBalance } from '@/lib/cash/cash-view';
import { installPath } from '@/lib/shared/install-path';

type BalanceListProps = {
  installId: string;
  balances: readonly CashBalance[];
  /**
   * Opens the form that records the cash of a carrier in one currency. Null if the user has no right to record cash.
   */
  onRecord: ((carrierId: string | null, currency: string) => void) | null;
};

/** What each carrier owes in each currency, and for how many days. */
export function BalanceList({ installId, balances, onRecord }: BalanceListProps) {
  const t = useTranslations('cash.balances');
  if (balances.length === 0) return <p className="text-sm text-ink-soft">{t('empty')}</p>;
  return (
    <ul className="flex flex-col divide-y divide-line">
      {balances.map((balance) => {
        const { carrierId, carrierName, sum, orders } = balance;
        return (
          <li
            key={`${carrierId ?? ''} ${sum.currency} ${sum.decimals}`}
            data-balance={carrierId ?? 'none'}
            className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <div className="min-w-0">
                {/* The amount is a part of the heading, because a carrier has one entry for each currency. */}
                <h3 className="font-bold break-words">
                  <span className="block text-2xl">
                    <MoneyText money={sum} />
                  </span>{' '}
                  {carrierName === null ? t('noCarrier') : <bdi>{carrierName}</bdi>}
                </h3>
                <p className="text-sm text-ink-soft">
                  {t('orders', { count: orders })}
                  {sum.amount_minor < 0 && ` · ${t('over')}`}
                </p>
              </div>
              <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
                {onRecord && (
                  <Button variant="primary" onClick={() => onRecord(carrierId, sum.currency)}>
                    {t('record')}
                  </Button>
                )}
                <Button asChild>
                  <Link
                    href={installPath(
                      installId,
                      cashPath({ carrier: carrierId ?? 'none', currency: sum.currency }),
                    )}
                    prefetch={false}
                  >
                    {t('show')}
                  </Link>
                </Button>
              </div>
            </div>
            <Ages ages={balance.ages} />
          </li>
        );
      })}
    </ul>
  );
}

function Ages({ ages }: { ages: CashBalance['ages'] }) {
  const t = useTranslations('cash.balances');
  const format = useFormatter();
  return (
    <div className="flex flex-col gap-1">
      <p className="text-xs font-semibold text-ink-soft">{t('ages')}</p>
      <dl className="grid grid-cols-2 gap-2 text-sm sm:grid-cols-4">
        {ages.map(({ sum, orders }, index) => {
          const from = ageFromDays[index] ?? 0;
          const next = ageFromDays[index + 1];
          return (
            // A phone shows only the ranges with orders, so that the orders themselves are nearer.
            <div
              key={from}
              className={clsx('rounded-control bg-sunken px-3 py-2', orders === 0 && 'max-sm:hidden')}
            >
              <dt className="text-xs text-ink-soft">
                {next === undefined
                  ? t('ageOpen', { count: from })
                  : t('ageRange', { from, count: next - 1 })}
              </dt>
              <dd className="font-semibold">{orders === 0 ? format.number(0) : <MoneyText money={sum} />}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
