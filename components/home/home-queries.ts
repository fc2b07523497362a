import { queryOptions } from '@tanstack/react-query';
import type { HomeCharts, HomeView } from '@/lib/home/home-view';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { homeKeys } from '@/lib/shared/read-keys';

/** Charts change by the order, and nobody looks for one order in them. */
const chartsStaleMs = 5 * 60_000;

/** What waits, what is left to set up, and what was done last. */
export function homeOptions(installId: string) {
  return queryOptions({
    queryKey: [...homeKeys.all(installId), 'now'],
    queryFn: ({ signal }) => readJson<HomeView>(`/api${installPath(installId, '/home')}`, signal),
  });
}

/** What the charts show. */
export function chartsOptions(installId: string) {
  return queryOptions({
    queryKey: [...homeKeys.all(installId), 'charts'],
    staleTime: chartsStaleMs,
    queryFn: ({ signal }) => readJson<HomeCharts>(`/api${installPath(installId, '/home/charts')}`, signal),
  });
}
