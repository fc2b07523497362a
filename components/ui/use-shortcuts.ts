'use client';

import { useEffect, useEffectEvent } from 'react';
import { areShortcutsOn } from './shortcut-setting';

/**
 * Keyboard shortcuts, by physical key (event.code), so that they also work with an Arabic keyboard. Examples: "KeyJ",
 * "Shift+Slash", "KeyG KeyO" (first G, then O), "Mod+KeyK" (Control or Command with K).
 */
export type Shortcuts = Record<string, () => void>;

/** Maximum time between the two keys of a sequence, in milliseconds. */
const sequenceMs = 1_500;

/**
 * Enables keyboard shortcuts while the component is mounted. Single keys do nothing while the user types or a dialog is
 * open.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const find = useEffectEvent((keys: string) => shortcuts[keys]);
  useEffect(() => {
    const finder: Finder = (keys) => find(keys);
    if (finders.size === 0) document.addEventListener('keydown', onKeyDown);
    finders.add(finder);
    return () => {
      finders.delete(finder);
      if (finders.size === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

type Finder = (keys: string) => (() => void) | undefined;

/**
 * The shortcuts of all mounted components. They share one listener, so that the second key of a sequence of one
 * component is not also a single key of another.
 */
const finders = new Set<Finder>();
let before = { code: '', at: 0 };

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const isMod = event.ctrlKey || event.metaKey;
  if (!isMod && (isOff(event) || isBusy(event.target))) return;
  const code = `${isMod ? 'Mod+' : ''}${event.shiftKey ? 'Shift+' : ''}${event.code}`;
  const now = Date.now();
  const pair = now - before.at < sequenceMs ? actOf(`${before.code} ${code}`) : undefined;
  const act = pair ?? actOf(code);
  before = act ? { code: '', at: 0 } : { code, at: now };
  if (!act) return;
  event.preventDefault();
  act();
}

function actOf(keys: string): (() => void) | undefined {
  for (const find of finders) {
    const act = find(keys);
    if (act) return act;
  }
  return undefined;
}

/**
 * Returns true if the user has turned single-key shortcuts off. Users do this because speech input types letters that
 * they did not press. Escape still works, because speech input never types Escape.
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
