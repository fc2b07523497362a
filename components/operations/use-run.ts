'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveState } from '@/components/ui/feedback/live-context';
import { bulkItemsOptions, bulkRunOptions } from './bulk-queries';

/** The numbers are told once a second; this is for when they are not, and for what is not told: the time that is left. */
const liveEveryMs = 5_000;
const pollEveryMs = 1_000;
/** Rows are many; they need not keep up with the bar. */
const rowsEveryMs = 3_000;

/** A run and its rows, read anew while it is not over. */
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
  // What a pause, its end or a retry has changed is there at once.
  const { state, endedAt, retries } = run.data ?? {};
  const { refetch } = items;
  useEffect(() => {
    void refetch();
  }, [state, endedAt, retries, refetch]);
  return { run, items };
}
