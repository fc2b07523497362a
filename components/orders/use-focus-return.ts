'use client';

import { useRef } from 'react';

/** Where the focus goes back to when a form that was opened in place closes: what opened it, else what holds it. */
export function useFocusReturn<Holder extends HTMLElement>() {
  const holder = useRef<Holder>(null);
  const opener = useRef<Element | null>(null);
  return {
    holder,
    remember: () => {
      opener.current = document.activeElement;
    },
    goBack: () => {
      const to = opener.current;
      if (to instanceof HTMLElement && to.isConnected && to !== document.body) to.focus();
      else holder.current?.focus();
    },
  };
}
