import { requireNewVersion } from '@/components/ui/feedback/new-version';

/**
 * Header of a response to an action that the server does not know (Next: NEXT_ACTION_NOT_FOUND_HEADER). The page then
 * comes from another build.
 */
const unknownActionHeader = 'x-nextjs-action-not-found';

/**
 * Watches the requests of server actions.
 * - An action fails if its request fails. Without this, Next repeats the request when the connection returns
 *   (`useOffline` in next.config.ts), even after the user has left the page. A write must be sent only by a press.
 * - If the server does not know an action, the page says that a new version is required.
 *
 * Returns a function that restores Next's behavior.
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
      // Next does not repeat a request that was aborted.
      throw new DOMException('the request of a server action failed', 'AbortError');
    }
  };
  window.fetch = watched;
  return () => {
    if (window.fetch === watched) window.fetch = original;
  };
}
