'use client';

import { useSyncExternalStore } from 'react';

const storageKey = 'daftar.shortcuts-off';
const listeners = new Set<() => void>();
/** Applies to this page only. Used if the browser blocks storage, which can happen inside an iframe. */
let offHere = false;

/** Whether single-key shortcuts are enabled. A user of tools that type automatically can turn them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  try {
    return !offHere && localStorage.getItem(storageKey) === null;
  } catch {
    return !offHere;
  }
}

/** Turns the shortcuts on or off in this browser. */
export function setShortcutsOn(on: boolean): void {
  offHere = !on;
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, '1');
  } catch {
    // Storage is not available, so the setting lasts until the user leaves the page.
  }
  for (const listener of listeners) listener();
}

/** The same setting as a hook that renders again when it changes. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    areShortcutsOn,
    () => true,
  );
}
