'use client';

import { useEffect, useEffectEvent } from 'react';
import { areShortcutsOn } from './shortcut-setting';

/**
 * Keyboard shortcuts (U13), by physical key (event.code), so that they also work with an Arabic keyboard. Examples:
 * "KeyJ", "Shift+Slash", "KeyG KeyO" (first G, then O), "Mod+KeyK" (Control or Command with K).
 */
export type Shortcuts = Record<string, () => void>;

/** Maximum time between the two keys of a sequence, in milliseconds. */
const sequenceMs = 1_500;
/**
 * The first key of every two-key shortcut, such as G then O. The key after it is never handled as a single-key
 * shortcut, because the two keys may be a shortcut of another component.
 */
const sequenceStart = 'KeyG';

/**
 * Enables keyboard shortcuts while the component is mounted. Single keys do nothing while the user types or a dialog is
 * open.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const find = useEffectEvent((keys: string) => shortcuts[keys]);
  useEffect(() => {
    let before = { code: '', at: 0 };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const isMod = event.ctrlKey || event.metaKey;
      if (!isMod && (isOff(event) || isBusy(event.target))) return;
      const code = `${isMod ? 'Mod+' : ''}${event.shiftKey ? 'Shift+' : ''}${event.code}`;
      const now = Date.now();
      const pair = now - before.at < sequenceMs ? find(`${before.code} ${code}`) : undefined;
      const isInSequence = before.code === sequenceStart && now - before.at < sequenceMs;
      const act = pair ?? (isInSequence ? undefined : find(code));
      before = act ? { code: '', at: 0 } : { code, at: now };
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/**
 * Returns true if the key must do nothing, because the user has turned single-key shortcuts off. Users of speech input
 * turn them off, because speech input can type letters by mistake. Escape still works, because speech input never types
 * Escape.
 */
const isOff = ({ code }: KeyboardEvent) => code !== 'Escape' && !areShortcutsOn();

function isBusy(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"], [contenteditable]',
    ) !== null
  );
}
