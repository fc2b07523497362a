'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { MoneyText } from '@/components/ui/text/money-text';
import { NumberText } from '@/components/ui/text/number-text';
import type { CurrencySales } from '@/lib/home/home-view';
import { formatMoney } from '@/lib/shared/numbers/money';
import { ChartCard } from './chart-card';

/** Chart of the sales per day, in one currency. Amounts in different currencies are never added. */
export function SalesChart({ sales, isCut }: { sales: CurrencySales[]; isCut: boolean }) {
  const t = useTranslations('home.charts');
  const locale = useLocale();
  const format = useFormatter();
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = sales.find(({ currency }) => currency === chosen) ?? sales[0];
  const dayText = (day: string, month: 'short' | 'numeric') =>
    format.dateTime(new Date(`${day}T12:00:00Z`), { day: 'numeric', month, timeZone: 'UTC' });
  const bars = (shown?.days ?? []).map(({ day, total, orders }) => ({
    key: day,
    label: dayText(day, 'short'),
    value: total.amount_minor,
    text: formatMoney(total, locale),
    cells: [<MoneyText key="total" money={total} />, <NumberText key="orders" value={orders} />],
  }));
  const sum = bars.reduce((total, { value }) => total + value, 0);
  const money = shown?.days[0]?.total;
  return (
    <ChartCard
      name="sales"
      title={t('sales.title')}
      question={isCut ? t('sales.cut') : t('sales.question')}
      columns={[t('dayColumn'), t('totalColumn'), t('ordersColumn')]}
      bars={bars}
      empty={t('noSales')}
      sum={
        money &&
        t.rich('sales.sum', {
          sum: () => <MoneyText key="sum" money={{ ...money, amount_minor: sum }} />,
        })
      }
      axes={{
        labelEvery: 7,
        formatKey: (day) => dayText(day, 'numeric'),
        formatValue: (value) => format.number(value / 10 ** (money?.decimals ?? 0), { notation: 'compact' }),
      }}
      choices={
        sales.length > 1 && (
          <div role="group" aria-label={t('currency')} className="flex flex-wrap gap-1">
            {sales.map(({ currency }) => (
              <Button
                key={currency}
                variant={currency === shown?.currency ? 'chosen' : 'quiet'}
                aria-pressed={currency === shown?.currency}
                onClick={() => setChosen(currency)}
              >
                <bdi>{currency}</bdi>
              </Button>
            ))}
          </div>
        )
      }
    />
  );
}
