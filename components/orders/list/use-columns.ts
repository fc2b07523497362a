'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { knownColumns, type OrderColumn, optionalColumns } from '@/lib/orders/list/order-columns';

const storageKey = 'daftar.order-columns';
const changed = new EventTarget();

/**
 * Returns the columns that the orders table shows (`shown`), and the columns that this browser has stored
 * (`own`). If the current saved view has columns of its own (`ofView`), the table shows the columns of the
 * view.
 */
export function useColumns(ofView: OrderColumn[] | null) {
  const stored = useSyncExternalStore(subscribe, read, () => null);
  const own = useMemo(() => (stored === null ? null : parse(stored)), [stored]);
  const keep = useCallback((columns: OrderColumn[]) => {
    try {
      localStorage.setItem(storageKey, JSON.stringify(columns));
    } catch {
      // Local storage is blocked (for example in a private window). The columns are therefore kept in memory
      // until the user leaves the page.
      unstored = JSON.stringify(columns);
    }
    changed.dispatchEvent(new Event('change'));
  }, []);
  return { shown: ofView ?? own ?? optionalColumns, own, keep };
}

let unstored: string | null = null;

function read(): string | null {
  try {
    return unstored ?? localStorage.getItem(storageKey);
  } catch {
    return unstored;
  }
}

function parse(text: string): OrderColumn[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? knownColumns(value) : null;
  } catch {
    return null;
  }
}

function subscribe(notify: () => void): () => void {
  changed.addEventListener('change', notify);
  // The browser fires the `storage` event if another tab has changed the stored columns.
  window.addEventListener('storage', notify);
  return () => {
    changed.removeEventListener('change', notify);
    window.removeEventListener('storage', notify);
  };
}
