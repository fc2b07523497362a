import { queryOptions } from '@tanstack/react-query';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';
import type { XrayView } from '@/lib/xray/xray-view';

/** Returns the React Query options for the X-ray of the screen at `path`, relative to the install. */
export function xrayOptions(installId: string, path: string) {
  return queryOptions({
    queryKey: ['install', installId, 'xray', path],
    queryFn: ({ signal }) =>
      readJson<XrayView>(`/api${installPath(installId, `/xray?path=${encodeURIComponent(path)}`)}`, signal),
  });
}
