'use client';

import { createContext, useContext, useEffect, useRef } from 'react';
import { useMissingScopes } from '@/components/ui/scopes-context';
import type { ConnectionTrouble } from '@/lib/shared/live/connection';
import type { LiveChange } from '@/lib/shared/live/live-change';

/**
 * State of the live stream (server-sent events), by which an open page receives changes.
 *
 * - `connecting`: the stream is being opened for the first time.
 * - `live`: changes arrive as they happen.
 * - `polling`: the stream is not open, so data is read again at intervals.
 * - `ConnectionTrouble`: the app's connection to the store has a problem, so changes in the store arrive late, even if
 *   the stream is open.
 */
export type LiveState = 'connecting' | 'live' | 'polling' | ConnectionTrouble;

/** Returns true if the connection between the app and the store has a problem. */
export const isTrouble = (state: LiveState): state is ConnectionTrouble =>
  state !== 'connecting' && state !== 'live' && state !== 'polling';

/**
 * Returns the problem that every screen names below its top row; null if there is none. If several problems exist, it
 * returns the same one as the Connection screen (decideNextStep). Without the scope orders:read, no order arrives. So
 * the missing scope has priority over all problems except two: a store that must be connected again, and a paused store.
 */
export function useStoreTrouble(): ConnectionTrouble | 'grant_scope' | null {
  const live = useLiveState();
  const [missing] = useMissingScopes('orders:read');
  if (missing && live !== 'reconnect' && live !== 'paused') return 'grant_scope';
  return isTrouble(live) ? live : null;
}

type LiveListener = (change: LiveChange) => void;

/**
 * Context with the state of the live stream and the listeners for its changes. The provider of this context
 * is in components/frame. It surrounds every screen and keeps the stream open.
 */
export const LiveContext = createContext<{ state: LiveState; listeners: Set<LiveListener> } | null>(null);

/** Returns the state of the live stream. */
export function useLiveState(): LiveState {
  return useContext(LiveContext)?.state ?? 'connecting';
}

/**
 * Calls the listener on each live change, before cached data is read again. A change of kind "many" means that anything
 * may have changed.
 */
export function useLiveChange(listener: LiveListener): void {
  const listeners = useContext(LiveContext)?.listeners;
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    if (!listeners) return;
    const call: LiveListener = (change) => latest.current(change);
    listeners.add(call);
    return () => {
      listeners.delete(call);
    };
  }, [listeners]);
}
