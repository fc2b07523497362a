import { queryOptions } from '@tanstack/react-query';
import type { HomeCharts, HomeView } from '@/lib/home/home-view';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { homeKeys } from '@/lib/shared/read-keys';

/** Charts change with every order, but merchants do not look for a single order in them. */
const chartsStaleMs = 5 * 60_000;

/** Query of the home screen: waiting work, open set-up steps and recent activity. */
export function homeOptions(installId: string) {
  return queryOptions({
    queryKey: [...homeKeys.all(installId), 'now'],
    queryFn: ({ signal }) => readJson<HomeView>(`/api${installPath(installId, '/home')}`, signal),
  });
}

/** Query of the chart data. */
export function chartsOptions(installId: string) {
  return queryOptions({
    queryKey: [...homeKeys.all(installId), 'charts'],
    staleTime: chartsStaleMs,
    queryFn: ({ signal }) => readJson<HomeCharts>(`/api${installPath(installId, '/home/charts')}`, signal),
  });
}
