'use client';

import { useState, useSyncExternalStore } from 'react';
import type { OrderRow } from '@/lib/orders/order-view';
import { type FrozenList, freezeRows } from './freeze-rows';

type ReadList = {
  /** Canonical text of the filters that the rows fit. */
  filters: string;
  /** What was read last; the same array while nothing new was. */
  fresh: OrderRow[];
  complete: boolean;
  /** The rows are still those of other filters, until theirs are there. */
  isOutdated: boolean;
  /** None may move, wherever the merchant is. */
  isFrozen: boolean;
};

/** Further down than this the merchant is reading, and rows that come on top would push what is read away. */
const topMaxPx = 40;

/**
 * The rows to show: at the top of the unfiltered list they come by themselves; while the merchant has scrolled or holds
 * a filter none moves, and what has come since waits until `show`.
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

  // What waits once goes on waiting at the top: it would come just as the finger arrives there.
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
