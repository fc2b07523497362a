import { infiniteQueryOptions } from '@tanstack/react-query';
import { activityPath } from '@/lib/operations/activity/activity-url';
import type { ActivityFilters, ActivityPage } from '@/lib/operations/activity/activity-view';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { activityKeys } from '@/lib/shared/read-keys';

/** What was done, newest first. */
export function activityOptions(installId: string, filters: ActivityFilters) {
  return infiniteQueryOptions({
    queryKey: [...activityKeys.all(installId), filters],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...filters, ...(pageParam !== null && { cursor: pageParam }) });
      return readJson<ActivityPage>(`/api${installPath(installId, `/activity?${query}`)}`, signal);
    },
    getNextPageParam: ({ next }) => next,
  });
}

/** Where the CSV of these comes from. */
export function activityExportPath(installId: string, filters: ActivityFilters): string {
  return `/api${installPath(installId, activityPath(filters).replace('/activity', '/activity/export') as `/${string}`)}`;
}
