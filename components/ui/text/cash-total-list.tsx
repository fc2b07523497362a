import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { MoneyText } from '@/components/ui/text/money-text';
import { dateParts } from '@/lib/shared/locale';
import { currencyKey, type Money } from '@/lib/shared/numbers/money';

/**
 * What all carriers owe in one currency. `owing`: number of orders. `late`: the orders that are late, and their sum.
 * `oldest`: since when the oldest order is owed, and how many days that is.
 */
type CashTotal = {
  sum: Money;
  owing: number;
  late: { orders: number; sum: Money };
  oldest: { at: string; days: number } | null;
};

type CashTotalListProps = {
  totals: readonly CashTotal[];
  /** Returns the address of the orders in a currency. */
  linkOf: (currency: string) => string;
};

/**
 * What all carriers owe, one total for each currency: the sum, the number of orders, how much of it is late, and the age
 * of the oldest order. Each sum links to the orders in its currency. The cash screen and the home screen show the same
 * list.
 */
export function CashTotalList({ linkOf, totals }: CashTotalListProps) {
  const t = useTranslations('cash.totals');
  const format = useFormatter();
  return (
    <ul className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:gap-x-10">
      {totals.map(({ sum, owing, late, oldest }) => (
        <li key={currencyKey(sum)} data-total={sum.currency} className="text-sm">
          <p className="text-2xl font-bold">
            <Link
              href={linkOf(sum.currency)}
              prefetch={false}
              className="inline-flex min-h-11 items-center hover:underline sm:min-h-8"
            >
              <MoneyText money={sum} />
            </Link>
          </p>
          <p className="text-ink-soft">{t('orders', { count: owing })}</p>
          {late.sum.amount_minor > 0 ? (
            <p className="font-semibold text-warn" data-late>
              {late.orders === owing && late.sum.amount_minor === sum.amount_minor
                ? t('allLate')
                : t.rich('late', {
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
  );
}

/** Names the carrier that the merchant should call first, because it owes the oldest late order. */
export function CallFirst({ name }: { name: string }) {
  const t = useTranslations('cash.totals');
  return (
    <p className="text-sm font-semibold" data-call-first>
      {t.rich('callFirst', { name: () => <bdi key="name">{name}</bdi> })}
    </p>
  );
}
