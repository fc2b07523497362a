'use client';

import { useQuery } from '@tanstack/react-query';
import { useSessionEnd } from '@/components/ui/feedback/session-end';
import { isRepairing, resourcesOf } from '@/lib/mirror/sync-resources';
import { syncOptions } from './sync-queries';

/**
 * Intervals at which the state of the mirror (our copy of the store's data) is read again, in milliseconds. During a
 * full sweep (a read of a whole list), the short interval shows the progress each second (U15). At other times, the
 * long interval is enough, because nothing on the screen changes quickly.
 */
const repairingEveryMs = 1_000;
const quietEveryMs = 5_000;

/** Reads the health of the mirror at intervals, while the screen is open and the session has not ended. */
export function useSyncView(installId: string) {
  const hasEnded = useSessionEnd() !== null;
  return useQuery({
    ...syncOptions(installId),
    refetchInterval: ({ state: { data } }) => {
      if (hasEnded) return false;
      return data && isRepairing(resourcesOf(data.sweeps, data.readAt)) ? repairingEveryMs : quietEveryMs;
    },
  });
}
