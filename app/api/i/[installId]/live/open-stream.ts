import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionId } from '@/lib/installs/sign-in/session.server';
import type { InstallId } from '@/lib/shared/ids';
import { listenToInstall } from '@/lib/system/live/listen-to-install';

/**
 * Milliseconds between beats. A beat shows proxies and the browser that the connection is alive, and access is checked
 * again before each beat.
 */
const beatMs = 25_000;
/**
 * Time limit for the access check. If the database does not answer in time, access is unknown and the stream is closed.
 */
const answerMaxMs = 4_000;
/** Maximum streams per install in this process. It is enough for the tabs of a few users and limits a flood. */
const ofInstallMax = 50;
/**
 * Maximum streams per session. Beyond it the oldest is closed; on a phone that often loses its connection, that stream
 * is already dead.
 */
const ofSessionMax = 8;
/**
 * Maximum events a client may be behind. A client that stops reading is closed, and it reads everything again when it
 * reconnects.
 */
const behindMax = 50;

/** The input of openStream. */
export type StreamRequest = {
  installId: InstallId;
  sessionId: SessionId;
  /** Whether the session still has access to the install. */
  isAllowed: () => Promise<boolean>;
  signal: AbortSignal;
};

type OpenStream = { sessionId: SessionId; replace(): void };
const open = new Map<InstallId, Set<OpenStream>>();

/**
 * Opens a stream of server-sent events for one install.
 *
 * - `change`: an array of kinds and ids, never data
 * - `beat`: the connection is alive
 * - `replaced`: this session opened too many other streams
 * - `over`: access was lost, or it is not known
 *
 * The stream checks access when sessions of the install end, and before each beat. It closes within 2 s after its
 * session was ended, and within 30 s after access is lost in any other way (S6).
 */
export async function openStream(
  { installId, sessionId, isAllowed, signal }: StreamRequest,
  everyMs = beatMs,
): Promise<Response | 'too_many' | 'unavailable'> {
  const streams = open.get(installId) ?? new Set();
  const ofSession = [...streams].filter((stream) => stream.sessionId === sessionId);
  if (ofSession.length < ofSessionMax && streams.size >= ofInstallMax) return 'too_many';
  if (ofSession.length >= ofSessionMax) ofSession[0]?.replace();

  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, {
    highWaterMark: behindMax,
  });
  const writer = writable.getWriter();
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    clearInterval(beat);
    subscription.stop();
    streams.delete(own);
    if (streams.size === 0 && open.get(installId) === streams) open.delete(installId);
    writer.close().catch(() => undefined);
  };
  const send = (event: string, data: unknown = null) => {
    if (isClosed) return;
    if ((writer.desiredSize ?? 0) <= 0) return close();
    writer.write(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)).catch(close);
  };
  const end = () => {
    send('over');
    close();
  };
  const checkAccess = () => {
    const tooLong = sleep(answerMaxMs, false, { ref: false });
    Promise.race([isAllowed(), tooLong]).then((allowed) => (allowed ? send('beat') : end()), end);
  };
  const own: OpenStream = {
    sessionId,
    replace() {
      send('replaced');
      close();
    },
  };
  const subscription = listenToInstall(installId, {
    notify: (changes) => send('change', changes),
    checkAccess,
    lost: close,
  });
  const beat = setInterval(checkAccess, everyMs);
  open.set(installId, streams.add(own));
  signal.addEventListener('abort', close);
  writer.closed.catch(close);

  // The browser reads everything again when the stream opens. No change may be missed after that, so the stream waits
  // until listening is ready.
  await subscription.ready.catch(close);
  if (signal.aborted) close();
  if (isClosed) return 'unavailable';
  // The response headers are sent only with the first byte of the body.
  send('beat');
  return new Response(readable, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  });
}

const encoder = new TextEncoder();
