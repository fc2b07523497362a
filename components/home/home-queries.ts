import { queryOptions } from '@tanstack/react-query';
import type { HomeCharts, HomeView } from '@/lib/home/home-view';
import type { ChartPeriod } from '@/lib/shared/chart-periods';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { homeKeys } from '@/lib/shared/read-keys';

/**
 * Time after which the data of the chart is read again, in milliseconds. The data is not read again for every order,
 * because merchants do not look for a single order in a chart.
 */
const chartsStaleMs = 5 * 60_000;

/**
 * Returns the React Query options for the data of the home screen except the chart. The data includes today's orders,
 * the orders and quotes that need work, the cash to collect, set-up steps and activity.
 */
export function homeOptions(installId: string) {
  return queryOptions({
    queryKey: [...homeKeys.all(installId), 'now'],
    queryFn: ({ signal }) => readJson<HomeView>(`/api${installPath(installId, '/home')}`, signal),
  });
}

/** Returns the React Query options for the data of the home screen's chart. */
export function chartsOptions(installId: string, days: ChartPeriod) {
  return queryOptions({
    queryKey: [...homeKeys.all(installId), 'charts', days],
    staleTime: chartsStaleMs,
    queryFn: ({ signal }) =>
      readJson<HomeCharts>(`/api${installPath(installId, `/home/charts?days=${days}`)}`, signal),
  });
}
