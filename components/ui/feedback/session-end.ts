'use client';

import { useSyncExternalStore } from 'react';

/** True if the session of this browser tab has ended. A tab shows only one install, so one value is enough. */
let isEnded = false;
const listeners = new Set<() => void>();

/**
 * Records that the server refused a request of this tab because it is signed out (true), or that it accepts requests
 * again (false).
 */
export function setSessionEnded(next: boolean): void {
  if (next === isEnded) return;
  isEnded = next;
  for (const listener of listeners) listener();
}

/** Returns true if the session of this browser tab has ended. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isEnded,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
