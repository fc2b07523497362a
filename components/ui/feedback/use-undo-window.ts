'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { forgetCopy, loadCopy, saveCopy } from '@/components/ui/session-copy';

/**
 * Time for which a started action waits before it is sent, in seconds. During this time the user can undo the action.
 */
export const undoSeconds = 5;

/** State of an action that waits before it is sent. `secondsLeft` is the remaining time; null if no action waits. */
export type UndoWindow = {
  secondsLeft: number | null;
  /**
   * Starts the time for Undo. When `undoSeconds` are over, `send` is called. Another call of `start` during this time
   * does nothing.
   */
  start: (send: () => void) => void;
  undo: () => void;
  /** True if the page was reloaded while the action waited. The action was then not sent. */
  wasLost: boolean;
  /** Sets `wasLost` to false, which hides the notice that the action was not sent. */
  dismissLost: () => void;
};

/**
 * Delays an action by `undoSeconds`, so that the user can undo it. If the user opens another page of the app during
 * this time, the action is sent immediately, because the user did not undo it (S37).
 *
 * If the page is reloaded during this time, the action is not sent. Session storage then still has a note under `key`,
 * so the reloaded page can report that the action was not sent. `key` identifies the record that the action changes.
 */
export function useUndoWindow(key: string): UndoWindow {
  const copyKey = `daftar.undo.1.${key}`;
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const waiting = useRef<(() => void) | null>(null);
  const [wasLost, setLost] = useState(false);
  const isRunning = secondsLeft !== null;

  const end = useCallback(
    (isUndone: boolean) => {
      const send = waiting.current;
      if (!send) return;
      waiting.current = null;
      forgetCopy(copyKey);
      setSecondsLeft(null);
      if (!isUndone) send();
    },
    [copyKey],
  );
  const restore = useRef(() => {
    setLost(loadCopy(copyKey) !== null);
    forgetCopy(copyKey);
  });

  useEffect(() => {
    if (!isRunning) return;
    const tick = setInterval(() => setSecondsLeft((left) => left && Math.max(1, left - 1)), 1_000);
    const timer = setTimeout(() => end(false), undoSeconds * 1_000);
    return () => {
      clearInterval(tick);
      clearTimeout(timer);
    };
  }, [isRunning, end]);

  useEffect(() => {
    restore.current();
    return () => end(false);
  }, [end]);

  return {
    secondsLeft,
    start: (send) => {
      if (waiting.current) return;
      waiting.current = send;
      saveCopy(copyKey, true);
      setLost(false);
      setSecondsLeft(undoSeconds);
    },
    undo: () => end(true),
    wasLost,
    dismissLost: () => setLost(false),
  };
}
