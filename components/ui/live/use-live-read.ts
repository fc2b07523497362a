import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveChange } from '@/lib/shared/live/live-change';
import { type SpacedReads, spaceReads } from '@/lib/shared/live/space-reads';
import { useLiveChange } from '@/components/ui/feedback/live-context';

/**
 * Reads the queries with this key again after each live change that concerns them, at most once a second (spaceReads).
 */
export function useLiveRead(queryKey: QueryKey, concerns: (change: LiveChange) => boolean): void {
  const queryClient = useQueryClient();
  const latestKey = useRef(queryKey);
  const reads = useRef<SpacedReads>(undefined);
  useEffect(() => {
    latestKey.current = queryKey;
  });
  useEffect(() => {
    const spaced = spaceReads({
      isReading: () => queryClient.isFetching({ queryKey: latestKey.current }) > 0,
      read: () => void queryClient.invalidateQueries({ queryKey: latestKey.current }),
    });
    reads.current = spaced;
    return () => spaced.stop();
  }, [queryClient]);
  useLiveChange((change) => {
    if (concerns(change)) reads.current?.ask();
  });
}
