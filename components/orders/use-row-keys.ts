'use client';

import { useEffect, useRef } from 'react';

type RowActs = { toggle: (id: string) => void; clear: () => void };

/** While one of these has the focus, or something stands over the page, keys are its own. */
const writing = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';
const above = '[role="dialog"], [role="menu"], dialog[open]';

/**
 * Keys of the index, by their place on the keyboard whatever they type: J and K go down and up the rows, X chooses the
 * one that has the focus, Escape lets all go. A row says which order it is by `data-order`.
 */
export function useRowKeys(acts: RowActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    const keys: Record<string, () => boolean> = {
      KeyJ: () => step(1),
      KeyK: () => step(-1),
      KeyX: () => {
        const id = rowInFocus()?.dataset.order;
        if (id !== undefined) latest.current.toggle(id);
        return id !== undefined;
      },
      Escape: () => {
        latest.current.clear();
        return false;
      },
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector(above)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(writing)) return;
      if (keys[event.code]?.()) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

const rowInFocus = () => document.activeElement?.closest<HTMLElement>('[data-order]') ?? null;

/** To the next row; from outside the list, to the first that is in sight. */
function step(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-order]')];
  const at = rows.findIndex((row) => row === rowInFocus());
  const next = at >= 0 ? rows[at + by] : rows.find((row) => row.getBoundingClientRect().top >= 0);
  next?.querySelector('a')?.focus();
  return next !== undefined;
}
