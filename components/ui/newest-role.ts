'use client';

import { useSyncExternalStore } from 'react';
import { type Role, roles } from '@/lib/shared/roles/roles';

/**
 * The user's role as the server last sent it to this browser tab; null until the server has sent a role. A
 * tab shows only one install, so one value is enough.
 */
let newest: Role | null = null;
const listeners = new Set<() => void>();

/** Stores the role of the user that the server has sent. */
export function setNewestRole(role: Role): void {
  if (role === newest) return;
  newest = role;
  for (const listener of listeners) listener();
}

/**
 * Stores the user's role if the response to an action or a read contains it. A response without a role changes nothing.
 */
export function noteRole(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('role' in answer)) return;
  const role = roles.find((one) => one === answer.role);
  if (role) setNewestRole(role);
}

/** Returns the newest role that the server has sent since the page was opened; null if the server has sent no role. */
export function useNewestRole(): Role | null {
  return useSyncExternalStore(
    subscribe,
    () => newest,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
