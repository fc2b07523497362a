import { queryOptions } from '@tanstack/react-query';
import type { CashDayView } from '@/lib/cash/day/day-view';
import { installPath } from '@/lib/shared/install-path';
import { listQuery } from '@/lib/shared/lists/list-url';
import { readJson } from '@/lib/shared/read-json';
import { cashKeys } from '@/lib/shared/read-keys';

/** Returns the React Query options for the screen of a store day (YYYY-MM-DD). */
export function cashDayOptions(installId: string, day: string) {
  return queryOptions({
    queryKey: [...cashKeys.all(installId), 'day', day],
    queryFn: ({ signal }) =>
      readJson<CashDayView>(`/api${installPath(installId, `/cash/day${listQuery({ day })}`)}`, signal),
  });
}
