'use client';

import { useEffect, useRef, useState } from 'react';
import type { ComposerStore } from '@/lib/orders/new-order/new-order-draft';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/** What a draft stands on may change while it is typed: rates, methods, currencies. */
const freshForMs = 5 * 60_000;

/**
 * The store that an order is composed for, as the page brought it; read again when somebody comes back to a page that
 * is old, and by `readAnew` where what it allows stands in the way of the order. `now` is the same for what judges the
 * form after that reading and before the next render.
 */
export function useComposerStore(installId: string, fromPage: ComposerStore) {
  const [store, setStore] = useState(fromPage);
  const now = useRef(fromPage);
  const readAt = useRef(0);
  const read = async (query: string) => {
    readAt.current = Date.now();
    const path = `/api${installPath(installId, `/store${query}`)}`;
    // What is not read stays as it was: the platform judges the order in the end.
    const fresh = await readJson<ComposerStore>(path, AbortSignal.timeout(20_000)).catch(() => null);
    if (!fresh) return;
    now.current = fresh;
    setStore(fresh);
  };
  const readIfOld = useRef(() => {
    if (document.visibilityState === 'visible' && Date.now() - readAt.current > freshForMs) void read('');
  });
  useEffect(() => {
    readAt.current = Date.now();
    const onShow = () => readIfOld.current();
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, []);
  return { store, now, readAgain: () => read('?anew') };
}
