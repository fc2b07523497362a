'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { loadCopy, saveCopy } from '@/components/ui/session-copy';

/** Saved copy of a form: the initial values (`begun`) and the current values (`now`). */
type Persisted<Draft> = { begun: Draft; now: Draft };

type DraftOptions<Draft> = {
  copyKey: string;
  /**
   * Values with which the form starts if the user opened it. It is null if the form opened automatically after a reload
   * or a reconnect. The form then starts with the values of the saved copy.
   */
  begun: Draft | null;
  isDraft: (saved: unknown) => saved is Draft;
  /** Values of the form if its copy in session storage cannot be read. */
  empty: Draft;
  /**
   * Returns true if the order already has the values of the draft. This happens if the user sent the values and left
   * the page before the response arrived.
   */
  isThere: (draft: Draft) => boolean;
  onThere: () => void;
};

/**
 * Hook with the current values of a form. They are saved to session storage at each change, so that they are still
 * there after a reload. The component that closes the form deletes the saved values (forgetCopy).
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
    /**
     * True if the form opened automatically from a saved copy and not by a user action. The focus then does not move
     * into the form.
     */
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
