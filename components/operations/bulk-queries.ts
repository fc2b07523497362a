import { queryOptions } from '@tanstack/react-query';
import type { BulkItemView, BulkProgress, BulkRunView } from '@/lib/operations/bulk-run';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/**
 * Keys of the reads of bulk runs. `all` holds the numbers, read anew with each step of a run; `items` stands apart: a
 * thousand rows each second are more than a phone's line should carry.
 */
export const bulkKeys = {
  all: (installId: string) => ['install', installId, 'runs'] as const,
  items: (installId: string, runId: string) => ['install', installId, 'runItems', runId] as const,
  run: (installId: string, runId: string) => [...bulkKeys.all(installId), 'one', runId] as const,
};

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
