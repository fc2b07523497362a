'use client';

import { useEffect, useRef, useState } from 'react';

/** Where the focus goes back to when a form that was opened in place closes: what opened it, else what holds it. */
export function useFocusReturn<Holder extends HTMLElement>() {
  const holder = useRef<Holder>(null);
  const opener = useRef<Element | null>(null);
  const [returns, setReturns] = useState(0);
  // Once the form is gone, and what opened it is there again.
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
