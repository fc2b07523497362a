import { QueryClient } from '@tanstack/react-query';
import { ReadFailure } from '@/lib/shared/read-json';

/**
 * Creates the React Query cache: one per request on the server, one per page in the browser. Cached data becomes stale
 * when a live update reports a change, and at the latest 30 s after it was read.
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
