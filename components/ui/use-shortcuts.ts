'use client';

import { useEffect, useEffectEvent } from 'react';
import { areShortcutsOn } from './shortcut-setting';

/**
 * Keys by where they are on a Latin keyboard (event.code), whatever they type on an Arabic one: "KeyJ",
 * "Shift+Slash", one after the other "KeyG KeyO", with Control or Command "Mod+KeyK".
 */
export type Shortcuts = Record<string, () => void>;

/** Between two keys of one shortcut. */
const sequenceMs = 1_500;

/** While its component is there, the keys act; single ones never while something is typed or a dialog is open. */
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
      const act = pair ?? find(code);
      before = act ? { code: '', at: 0 } : { code, at: now };
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Escape is no letter that somebody's tools may type. */
const isOff = ({ code }: KeyboardEvent) => code !== 'Escape' && !areShortcutsOn();

function isBusy(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"], [contenteditable]',
    ) !== null
  );
}
