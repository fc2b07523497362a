'use client';

import { createContext, useContext, useEffect, useRef } from 'react';
import type { LiveChange } from '@/lib/shared/live-change';

/** `live`: changes arrive as they happen. `polling`: they do not arrive, so reads are repeated at intervals. */
export type LiveState = 'connecting' | 'live' | 'polling';

type LiveListener = (change: LiveChange) => void;

/** Provided by the frame, which keeps the live stream open. */
export const LiveContext = createContext<{ state: LiveState; listeners: Set<LiveListener> } | null>(null);

/** Returns how the screen currently receives changes. */
export function useLiveState(): LiveState {
  return useContext(LiveContext)?.state ?? 'connecting';
}

/** Calls the listener on each change, before the reads are repeated. A change of kind "many" can mean any change. */
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
