'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { loadCopy, saveCopy } from '@/components/ui/session-copy';

/** The typed values of an in-place form and its initial values. */
type Persisted<Draft> = { begun: Draft; now: Draft };

type DraftOptions<Draft> = {
  copyKey: string;
  /** Initial values of the form; null if the form was opened by its stored copy after a reload or a reconnect. */
  begun: Draft | null;
  isDraft: (saved: unknown) => saved is Draft;
  /** Used if the stored copy cannot be read. */
  empty: Draft;
  /** True if the order already has these values: they were sent before the page was left and have arrived since. */
  isThere: (draft: Draft) => boolean;
  onThere: () => void;
};

/**
 * Draft of a form, copied to session storage at each change. The component that closes the form deletes the copy
 * (forgetCopy). A reload does not delete it.
 */
export function usePersistedDraft<Draft extends object>(options: DraftOptions<Draft>) {
  const { copyKey, begun, isDraft, empty, isThere, onThere } = options;
  const isRestored = begun === null;
  const [persisted, setPersisted] = useState<Persisted<Draft>>(
    () =>
      (isRestored ? readPersisted(copyKey, isDraft) : null) ?? { begun: begun ?? empty, now: begun ?? empty },
  );
  const [isTyped, setTyped] = useState(false);
  const isArrived = isRestored && !isTyped && isThere(persisted.now);
  const close = useEffectEvent(onThere);
  useEffect(() => {
    if (isArrived) close();
  }, [isArrived]);
  return {
    draft: persisted.now,
    isTouched: JSON.stringify(persisted.now) !== JSON.stringify(persisted.begun),
    /** True if the form opened from a stored copy and not by a user action. The focus then does not move. */
    isRestored,
    change: (change: Partial<Draft>) => {
      const next = { ...persisted, now: { ...persisted.now, ...change } };
      setTyped(true);
      setPersisted(next);
      saveCopy(copyKey, next);
    },
  };
}

function readPersisted<Draft>(
  copyKey: string,
  isDraft: (saved: unknown) => saved is Draft,
): Persisted<Draft> | null {
  const saved = loadCopy(copyKey);
  if (typeof saved !== 'object' || saved === null || !('begun' in saved) || !('now' in saved)) return null;
  const { begun, now } = saved;
  return isDraft(begun) && isDraft(now) ? { begun, now } : null;
}
