'use client';

import { useSyncExternalStore } from 'react';

const storageKey = 'daftar.shortcuts-off';
const listeners = new Set<() => void>();
/** For this page alone, where storage is refused, as it may be inside an iframe. */
let offHere = false;

/** Whether single keys do something; a person whose tools type by themselves can switch them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  try {
    return !offHere && localStorage.getItem(storageKey) === null;
  } catch {
    return !offHere;
  }
}

/** Switches them, in this browser. */
export function setShortcutsOn(on: boolean): void {
  offHere = !on;
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, '1');
  } catch {
    // No storage here: until the page is left.
  }
  for (const listener of listeners) listener();
}

/** The same, for what shows it. */
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
