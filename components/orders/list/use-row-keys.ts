'use client';

import { useShortcuts } from '@/components/ui/use-shortcuts';

type RowActs = { toggle: (id: string) => void; clear: () => void };

/**
 * Keyboard shortcuts of the index: J and K move down and up, X selects the focused row, Escape clears the selection.
 * Each row has its order id in `data-order`.
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

/** Moves focus to the next or previous row. From outside the list it moves to the first visible row. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-order]')];
  const at = rows.findIndex((row) => row === rowInFocus());
  const next = at >= 0 ? rows[at + by] : rows.find((row) => row.getBoundingClientRect().top >= 0);
  next?.querySelector('a')?.focus();
}
