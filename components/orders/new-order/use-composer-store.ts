'use client';

import { useEffect, useRef, useState } from 'react';
import type { ComposerStore } from '@/lib/orders/new-order/new-order-draft';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/**
 * Age, in milliseconds, after which the store's settings are read again. Exchange rates, payment methods and
 * currencies can change while the user types an order.
 */
const freshForMs = 5 * 60_000;

/**
 * Settings of the store for the new order form. The page passes in the first settings. If they are too old when the
 * user returns to the browser tab, they are read again. The form also calls `readAgain` if a setting of the store
 * prevents creating the order.
 *
 * The ref `now` contains the newest settings as soon as they were read. The form can therefore be validated with them
 * before the next render.
 */
export function useComposerStore(installId: string, fromPage: ComposerStore) {
  const [store, setStore] = useState(fromPage);
  const now = useRef(fromPage);
  const readAt = useRef(0);
  const read = async (query: string) => {
    readAt.current = Date.now();
    const path = `/api${installPath(installId, `/store${query}`)}`;
    // If the store's settings cannot be read again, the form keeps its current settings. This is safe, because the
    // platform also validates the order.
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
  return { store, now, readAgain: () => read('?refresh') };
}
