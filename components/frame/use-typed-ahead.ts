'use client';

import { useEffect, useState } from 'react';

/** Collects the text that is typed while the field for it is loading. Shortcuts do not receive these keys. */
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
