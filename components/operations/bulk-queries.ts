import { queryOptions } from '@tanstack/react-query';
import type { BulkItemView, BulkProgress, BulkRunView } from '@/lib/operations/bulk/bulk-run';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import { bulkKeys } from '@/lib/shared/read-keys';

export type BulkRunList = { runs: BulkRunView[] };
export type BulkRunItems = { items: BulkItemView[] };

/** The newest runs of the install. */
export function bulkRunsOptions(installId: string) {
  return queryOptions({
    queryKey: [...bulkKeys.all(installId), 'list'],
    queryFn: ({ signal }) => readJson<BulkRunList>(`/api${installPath(installId, '/runs')}`, signal),
  });
}

/** Those of them that are not over: what the index says of them. */
export function openRunsOptions(installId: string) {
  return queryOptions({
    queryKey: [...bulkKeys.all(installId), 'open'],
    queryFn: ({ signal }) =>
      readJson<BulkRunList>(`/api${installPath(installId, '/runs?open=true')}`, signal),
  });
}

/** How far one run is. */
export function bulkRunOptions(installId: string, runId: string) {
  return queryOptions({
    queryKey: bulkKeys.run(installId, runId),
    queryFn: ({ signal }) =>
      readJson<BulkProgress>(`/api${installPath(installId, `/runs/${encodeURIComponent(runId)}`)}`, signal),
  });
}

/** What became of each of its orders. */
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
