'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '@/components/ui/card';
import { chartPeriods, type ChartPeriod } from '@/lib/shared/chart-periods';
import { ReadProblem } from '@/components/ui/feedback/read-problem';
import { ChartsSkeleton } from './charts-skeleton';
import { chartsOptions } from './home-queries';
import { SalesChart } from './sales-chart';

/** Chart of the home screen with the sales of the last days. Its data is also available as a table. */
export function HomeCharts({ installId }: { installId: string }) {
  const [period, setPeriod] = useState<ChartPeriod>(chartPeriods[0]);
  const charts = useQuery({ ...chartsOptions(installId, period), placeholderData: keepPreviousData });
  if (!charts.data)
    return charts.isError ? (
      <Card>
        <ReadProblem error={charts.error} onRetry={() => void charts.refetch()} />
      </Card>
    ) : (
      <ChartsSkeleton />
    );
  const { sales, salesAreCut } = charts.data;
  return <SalesChart sales={sales} isCut={salesAreCut} period={period} onPeriod={setPeriod} />;
}
