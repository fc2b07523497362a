'use client';

import { useSyncExternalStore } from 'react';

/** Whether this tab's session has ended. It is state of the tab, because a tab shows one install. */
let isEnded = false;
const listeners = new Set<() => void>();

/** Records that the server refused a request of this tab as signed out, or that it accepts requests again. */
export function setSessionEnded(next: boolean): void {
  if (next === isEnded) return;
  isEnded = next;
  for (const listener of listeners) listener();
}

/** Whether the tab's session has ended. */
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
