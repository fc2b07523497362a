'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import type { Ages } from '@/lib/home/home-view';
import { Card } from '@/components/ui/card';
import { ChartCard } from './chart-card';
import { ChartsSkeleton } from './charts-skeleton';
import { chartsOptions } from './home-queries';
import { SalesChart } from './sales-chart';

/** Charts of the home screen. Each chart answers one question, and its data is also available as a table. */
export function HomeCharts({ installId }: { installId: string }) {
  const t = useTranslations('home.charts');
  const charts = useQuery(chartsOptions(installId));
  if (!charts.data)
    return charts.isError ? (
      <Card>
        <ReadProblem error={charts.error} onRetry={() => void charts.refetch()} />
      </Card>
    ) : (
      <ChartsSkeleton />
    );
  const { sales, salesAreCut, unpaid, unshipped } = charts.data;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <SalesChart sales={sales} isCut={salesAreCut} />
      </div>
      <AgeChart name="unpaid" title={t('unpaid.title')} question={t('unpaid.question')} ages={unpaid} />
      <AgeChart
        name="unshipped"
        title={t('unshipped.title')}
        question={t('unshipped.question')}
        ages={unshipped}
      />
    </div>
  );
}

type AgeChartProps = { name: string; title: string; question: string; ages: Ages };

function AgeChart({ name, title, question, ages }: AgeChartProps) {
  const t = useTranslations('home.charts');
  const format = useFormatter();
  const labelOf = (from: number, to: number | null) => {
    if (to === null) return t('ageOpen', { count: from });
    return to === 0 ? t('ageFirst') : t('age', { from, count: to });
  };
  const bars = ages.map(({ fromDays, toDays, orders, isMore }) => ({
    key: String(fromDays),
    label: labelOf(fromDays, toDays),
    value: orders,
    text: isMore ? `${format.number(orders - 1)}+` : format.number(orders),
  }));
  return (
    <ChartCard
      name={name}
      title={title}
      question={question}
      columns={[t('ageColumn'), t('ordersColumn')]}
      bars={bars}
      empty={t('nothingWaits')}
    />
  );
}
