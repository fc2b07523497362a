'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { loadCopy, saveCopy } from '@/components/ui/session-copy';

/** What is typed into a form that was opened in place, and what it was opened with. */
type Persisted<Draft> = { begun: Draft; now: Draft };

type DraftOptions<Draft> = {
  copyKey: string;
  /** What the form is opened with; null: a copy of what was typed before a reload, or a reconnect, opens it. */
  begun: Draft | null;
  isDraft: (saved: unknown) => saved is Draft;
  /** In place of a copy that nobody can read. */
  empty: Draft;
  /** The order has this already: it was sent before the page was left, and has arrived since. */
  isThere: (draft: Draft) => boolean;
  onThere: () => void;
};

/**
 * A form's draft with a copy in this tab, made as it is typed. Whoever closes the form forgets the copy
 * (forgetCopy): a reload alone does not.
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
    /** The merchant has not asked for it just now: the focus stays where it is. */
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
