import { queryOptions } from '@tanstack/react-query';
import type { BulkItemView, BulkProgress, BulkRunView } from '@/lib/operations/bulk/bulk-run';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { bulkKeys } from '@/lib/shared/read-keys';

export type BulkRunList = { runs: BulkRunView[] };
export type BulkRunItems = { items: BulkItemView[] };

/**
 * Returns the React Query options for the list of the newest bulk runs (one action on many orders or variants) of the
 * install.
 */
export function bulkRunsOptions(installId: string) {
  return queryOptions({
    queryKey: [...bulkKeys.all(installId), 'list'],
    queryFn: ({ signal }) => readJson<BulkRunList>(`/api${installPath(installId, '/runs')}`, signal),
  });
}

/** Returns the React Query options for the bulk runs that have not ended. The orders list shows them. */
export function openRunsOptions(installId: string) {
  return queryOptions({
    queryKey: [...bulkKeys.all(installId), 'open'],
    queryFn: ({ signal }) =>
      readJson<BulkRunList>(`/api${installPath(installId, '/runs?open=true')}`, signal),
  });
}

/** Returns the React Query options for the progress of one bulk run. */
export function bulkRunOptions(installId: string, runId: string) {
  return queryOptions({
    queryKey: bulkKeys.run(installId, runId),
    queryFn: ({ signal }) =>
      readJson<BulkProgress>(`/api${installPath(installId, `/runs/${encodeURIComponent(runId)}`)}`, signal),
  });
}

/** Returns the React Query options for the outcome of each item of a bulk run. */
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
