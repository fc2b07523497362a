import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionId } from '@/lib/installs/sign-in/session.server';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import type { Connection } from '@/lib/shared/live/connection';
import { buildId } from '@/lib/system/build-id.server';
import { listenToInstall } from '@/lib/system/live/listen-to-install';

/**
 * Milliseconds between two `beat` events on the live stream. A beat shows proxies and the browser that the connection
 * still works. The access check runs before each beat.
 */
const beatMs = 25_000;
/**
 * Time limit of the access check, in milliseconds. If the database does not answer in time, the access of the session
 * is unknown, so the stream is closed.
 */
const answerMaxMs = 4_000;
/**
 * Maximum number of open live streams per install in this process. The number is enough for the tabs of several users.
 * It stops a client that opens too many connections.
 */
const ofInstallMax = 50;
/**
 * Maximum number of open live streams per session. When this number is exceeded, the oldest stream is closed. On a
 * phone that often loses its connection, the oldest stream is probably dead already.
 */
const ofSessionMax = 8;
/**
 * Maximum number of events that wait to be sent to one client. If a client stops reading, its stream is closed. After
 * reconnecting, the client reads all data again.
 */
const behindMax = 50;

/** Parameters of openStream. */
export type StreamRequest = {
  installId: InstallId;
  sessionId: SessionId;
  /** Resolves to true if the session still has access to the install. */
  isAllowed: () => Promise<boolean>;
  /** Resolves to the state of the connection to the store (readConnection). */
  readConnection: () => Promise<Connection>;
  signal: AbortSignal;
};

type OpenStream = { sessionId: SessionId; replace(): void };
const open = new Map<InstallId, Set<OpenStream>>();

/**
 * Opens a stream of server-sent events for one install. It sends these types of events:
 *
 * - `change`: an array of kinds and ids of changed records, never their data
 * - `beat`: a sign that the connection still works, with the build of this process and the state of the connection to
 *   the store
 * - `replaced`: this session has opened too many newer streams, so this stream is closed
 * - `over`: the session has lost access, or access cannot be checked
 * - `restart`: this process ends; server/http/drain.ts sends this event
 *
 * The stream checks access and reads the state of the connection before each beat. An extra beat is sent when sessions
 * end or the connection changes. The stream closes within 2 s after its session was ended, and within 30 s after access
 * is lost in any other way (S6).
 */
export async function openStream(
  { installId, sessionId, isAllowed, readConnection, signal }: StreamRequest,
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
  const sendBeat = (connection: Connection) =>
    // A browser page of an earlier build reads only the field `areUpdatesOff` and ignores `connection`. The field is
    // therefore still sent.
    send('beat', { build: buildId(), connection, areUpdatesOff: connection !== 'ok' });
  // Number of the newest access check. Checks can end in another sequence than they started. If an older check ends
  // after a newer one, its result may be outdated, so it sends nothing.
  let checks = 0;
  const end = () => {
    send('over');
    close();
  };
  const checkAccess = () => {
    const tooLong = sleep(answerMaxMs, null, { ref: false });
    const readIfAllowed = async () => ((await isAllowed()) ? readConnection() : null);
    const check = ++checks;
    Promise.race([readIfAllowed(), tooLong]).then((connection) => {
      if (connection === null) end();
      else if (check === checks) sendBeat(connection);
    }, end);
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

  // When the stream opens, the browser reads all data again. It must receive every change after that read. The response
  // is therefore returned only after `ready` has resolved, because this stream receives every change of the install
  // from then on.
  const connection = await subscription.ready.then(readConnection).catch(() => null);
  if (signal.aborted || connection === null) close();
  if (isClosed || connection === null) return 'unavailable';
  // Sends a first byte immediately, because the response headers are sent only together with the first byte of the
  // body.
  if (checks === 0) sendBeat(connection);
  else checkAccess();
  return new Response(readable, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  });
}

const encoder = new TextEncoder();
