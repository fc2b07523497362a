import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ActivityFilters, ActivityPage } from '@/lib/operations/activity/activity-view';
import { installPath } from '@/lib/shared/install-path';
import { listQuery } from '@/lib/shared/lists/list-url';
import { readJson } from '@/lib/shared/read-json';
import { activityKeys } from '@/lib/shared/read-keys';

/** Returns the React Query options for the list of activity entries (writes and bulk runs), newest first. */
export function activityOptions(installId: string, filters: ActivityFilters) {
  return infiniteQueryOptions({
    queryKey: [...activityKeys.all(installId), filters],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      readJson<ActivityPage>(
        `/api${installPath(installId, `/activity${listQuery(filters, pageParam)}`)}`,
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });
}

/** Returns the path of the CSV export with the activity entries that match the filters. */
export function activityExportPath(installId: string, filters: ActivityFilters): string {
  return `/api${installPath(installId, `/activity/export${listQuery(filters)}`)}`;
}
