'use client';

import { useSyncExternalStore } from 'react';

const storageKey = 'daftar.shortcuts-off';
const listeners = new Set<() => void>();
/**
 * True if the user has turned the shortcuts off, but the browser blocks local storage (for example inside an iframe).
 * The shortcuts then stay off until the user leaves the page.
 */
let offHere = false;

/**
 * Returns true if single-key shortcuts are enabled. The user can turn them off, because some assistive tools (such as
 * speech input) type letters automatically (WCAG 2.1.4).
 */
export function areShortcutsOn(): boolean {
  try {
    return !offHere && localStorage.getItem(storageKey) === null;
  } catch {
    return !offHere;
  }
}

/** Turns single-key shortcuts on or off in this browser. */
export function setShortcutsOn(on: boolean): void {
  offHere = !on;
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, '1');
  } catch {
    // Local storage is blocked, so the setting lasts until the user leaves the page.
  }
  for (const listener of listeners) listener();
}

/**
 * React hook that returns true if single-key shortcuts are enabled. The component renders again when the setting
 * changes.
 */
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
