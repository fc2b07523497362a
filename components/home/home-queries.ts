import { queryOptions } from '@tanstack/react-query';
import type { HomeCharts, HomeView } from '@/lib/home/home-view';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { homeKeys } from '@/lib/shared/read-keys';

/**
 * Time after which chart data is read again, in milliseconds. Charts change with every order, but merchants do not look
 * for a single order in a chart.
 */
const chartsStaleMs = 5 * 60_000;

/** React Query options for the home screen: work that waits, open set-up steps and recent activity. */
export function homeOptions(installId: string) {
  return queryOptions({
    queryKey: [...homeKeys.all(installId), 'now'],
    queryFn: ({ signal }) => readJson<HomeView>(`/api${installPath(installId, '/home')}`, signal),
  });
}

/** React Query options for the data of the home screen's charts. */
export function chartsOptions(installId: string) {
  return queryOptions({
    queryKey: [...homeKeys.all(installId), 'charts'],
    staleTime: chartsStaleMs,
    queryFn: ({ signal }) => readJson<HomeCharts>(`/api${installPath(installId, '/home/charts')}`, signal),
  });
}
