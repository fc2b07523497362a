'use client';

import { useSyncExternalStore } from 'react';

/**
 * Why this browser tab has lost its access. `signed_out`: the session has ended. `reconnect`: the platform
 * refuses the tokens of the install, so the merchant must connect the store again.
 */
export type SessionEnd = 'signed_out' | 'reconnect';

/**
 * Why this browser tab has lost its access; null while it has access. A tab shows only one install, so one variable is
 * enough.
 */
let end: SessionEnd | null = null;
const listeners = new Set<() => void>();

/** Records why the server refused a request of this tab. Call it with null when the server accepts requests again. */
export function setSessionEnd(next: SessionEnd | null): void {
  if (next === end) return;
  end = next;
  for (const listener of listeners) listener();
}

/** Returns why this browser tab has lost its access; null if it has access. */
export function useSessionEnd(): SessionEnd | null {
  return useSyncExternalStore(
    subscribe,
    () => end,
    () => null,
  );
}

/**
 * Returns why the tab has lost its access if `code`, the code of a server response, is one of these reasons. Returns
 * null for any other code.
 */
export function sessionEndOf(code: unknown): SessionEnd | null {
  return code === 'signed_out' || code === 'reconnect' ? code : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
