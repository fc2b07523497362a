import type { LiveState } from '@/components/ui/feedback/live-context';
import { type LiveChange, readLiveChanges } from '@/lib/shared/live-change';

type LiveHandlers = {
  onState: (state: LiveState) => void;
  onChanges: (changes: LiveChange[]) => void;
  /** Changes may have been missed: everything shown should be read again. */
  onMissed: () => void;
};

const pollMs = 15_000;
const retryFirstMs = 1_000;
const retryMaxMs = 30_000;
/** The server's beat comes every 25 s: after two that are missing the line is dead, whatever the browser thinks. */
const silenceMaxMs = 60_000;

/**
 * Opens the live stream of an install (server-sent events) and keeps it open: with growing waits after a
 * failure, closed while the page is hidden (a browser has six connections for all its tabs). Answers the closer.
 */
export function openLiveStream(url: string, handlers: LiveHandlers): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  // What changed between the page's own reading and the stream's opening is missed too.
  let missed = true;

  const open = () => {
    source = new EventSource(url);
    source.onopen = () => {
      failures = 0;
      markReceived();
      clearInterval(poll);
      poll = undefined;
      handlers.onState('live');
      if (missed) handlers.onMissed();
      missed = false;
    };
    source.addEventListener('beat', markReceived);
    source.addEventListener('change', (event: MessageEvent<string>) => {
      markReceived();
      const changes = readLiveChanges(event.data);
      if (changes.length > 0) handlers.onChanges(changes);
    });
    // So many others of ours are open that this one had to go: back only when some may have been closed.
    source.addEventListener('replaced', () => fall(retryMaxMs));
    source.onerror = () => fall(Math.min(retryMaxMs, retryFirstMs * 2 ** failures++));
  };
  const markReceived = () => {
    clearTimeout(silence);
    silence = setTimeout(() => fall(retryFirstMs), silenceMaxMs);
  };
  const fall = (waitMs: number) => {
    close();
    handlers.onState('polling');
    poll ??= setInterval(handlers.onMissed, pollMs);
    // Jitter, so that a restarted server is not met by everyone at once.
    retry = setTimeout(open, waitMs * (0.75 + Math.random() / 2));
  };
  const close = () => {
    missed = true;
    source?.close();
    source = null;
    clearTimeout(retry);
    clearTimeout(silence);
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
