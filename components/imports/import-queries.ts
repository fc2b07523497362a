import { queryOptions } from '@tanstack/react-query';
import type { EarlierData } from '@/lib/imports/earlier-data';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/**
 * Returns the React Query options for the data that the store can still import from earlier installations of the app.
 */
export function earlierDataOptions(installId: string) {
  return queryOptions({
    queryKey: ['install', installId, 'earlierData'],
    queryFn: ({ signal }) => readJson<EarlierData>(`/api${installPath(installId, '/earlier-data')}`, signal),
  });
}
