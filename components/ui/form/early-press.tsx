/**
 * Script that stores the last press on a button before the code of the page was loaded. It repeats the press when the
 * code starts (event `page-start` of components/frame/live-updates.tsx). It repeats the events of the pointer too,
 * because some menus open on `pointerdown` and not on `click`. Buttons of a form and of a popover are left out: the
 * browser handles their press without any code.
 */
const script = `(() => {
  let early = null;
  const store = ({ target, pointerType }) => {
    const button = target instanceof Element ? target.closest('button[type=button]:not([popovertarget])') : null;
    early = button && { button, pointerType: pointerType || 'mouse' };
  };
  addEventListener('click', store, true);
  addEventListener('page-start', () => {
    removeEventListener('click', store, true);
    if (!early || !early.button.isConnected) return;
    const press = { bubbles: true, cancelable: true, button: 0, pointerType: early.pointerType };
    early.button.dispatchEvent(new PointerEvent('pointerdown', press));
    early.button.dispatchEvent(new PointerEvent('pointerup', press));
    early.button.click();
  }, { once: true });
})();`;

/**
 * Renders a script so that a press on a button of the page works before the code of the page was loaded. On a slow
 * connection, loading takes seconds, and React would ignore the press. The layout renders this component on the server,
 * so the script is not part of the code that every page loads.
 *
 * - `nonce`: nonce of the page's Content-Security-Policy
 */
export function EarlyPress({ nonce }: { nonce: string | undefined }) {
  return (
    // The browser hides the nonce of a script from the page, so React would find a difference.
    <script nonce={nonce} suppressHydrationWarning>
      {script}
    </script>
  );
}
