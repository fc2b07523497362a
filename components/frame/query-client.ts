import { QueryClient } from '@tanstack/react-query';
import { ReadFailure } from '@/lib/shared/read-json';

/**
 * Creates the cache of reads: one per request on the server, one per page in the browser. Live updates report stale
 * reads; the 30 s apply if no update arrives.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) =>
          failures < 2 && !(error instanceof ReadFailure && error.code !== 'unavailable'),
      },
    },
  });
}
