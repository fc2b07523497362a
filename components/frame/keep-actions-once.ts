/**
 * Makes a server action fail if its request fails. Otherwise Next would repeat the request when the connection returns
 * (`useOffline` in next.config.ts), even after the user has left the page. A write must be sent only by a press.
 * Returns a function that restores Next's behavior.
 */
export function keepActionsOnce(): () => void {
  const original = window.fetch;
  const once: typeof fetch = async (input, init) => {
    if (!new Headers(init?.headers).has('next-action')) return original(input, init);
    try {
      return await original(input, init);
    } catch {
      // Next does not repeat a request that was aborted.
      throw new DOMException('the request of a server action failed', 'AbortError');
    }
  };
  window.fetch = once;
  return () => {
    if (window.fetch === once) window.fetch = original;
  };
}
