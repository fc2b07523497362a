import type { LiveChange, LiveState } from '@/components/ui/live-context';

type LiveHandlers = {
  onState: (state: LiveState) => void;
  onChange: (change: LiveChange) => void;
  /** Changes may have been missed: everything shown should be read again. */
  onDoubt: () => void;
};

const pollMs = 15_000;
const retryFirstMs = 1_000;
const retryMaxMs = 30_000;

/**
 * Opens the live stream of an install (server-sent events) and keeps it open: with growing waits after a
 * failure, closed while the page is hidden (a browser has six connections for all its tabs). Answers the closer.
 */
export function openLiveStream(url: string, handlers: LiveHandlers): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  let failures = 0;
  // What changed between the page's own reading and the stream's opening is missed too.
  let missed = true;

  const open = () => {
    source = new EventSource(url);
    source.onopen = () => {
      failures = 0;
      clearInterval(poll);
      poll = undefined;
      handlers.onState('live');
      if (missed) handlers.onDoubt();
      missed = false;
    };
    source.addEventListener('change', (event: MessageEvent<string>) => {
      const change = parseChange(event.data);
      if (change) handlers.onChange(change);
    });
    source.onerror = () => {
      close();
      handlers.onState('polling');
      poll ??= setInterval(handlers.onDoubt, pollMs);
      // Jitter, so that a restarted server is not met by everyone at once.
      retry = setTimeout(
        open,
        Math.min(retryMaxMs, retryFirstMs * 2 ** failures++) * (0.75 + Math.random() / 2),
      );
    };
  };
  const close = () => {
    missed = true;
    source?.close();
    source = null;
    clearTimeout(retry);
  };
  const onVisibility = () => {
    close();
    clearInterval(poll);
    poll = undefined;
    if (document.visibilityState === 'visible') open();
  };

  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onVisibility);
  if (document.visibilityState === 'visible') open();
  return () => {
    close();
    clearInterval(poll);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onVisibility);
  };
}

function parseChange(text: string): LiveChange | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('kind' in value) || !('id' in value)) return null;
    const { kind, id } = value;
    if (
      kind !== 'order' &&
      kind !== 'sync' &&
      kind !== 'operation' &&
      kind !== 'install' &&
      kind !== 'bulk_run'
    )
      return null;
    return typeof id === 'string' ? { kind, id } : null;
  } catch {
    return null;
  }
}
