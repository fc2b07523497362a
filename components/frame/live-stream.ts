import type { LiveState } from '@/components/ui/feedback/live-context';
import { type LiveChange, readLiveChanges } from '@/lib/shared/live-change';

type LiveHandlers = {
  onState: (state: LiveState) => void;
  onChanges: (changes: LiveChange[]) => void;
  /** Called when changes may have been missed. Everything on screen should be read again. */
  onMissed: () => void;
  /** Called when the server no longer accepts the session (true), and when it accepts a session again (false). */
  onSessionEnded: (isEnded: boolean) => void;
};

const pollMs = 15_000;
const retryFirstMs = 1_000;
const retryMaxMs = 30_000;
/** The server sends a beat every 25 s. After two missing beats the connection is dead, whatever the browser reports. */
const silenceMaxMs = 60_000;

/**
 * Opens the live stream of an install (server-sent events) and reopens it with growing waits after a failure. The
 * stream is closed while the page is hidden, because a browser has six connections for all its tabs. Returns a function
 * that closes it.
 */
export function openLiveStream(url: string, handlers: LiveHandlers): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  // Changes between the page's own read and the opening of the stream are missed too.
  let missed = true;

  const open = () => {
    source = new EventSource(url);
    source.onopen = () => {
      failures = 0;
      markReceived();
      clearInterval(poll);
      poll = undefined;
      handlers.onState('live');
      handlers.onSessionEnded(false);
      if (missed) handlers.onMissed();
      missed = false;
    };
    source.addEventListener('beat', markReceived);
    source.addEventListener('change', (event: MessageEvent<string>) => {
      markReceived();
      const changes = readLiveChanges(event.data);
      if (changes.length > 0) handlers.onChanges(changes);
    });
    // The server closed this stream because too many others are open. Reopen it only when some of the others may have
    // been closed.
    source.addEventListener('replaced', () => fall(retryMaxMs));
    // The server closed this stream because access was lost.
    source.addEventListener('over', () => {
      fall(retryFirstMs);
      void checkSession();
    });
    source.onerror = () => {
      // EventSource does not show the status of a refusal. It only gives up.
      const isRefused = source?.readyState === EventSource.CLOSED;
      fall(Math.min(retryMaxMs, retryFirstMs * 2 ** failures++));
      if (isRefused) void checkSession();
    };
  };
  const checkSession = async () => {
    if (await isSignedOut(url)) handlers.onSessionEnded(true);
  };
  const markReceived = () => {
    clearTimeout(silence);
    silence = setTimeout(() => fall(retryFirstMs), silenceMaxMs);
  };
  const fall = (waitMs: number) => {
    close();
    handlers.onState('polling');
    poll ??= setInterval(handlers.onMissed, pollMs);
    // Jitter, so that all clients do not connect to a restarted server at the same time.
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

/** Asks for the stream once more, to read why it is refused. A stream that opens is closed again. */
async function isSignedOut(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { accept: 'text/event-stream' } });
    if (response.status !== 401) {
      await response.body?.cancel();
      return false;
    }
    return ((await response.json()) as { code?: string }).code === 'signed_out';
  } catch {
    return false;
  }
}
