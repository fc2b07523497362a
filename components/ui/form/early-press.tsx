'use client';

import { type ReactNode, useEffect } from 'react';

/** Browser event that says that React handles the presses of the page from now on. */
const startEvent = 'page-start';

/**
 * Script that stores the last press on a button before the code of the page was loaded, and repeats it when the code
 * starts. It repeats the events of the pointer too, because some menus open on `pointerdown` and not on `click`.
 * Buttons of a form and of a popover are left out: the browser handles their press without any code.
 */
const script = `(() => {
  let early = null;
  const store = ({ target, pointerType }) => {
    const button = target instanceof Element ? target.closest('button[type=button]:not([popovertarget])') : null;
    early = button && { button, pointerType: pointerType || 'mouse' };
  };
  addEventListener('click', store, true);
  addEventListener('${startEvent}', () => {
    removeEventListener('click', store, true);
    if (!early || !early.button.isConnected) return;
    const press = { bubbles: true, cancelable: true, button: 0, pointerType: early.pointerType };
    early.button.dispatchEvent(new PointerEvent('pointerdown', press));
    early.button.dispatchEvent(new PointerEvent('pointerup', press));
    early.button.click();
  }, { once: true });
})();`;

/**
 * Renders the page so that a press on one of its buttons works before the code of the page was loaded. On a slow
 * connection, loading takes seconds, and React would ignore the press.
 *
 * - `nonce`: nonce of the page's Content-Security-Policy
 */
export function EarlyPress({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  // An effect of this component runs after the effects of its children, so the pressed button is ready.
  useEffect(() => {
    dispatchEvent(new Event(startEvent));
  }, []);
  return (
    <>
      {/* The browser hides the nonce of a script from the page, so React would find a difference. */}
      <script nonce={nonce} suppressHydrationWarning>
        {script}
      </script>
      {children}
    </>
  );
}
