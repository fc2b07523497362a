import { useFormatter, useTranslations } from 'next-intl';
import { Card } from '@/components/ui/card';
import { MoneyText } from '@/components/ui/text/money-text';
import type { HomeView } from '@/lib/home/home-view';
import { currencyKey } from '@/lib/shared/numbers/money';

type Today = NonNullable<HomeView['orders']>['today'];
type CurrencyToday = Today['currencies'][number];

/**
 * Card with the orders of today so far, separately for each currency. A sentence compares today's orders with those of
 * the same weekday a week ago, up to the same time of day. While past orders are still loading (`isLoading`), the
 * sentence is left out.
 */
export function TodayCard({ today, isLoading }: { today: Today; isLoading: boolean }) {
  const t = useTranslations('home.today');
  return (
    <Card title={t('title')}>
      <ul className="flex flex-wrap gap-x-10 gap-y-4" data-home="today">
        {today.currencies.map((one) => (
          <li key={currencyKey(one.today.total)} className="flex min-w-0 flex-col gap-1">
            <p className="text-2xl leading-tight font-bold">
              <MoneyText money={one.today.total} />
            </p>
            <p className="text-sm">{t('soFar', { count: one.today.orders })}</p>
            <p className="text-sm text-ink-soft">
              {isLoading ? t('loading') : <Comparison sums={one} weekAgo={today.weekAgo} />}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Comparison({ sums, weekAgo }: { sums: CurrencyToday; weekAgo: string }) {
  const t = useTranslations('home.today');
  const format = useFormatter();
  const day = format.dateTime(new Date(`${weekAgo}T12:00:00Z`), { weekday: 'long', timeZone: 'UTC' });
  const { orders, total } = sums.weekAgo;
  if (orders === 0) return t('none', { day });
  const values = { day, count: orders, sum: () => <MoneyText key="sum" money={total} /> };
  const now = sums.today.total.amount_minor;
  if (now === 0 || total.amount_minor === 0) return t.rich('was', values);
  const percent = Math.round((100 * (now - total.amount_minor)) / total.amount_minor);
  const direction = percent === 0 ? 'same' : percent > 0 ? 'more' : 'less';
  return t.rich(direction, {
    ...values,
    percent: format.number(Math.abs(percent) / 100, { style: 'percent' }),
  });
}
