'use client';

import { useEffect, useRef, useState } from 'react';

/**
 * What is drawn stays as it is while a button of the mouse, or a finger, is down: a press takes the focus from a field
 * before it acts, and what leaving the field changes would move the button away from under it. `hold` is called as the
 * focus goes; after the click, `drawn` is the value again.
 */
export function usePressHold<Value>(value: Value): { rendered: Value; hold: () => void } {
  const [frozen, setFrozen] = useState<{ value: Value } | null>(null);
  const isPressed = useRef(false);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      // The click comes in the same task.
      setTimeout(() => setFrozen(null));
    };
    // By mouse events, which a tap makes too, and all of them when the finger is up: only then is the focus lost.
    const events = { mousedown: press, mouseup: release, dragend: release };
    for (const [name, listener] of Object.entries(events)) window.addEventListener(name, listener, true);
    return () => {
      for (const [name, listener] of Object.entries(events)) window.removeEventListener(name, listener, true);
    };
  }, []);
  const hold = () => {
    if (isPressed.current) setFrozen({ value });
  };
  return { rendered: frozen ? frozen.value : value, hold };
}
