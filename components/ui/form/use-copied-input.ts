'use client';

import { useEffect, useRef, useState } from 'react';
import { forgetCopy, loadCopy, saveCopy } from '@/components/ui/session-copy';

/**
 * State of a form with a copy in session storage, so that the typed input is still there after a reload. The value is
 * null until the user types.
 *
 * `restore` is called with the copy when the form is first shown. It returns null if the copy may no longer be used,
 * for example because the record was changed in the meantime. The copy is then deleted.
 */
export function useCopiedInput<Value extends object>(
  copyKey: string,
  restore: (saved: unknown) => Value | null,
) {
  const [value, setValue] = useState<Value | null>(null);
  const [isRestored, setRestored] = useState(false);
  const latest = useRef<Value | null>(null);
  const read = useRef(() => {
    const saved = loadCopy(copyKey);
    if (saved === null) return;
    const restored = restore(saved);
    if (restored === null) return forgetCopy(copyKey);
    latest.current = restored;
    setValue(restored);
    setRestored(true);
  });
  // Session storage is read in an effect, because the server cannot read it. The first render in the browser
  // must give the same HTML as the server.
  useEffect(() => read.current(), []);
  return {
    value,
    /** True if the form was filled from the copy. */
    isRestored,
    /**
     * Changes the value and saves its copy. The argument is a function, because a response may arrive after the user
     * has typed more. If the new value is null, the copy is deleted.
     */
    change: (update: (now: Value | null) => Value | null) => {
      const next = update(latest.current);
      latest.current = next;
      setValue(next);
      if (next) saveCopy(copyKey, next);
      else forgetCopy(copyKey);
    },
    /** Deletes the copy after the input was stored. The form keeps its value until it is closed. */
    forget: () => forgetCopy(copyKey),
  };
}
