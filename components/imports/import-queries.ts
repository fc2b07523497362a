import { queryOptions } from '@tanstack/react-query';
import type { EarlierData } from '@/lib/imports/earlier-data';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/** What earlier installs of the store left and it may still have. */
export function earlierDataOptions(installId: string) {
  return queryOptions({
    queryKey: ['install', installId, 'left'],
    queryFn: ({ signal }) => readJson<EarlierData>(`/api${installPath(installId, '/left')}`, signal),
  });
}
