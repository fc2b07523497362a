import { requireNewVersion } from '@/components/ui/feedback/new-version';

/**
 * Response header of a server that does not have the requested server action (Next: NEXT_ACTION_NOT_FOUND_HEADER). The
 * page then comes from another build than the server.
 */
const unknownActionHeader = 'x-nextjs-action-not-found';

/**
 * Wraps `window.fetch` to change the requests of server actions in two points:
 *
 * - If the request of an action fails, the action fails as well. Without this change, Next would repeat the request
 *   when the connection returns (`useOffline` in next.config.ts), even after the user has left the page. A write must
 *   be sent only when the user presses a button.
 * - If the server does not have an action, the page shows that a new version is required.
 *
 * Returns a function that restores the original `window.fetch`.
 */
export function watchActions(): () => void {
  const original = window.fetch;
  const watched: typeof fetch = async (input, init) => {
    if (!new Headers(init?.headers).has('next-action')) return original(input, init);
    try {
      const response = await original(input, init);
      if (response.headers.get(unknownActionHeader) === '1') requireNewVersion();
      return response;
    } catch {
      // After an AbortError, Next treats the request as cancelled and does not repeat it.
      throw new DOMException('the request of a server action failed', 'AbortError');
    }
  };
  window.fetch = watched;
  return () => {
    if (window.fetch === watched) window.fetch = original;
  };
}
