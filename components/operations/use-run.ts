'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveState } from '@/components/ui/feedback/live-context';
import { useSessionEnd } from '@/components/ui/feedback/session-end';
import { bulkItemsOptions, bulkRunOptions } from './bulk-queries';

/**
 * Interval at which a bulk run (one action on many orders or variants) is read while the live stream works, in
 * milliseconds. The live stream already reports the counts of the run once a second (U15). The run is still read for
 * two reasons: an event can be lost, and the live stream does not report the remaining time.
 */
const liveEveryMs = 5_000;
const pollEveryMs = 1_000;
/**
 * Interval at which the items of a bulk run are read, in milliseconds. There may be many items, so they are read less
 * often than the progress.
 */
const rowsEveryMs = 3_000;

/** Reads a bulk run and its items again at intervals until the run has ended. */
export function useRun(installId: string, runId: string) {
  const live = useLiveState();
  const hasEnded = useSessionEnd() !== null;
  const run = useQuery({
    ...bulkRunOptions(installId, runId),
    refetchInterval: ({ state }) => {
      if (state.data?.endedAt !== null || hasEnded) return false;
      return live === 'live' ? liveEveryMs : pollEveryMs;
    },
  });
  const isOpen = run.data?.endedAt === null;
  const items = useQuery({
    ...bulkItemsOptions(installId, runId),
    refetchInterval: isOpen && !hasEnded && run.data?.state === 'running' ? rowsEveryMs : false,
  });
  // The items are read immediately when the state of the run changes: when it is paused, ends or is retried.
  const { state, endedAt, retries } = run.data ?? {};
  const { refetch } = items;
  useEffect(() => {
    void refetch();
  }, [state, endedAt, retries, refetch]);
  return { run, items };
}
