'use client';

import { useSyncExternalStore } from 'react';

/**
 * What this page knows about newer builds of the app. `available`: a process of a newer build answers. `required`: the
 * server does not know an action of this page, so nothing can be sent before a reload.
 */
type NewVersion = 'available' | 'required';

/** Null while no newer build is known. */
let known: NewVersion | null = null;
let isReloadingNow = false;
const listeners = new Set<() => void>();

/**
 * Records the build that answered this page. Ids of builds sort by the time of the build (next.config.ts). During an
 * upgrade, an older build may answer after a newer one; it changes nothing.
 */
export function noteBuild(ofServer: string, ofPage: string): void {
  if (ofServer > ofPage && known === null) set('available');
}

/** Records that the server does not know an action of this page. */
export function requireNewVersion(): void {
  set('required');
}

/** Returns what this page knows about newer builds of the app; null if no newer build is known. */
export function useNewVersion(): NewVersion | null {
  return useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  );
}

/** Reloads the page without asking for confirmation if its input is saved in the session storage. */
export function reloadPage(): void {
  isReloadingNow = true;
  window.location.reload();
}

/** Returns true once `reloadPage` was called. */
export function isReloading(): boolean {
  return isReloadingNow;
}

function set(next: NewVersion): void {
  if (next === known) return;
  known = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
