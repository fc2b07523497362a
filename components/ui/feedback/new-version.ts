'use client';

import { useSyncExternalStore } from 'react';

/**
 * How the build of this page differs from the build of the server. `available`: the server has sent a response from a
 * newer build. `required`: the server does not have an action of this page, so nothing can be sent before a reload.
 */
type NewVersion = 'available' | 'required';

/** Newest information about the server's build; null while no newer build is known. */
let known: NewVersion | null = null;
let isReloadingNow = false;
const listeners = new Set<() => void>();

/**
 * Records the build whose process sent a response to this page. Build ids sort by the time of the build
 * (next.config.ts). During an upgrade, the response of an older build may arrive after that of a newer build. The
 * response of the older build then changes nothing.
 */
export function noteBuild(ofServer: string, ofPage: string): void {
  if (ofServer > ofPage && known === null) set('available');
}

/** Records that the server does not have a server action of this page, so the page must be reloaded. */
export function requireNewVersion(): void {
  set('required');
}

/**
 * Returns `available` or `required` if the server runs a newer build of the app than this page. Returns null if no
 * newer build is known.
 */
export function useNewVersion(): NewVersion | null {
  return useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  );
}

/**
 * Reloads the page. The user is not asked for confirmation if the typed input is saved in session storage.
 */
export function reloadPage(): void {
  isReloadingNow = true;
  window.location.reload();
}

/** Returns true after `reloadPage` was called. */
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
