import { infiniteQueryOptions } from '@tanstack/react-query';
import { activityPath } from '@/lib/operations/activity/activity-url';
import type { ActivityFilters, ActivityPage } from '@/lib/operations/activity/activity-view';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { activityKeys } from '@/lib/shared/read-keys';

/** Query of the activity entries, newest first. */
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

/** Path of the CSV export of these activity entries. */
export function activityExportPath(installId: string, filters: ActivityFilters): string {
  return `/api${installPath(installId, activityPath(filters).replace('/activity', '/activity/export') as `/${string}`)}`;
}
