import { QueryClient } from '@tanstack/react-query';
import { ReadFailure } from '@/lib/shared/read-json';

/**
 * The cache of reads: one per request on the server, one per page in the browser. Live updates say when a read
 * is old; the 30 s are for when nothing says so.
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
