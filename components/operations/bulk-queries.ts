import { queryOptions } from '@tanstack/react-query';
import type { BulkItemView, BulkProgress, BulkRunView } from '@/lib/operations/bulk/bulk-run';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { bulkKeys } from '@/lib/shared/read-keys';

export type BulkRunList = { runs: BulkRunView[] };
export type BulkRunItems = { items: BulkItemView[] };

/** Query of the newest bulk runs of the install. */
export function bulkRunsOptions(installId: string) {
  return queryOptions({
    queryKey: [...bulkKeys.all(installId), 'list'],
    queryFn: ({ signal }) => readJson<BulkRunList>(`/api${installPath(installId, '/runs')}`, signal),
  });
}

/** Query of the bulk runs that have not ended, for the orders list. */
export function openRunsOptions(installId: string) {
  return queryOptions({
    queryKey: [...bulkKeys.all(installId), 'open'],
    queryFn: ({ signal }) =>
      readJson<BulkRunList>(`/api${installPath(installId, '/runs?open=true')}`, signal),
  });
}

/** Query of one run's progress. */
export function bulkRunOptions(installId: string, runId: string) {
  return queryOptions({
    queryKey: bulkKeys.run(installId, runId),
    queryFn: ({ signal }) =>
      readJson<BulkProgress>(`/api${installPath(installId, `/runs/${encodeURIComponent(runId)}`)}`, signal),
  });
}

/** Query of the result of each item of a run. */
export function bulkItemsOptions(installId: string, runId: string) {
  return queryOptions({
    queryKey: bulkKeys.items(installId, runId),
    queryFn: ({ signal }) =>
      readJson<BulkRunItems>(
        `/api${installPath(installId, `/runs/${encodeURIComponent(runId)}/items`)}`,
        signal,
      ),
  });
}
