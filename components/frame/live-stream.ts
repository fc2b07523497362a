import type { LiveState } from '@/components/ui/feedback/live-context';
import { type SessionEnd, sessionEndOf } from '@/components/ui/feedback/session-end';
import { type Connection, connectionStates } from '@/lib/shared/live/connection';
import { type LiveChange, readLiveChanges } from '@/lib/shared/live/live-change';

type LiveHandlers = {
  onState: (state: LiveState) => void;
  onChanges: (changes: LiveChange[]) => void;
  /** Called if changes may have been missed. The caller should then read all data on the screen again. */
  onMissed: () => void;
  /**
   * Called with the reason when the server refuses access to the browser tab. Called with null when the server allows
   * access again.
   */
  onSessionEnd: (end: SessionEnd | null) => void;
  /**
   * Called each time the server sends a `beat` event (a regular sign that the stream still works). `build` is the id of
   * the build (the compiled version of the app) that the server runs.
   */
  onBuild: (build: string) => void;
};

const pollMs = 15_000;
const retryFirstMs = 1_000;
const retryMaxMs = 30_000;
/**
 * Maximum wait, in milliseconds, before a client opens its stream again after the server process has ended. The actual
 * wait is random, so that the clients of that process do not all reconnect at the same time.
 */
const restartMaxMs = 2_000;
/**
 * Maximum time without any event on the live stream, in milliseconds. The server sends a `beat` event every 25 s, so
 * after 60 s without an event at least two beats are missing. The client then closes the stream and opens a new one,
 * even if the browser reports an open connection.
 */
const silenceMaxMs = 60_000;

/**
 * Opens the live stream of an install (server-sent events). After a failure the stream is opened again, after a wait
 * that grows each time. The stream is closed while the page is hidden, because a browser allows only six connections to
 * a server for all its tabs. Returns a function that closes the stream.
 */
export function openLiveStream(url: string, handlers: LiveHandlers): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let poll: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  // True if changes may have been missed. The initial value is true, because changes may have happened after
  // the server read the data of this page and before the stream opened.
  let missed = true;

  const open = () => {
    source = new EventSource(url);
    source.onopen = () => {
      failures = 0;
      markReceived();
      stopPolling();
      handlers.onSessionEnd(null);
      if (missed) handlers.onMissed();
      missed = false;
    };
    source.addEventListener('beat', (event: MessageEvent<string>) => {
      markReceived();
      const { build, connection } = readBeat(event.data);
      handlers.onState(connection === 'ok' ? 'live' : connection);
      handlers.onBuild(build);
    });
    source.addEventListener('change', (event: MessageEvent<string>) => {
      markReceived();
      const changes = readLiveChanges(event.data);
      if (changes.length > 0) handlers.onChanges(changes);
    });
    // The server closed the stream because the session has opened too many newer streams. The client waits for the
    // longest time (`retryMaxMs`) before it opens the stream again. Another tab of the session may be closed by then,
    // so that the limit is no longer exceeded.
    source.addEventListener('replaced', () => fall(retryMaxMs));
    // The server closed the stream because its process ends. The client soon opens a new stream to another process.
    // Until then, the state stays `live`. It changes only if the new stream fails to open.
    source.addEventListener('restart', () => {
      close();
      retry = setTimeout(open, Math.random() * restartMaxMs);
    });
    // The server closed the stream because the session has lost access, or because the server could not check the
    // access. `checkSession` finds out whether the session has ended.
    source.addEventListener('over', () => {
      fall(retryFirstMs);
      void checkSession();
    });
    source.onerror = () => {
      // EventSource does not show the HTTP status of a refused request. The state CLOSED is the only sign of a refusal.
      const isRefused = source?.readyState === EventSource.CLOSED;
      fall(Math.min(retryMaxMs, retryFirstMs * 2 ** failures++));
      if (isRefused) void checkSession();
    };
  };
  // Requests the stream once more to find out whether the session has ended. If it has ended, this tab sends
  // no more requests until the user returns to the tab.
  const checkSession = async () => {
    const end = await readSessionEnd(url);
    if (!end) return;
    close();
    stopPolling();
    handlers.onSessionEnd(end);
  };
  const stopPolling = () => {
    clearInterval(poll);
    poll = undefined;
  };
  const markReceived = () => {
    clearTimeout(silence);
    silence = setTimeout(() => fall(retryFirstMs), silenceMaxMs);
  };
  const fall = (waitMs: number) => {
    close();
    handlers.onState('polling');
    poll ??= setInterval(handlers.onMissed, pollMs);
    // The wait is multiplied by a random number, so that the clients of a restarted server do not all reconnect at the
    // same time.
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
    stopPolling();
    if (document.visibilityState === 'visible') open();
  };

  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onVisibility);
  if (document.visibilityState === 'visible') open();
  return () => {
    close();
    stopPolling();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onVisibility);
  };
}

/**
 * Returns the data of a `beat` event. Server processes of earlier builds send other data. If the data is null, `build`
 * is empty. If the data has no `connection`, the state of the connection is taken from the older field `areUpdatesOff`.
 */
function readBeat(data: string): { build: string; connection: Connection } {
  const beat = JSON.parse(data) as { build?: unknown; connection?: unknown; areUpdatesOff?: unknown } | null;
  const build = beat?.build;
  const sent = connectionStates.find((state) => state === beat?.connection);
  return {
    build: typeof build === 'string' ? build : '',
    connection: sent ?? (beat?.areUpdatesOff === true ? 'updatesOff' : 'ok'),
  };
}

/**
 * Requests the live stream with fetch, to find out whether this tab has lost its access. EventSource cannot find this
 * out, because it does not show why a request failed. Returns the reason if the server answers 401, and null otherwise.
 * If the stream opens, it is closed immediately.
 */
async function readSessionEnd(url: string): Promise<SessionEnd | null> {
  try {
    const response = await fetch(url, { headers: { accept: 'text/event-stream' } });
    if (response.status !== 401) {
      await response.body?.cancel();
      return null;
    }
    return sessionEndOf(((await response.json()) as { code?: string }).code);
  } catch {
    return null;
  }
}
