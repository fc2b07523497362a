'use client';

import { useState, useSyncExternalStore } from 'react';
import type { OrderRow } from '@/lib/orders/order-view';
import { type FrozenList, freezeRows } from './freeze-rows';

type ReadList = {
  /** Filters with which the rows were read, as canonical text: equal filters always have the same text. */
  filters: string;
  /** Rows of the last read. The array stays identical until another read changes it. */
  fresh: OrderRow[];
  complete: boolean;
  /** True while the rows of the old filters are still shown, because the rows of the new filters have not arrived. */
  isOutdated: boolean;
  /** True if no row may move even while the list is scrolled to its top, because orders are selected. */
  isFrozen: boolean;
};

/**
 * Scroll position, in pixels from the top, up to which new rows appear at the top of the list. If the user has scrolled
 * further down, new rows at the top would move the text that the user is reading.
 */
const topMaxPx = 40;

/**
 * Decides which rows of the orders list to show. If the list has no filters and is scrolled to its top, new rows appear
 * immediately. In all other cases, no row moves. New rows are then hidden until the user presses the button that calls
 * `show`.
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

  // New rows that are already hidden stay hidden when the user scrolls to the top. If they appeared at that moment, the
  // user could press the wrong row.
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
