'use client';

import { createContext, useContext, useEffect, useRef } from 'react';
import type { LiveChange } from '@/lib/shared/live-change';

/** live: changes are told as they happen. polling: they are not, and reads are fetched anew at intervals. */
export type LiveState = 'connecting' | 'live' | 'polling';

type LiveListener = (change: LiveChange) => void;

/** Given by the frame, which keeps the stream. */
export const LiveContext = createContext<{ state: LiveState; listeners: Set<LiveListener> } | null>(null);

/** How the screen hears of changes now. */
export function useLiveState(): LiveState {
  return useContext(LiveContext)?.state ?? 'connecting';
}

/** Calls the listener on each change, before the reads are fetched anew; "many" stands for any. */
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
