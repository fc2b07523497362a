'use client';

import { type DateTimeFormatOptions, useFormatter, useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/button';
import { MoneyText } from '@/components/ui/text/money-text';
import { NumberText } from '@/components/ui/text/number-text';
import type { CurrencySales } from '@/lib/home/home-view';
import { type ChartPeriod, chartPeriods } from '@/lib/shared/chart-periods';
import { currencyKey, currencySign, formatMoney } from '@/lib/shared/numbers/money';
import { ChartCard } from './chart-card';

type SalesChartProps = {
  sales: CurrencySales[];
  isCut: boolean;
  period: ChartPeriod;
  onPeriod: (period: ChartPeriod) => void;
};

/**
 * Chart of the sales per day, in one currency, with the total of the period. Amounts in different currencies are never
 * added, and neither are amounts of one currency with different decimals. The user chooses the period.
 */
export function SalesChart({ sales, isCut, period, onPeriod }: SalesChartProps) {
  const t = useTranslations('home.charts');
  const locale = useLocale();
  const format = useFormatter();
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = sales.find((one) => currencyKey(one) === chosen) ?? sales[0];
  const isAlone = ({ currency }: CurrencySales) =>
    sales.filter((other) => other.currency === currency).length === 1;
  const dayText = (day: string, parts: DateTimeFormatOptions) =>
    format.dateTime(new Date(`${day}T12:00:00Z`), { ...parts, timeZone: 'UTC' });
  const bars = (shown?.days ?? []).map(({ day, total, orders }) => ({
    key: day,
    label: dayText(day, { day: 'numeric', month: 'short' }),
    value: total.amount_minor,
    text: formatMoney(total, locale),
    cells: [<MoneyText key="total" money={total} />, <NumberText key="orders" value={orders} />],
  }));
  const orders = shown?.days.reduce((count, day) => count + day.orders, 0) ?? 0;
  const sum = bars.reduce((total, { value }) => total + value, 0);
  const money = shown?.days[0]?.total;
  const weekBefore = shown?.weekBefore;
  return (
    <ChartCard
      name="sales"
      title={t('sales.title', { days: period })}
      question={isCut ? t('sales.cut') : t('sales.question')}
      columns={[t('dayColumn'), t('totalColumn'), t('ordersColumn')]}
      bars={bars}
      empty={t('noSales', { days: period })}
      sum={
        money &&
        t.rich('sales.sum', {
          sum: () => <MoneyText key="sum" money={{ ...money, amount_minor: sum }} />,
          count: orders,
        })
      }
      before={
        weekBefore && t.rich('sales.weekBefore', { sum: () => <MoneyText key="sum" money={weekBefore} /> })
      }
      axes={{
        // In a chart of a week, every day has its name on the axis. In a chart of a month, only every 7th day
        // has its name.
        labelEvery: period === 7 ? 1 : 7,
        formatKey: (day) => dayText(day, { day: 'numeric' }),
        formatGroup: (day) => dayText(day, { month: 'short' }),
        unit: money ? currencySign(money.currency, locale) : '',
        formatValue: (value) => format.number(value / 10 ** (money?.decimals ?? 0), { notation: 'compact' }),
      }}
      choices={
        <div className="flex flex-wrap justify-between gap-x-4">
          <Choice
            label={t('period')}
            value={period}
            options={chartPeriods.map((days) => ({ value: days, text: t('days', { count: days }) }))}
            onChoose={onPeriod}
          />
          {sales.length > 1 && (
            <Choice
              label={t('currency')}
              value={shown ? currencyKey(shown) : ''}
              options={sales.map((one) => ({
                value: currencyKey(one),
                text: (
                  <bdi>
                    {isAlone(one)
                      ? one.currency
                      : t('withDecimals', { currency: one.currency, count: one.decimals })}
                  </bdi>
                ),
              }))}
              onChoose={setChosen}
            />
          )}
        </div>
      }
    />
  );
}

type ChoiceProps<Value extends string | number> = {
  label: string;
  value: Value;
  options: readonly { value: Value; text: ReactNode }[];
  onChoose: (value: Value) => void;
};

function Choice<Value extends string | number>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1">
      {options.map((option) => (
        <Button
          key={option.value}
          variant={option.value === value ? 'chosen' : 'quiet'}
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.text}
        </Button>
      ))}
    </div>
  );
}
