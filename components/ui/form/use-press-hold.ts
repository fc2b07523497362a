'use client';

import { useEffect, useRef, useState } from 'react';

/**
 * Freezes the rendered value while a mouse button or finger is down. A press takes focus from a field before it acts.
 * The change on leaving the field would then move the pressed button away.
 *
 * Call `hold` when the focus leaves. After the click, `rendered` is the current value again.
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
      // The click event follows in the same task.
      setTimeout(() => setFrozen(null));
    };
    // Uses mouse events. A tap also fires them, but all after the finger is lifted, which is when the focus is lost.
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
