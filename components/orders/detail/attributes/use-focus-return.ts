'use client';

import { useEffect, useRef, useState } from 'react';

/** Returns focus when an in-place form closes: to the element that opened it, otherwise to its container. */
export function useFocusReturn<Holder extends HTMLElement>() {
  const holder = useRef<Holder>(null);
  const opener = useRef<Element | null>(null);
  const [returns, setReturns] = useState(0);
  // Runs after the form is removed and the element that opened it is rendered again.
  useEffect(() => {
    if (returns === 0) return;
    const to = opener.current;
    if (to instanceof HTMLElement) to.focus();
    if (document.activeElement !== to) holder.current?.focus();
  }, [returns]);
  return {
    holder,
    remember: () => {
      opener.current = document.activeElement;
    },
    goBack: () => setReturns((count) => count + 1),
  };
}
