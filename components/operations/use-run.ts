'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveState } from '@/components/ui/feedback/live-context';
import { bulkItemsOptions, bulkRunOptions } from './bulk-queries';

/**
 * Live updates report the counts once a second. This interval is a fallback, and refreshes the remaining time, which
 * live updates do not report.
 */
const liveEveryMs = 5_000;
const pollEveryMs = 1_000;
/** There may be many rows, so they are refreshed less often than the progress bar. */
const rowsEveryMs = 3_000;

/** A run and its rows, read again until the run has ended. */
export function useRun(installId: string, runId: string) {
  const live = useLiveState();
  const run = useQuery({
    ...bulkRunOptions(installId, runId),
    refetchInterval: ({ state }) => {
      if (state.data?.endedAt !== null) return false;
      return live === 'live' ? liveEveryMs : pollEveryMs;
    },
  });
  const isOpen = run.data?.endedAt === null;
  const items = useQuery({
    ...bulkItemsOptions(installId, runId),
    refetchInterval: isOpen && run.data?.state === 'running' ? rowsEveryMs : false,
  });
  // After a pause, an end or a retry, the rows are read immediately.
  const { state, endedAt, retries } = run.data ?? {};
  const { refetch } = items;
  useEffect(() => {
    void refetch();
  }, [state, endedAt, retries, refetch]);
  return { run, items };
}
