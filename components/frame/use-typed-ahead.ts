'use client';

import { useEffect, useState } from 'react';

/** What was typed while something was coming, before the field that takes it was there; no shortcut hears it. */
export function useTypedAhead(isComing: boolean) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (!isComing) return;
    const take = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      setTyped((before) => before + event.key);
    };
    document.addEventListener('keydown', take, true);
    return () => document.removeEventListener('keydown', take, true);
  }, [isComing]);
  return [typed, setTyped] as const;
}
