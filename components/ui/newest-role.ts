'use client';

import { useSyncExternalStore } from 'react';
import { type Role, roles } from '@/lib/shared/roles/roles';

/** The newest role that the server named; null until then. It is state of the tab, because a tab shows one install. */
let newest: Role | null = null;
const listeners = new Set<() => void>();

/** Records the role that the server named. */
export function setNewestRole(role: Role): void {
  if (role === newest) return;
  newest = role;
  for (const listener of listeners) listener();
}

/** Records the role in the answer of an action or of a read. An answer without a role changes nothing. */
export function noteRole(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('role' in answer)) return;
  const role = roles.find((one) => one === answer.role);
  if (role) setNewestRole(role);
}

/** Returns the newest role that the server named since the page was opened; null if none. */
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
