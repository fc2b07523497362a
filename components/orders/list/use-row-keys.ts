'use client';

import { useShortcuts } from '@/components/ui/use-shortcuts';

type RowActs = { toggle: (id: string) => void; clear: () => void };

/**
 * Keys of the index: J and K go down and up the rows, X chooses the one that has the focus, Escape lets all go. A row
 * says which order it is by `data-order`.
 */
export function useRowKeys({ toggle, clear }: RowActs): void {
  useShortcuts({
    KeyJ: () => step(1),
    KeyK: () => step(-1),
    KeyX: () => {
      const id = rowInFocus()?.dataset.order;
      if (id !== undefined) toggle(id);
    },
    Escape: clear,
  });
}

const rowInFocus = () => document.activeElement?.closest<HTMLElement>('[data-order]') ?? null;

/** To the next row; from outside the list, to the first that is in sight. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-order]')];
  const at = rows.findIndex((row) => row === rowInFocus());
  const next = at >= 0 ? rows[at + by] : rows.find((row) => row.getBoundingClientRect().top >= 0);
  next?.querySelector('a')?.focus();
}
