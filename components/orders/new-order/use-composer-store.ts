'use client';

import { useEffect, useRef, useState } from 'react';
import type { ComposerStore } from '@/lib/orders/new-order/new-order-draft';
import { installPath } from '@/lib/shared/install-path';
import { readJson } from '@/lib/shared/read-json';

/** Rates, payment methods and currencies can change while an order is typed. They are read again after this time. */
const freshForMs = 5 * 60_000;

/**
 * Store settings for the new order form, first as loaded by the page. They are read again when the user returns to an
 * old page. `readAgain` reads them when a setting blocks the order.
 *
 * `now` has the newest settings immediately, for validation that runs before the next render.
 */
export function useComposerStore(installId: string, fromPage: ComposerStore) {
  const [store, setStore] = useState(fromPage);
  const now = useRef(fromPage);
  const readAt = useRef(0);
  const read = async (query: string) => {
    readAt.current = Date.now();
    const path = `/api${installPath(installId, `/store${query}`)}`;
    // If the read fails, the old settings stay. The platform validates the order in any case.
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
