import { queryOptions } from '@tanstack/react-query';
import type { SyncView } from '@/lib/mirror/health/sync-view';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/** Returns the React Query options for the health of the mirror (our copy of the store's data). */
export function syncOptions(installId: string) {
  return queryOptions({
    queryKey: ['install', installId, 'sync'],
    queryFn: ({ signal }) => readJson<SyncView>(`/api${installPath(installId, '/sync')}`, signal),
  });
}
