'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { forgetCopy, loadCopy, saveCopy } from '@/components/ui/session-copy';

/** How long an action can be undone before it is sent, in seconds. */
export const undoSeconds = 5;

/** An action that was started and is not sent yet. `secondsLeft` is null if there is none. */
export type UndoWindow = {
  secondsLeft: number | null;
  /** Starts the time. When it is over, `send` is called. A second start during this time does nothing. */
  start: (send: () => void) => void;
  undo: () => void;
  /** True if the page was reloaded before the action was sent, so the action is lost. */
  wasLost: boolean;
  /** Hides the notice that the action was not sent. */
  dismissLost: () => void;
};

/**
 * Delays an action by `undoSeconds`, so that the user can undo it. The action is sent at once if the user opens another
 * page of the app before the time is over. The user has pressed the button and did not undo it (S37). A page that is
 * reloaded can send nothing more. The action is then noted under `key` in session storage, and the next page says that
 * it was not sent. `key` identifies the record that the action changes.
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
