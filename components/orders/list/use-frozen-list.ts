'use client';

import { useState, useSyncExternalStore } from 'react';
import type { OrderRow } from '@/lib/orders/order-view';
import { type FrozenList, freezeRows } from './freeze-rows';

type ReadList = {
  /** Canonical text of the filters that the rows match. */
  filters: string;
  /** Rows of the last read. The same array until a new read changes it. */
  fresh: OrderRow[];
  complete: boolean;
  /** True while the rows of the old filters are shown because the new rows have not arrived. */
  isOutdated: boolean;
  /** True if no row may move, even at the top of the list. */
  isFrozen: boolean;
};

/** Below this scroll position the merchant is reading, and new rows on top would push the text away. */
const topMaxPx = 40;

/**
 * The rows to show. At the top of the unfiltered list, new rows appear automatically. If the list is scrolled or
 * filtered, no row moves, and changes wait until `show`.
 */
export function useFrozenList({
  filters,
  fresh,
  complete,
  isOutdated,
  isFrozen,
}: ReadList): FrozenList & { show: () => void } {
  const isAtTop = useSyncExternalStore(
    subscribeToScroll,
    () => window.scrollY <= topMaxPx,
    () => true,
  );
  const [frozen, setFrozen] = useState({ filters, rows: fresh, waits: false });
  const list = freezeRows(frozen.rows, fresh, complete);
  const show = () => setFrozen({ filters, rows: fresh, waits: false });

  // Rows that wait also stay hidden at the top. Otherwise they would appear just as the user's finger arrives there.
  const isFree = frozen.filters !== filters || (isAtTop && filters === '' && !frozen.waits && !isFrozen);
  const waits = list.waiting > 0;
  if (isOutdated) return { ...list, show };
  if (isFree) {
    if (frozen.filters !== filters || frozen.rows !== fresh) show();
  } else if (waits !== frozen.waits || list.rows.length > frozen.rows.length) {
    setFrozen({ filters, rows: list.rows.map(({ row }) => row), waits });
  }
  return { ...list, show };
}

function subscribeToScroll(notify: () => void): () => void {
  window.addEventListener('scroll', notify, { passive: true });
  return () => window.removeEventListener('scroll', notify);
}
