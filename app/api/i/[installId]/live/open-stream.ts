import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionId } from '@/lib/installs/sign-in/session.server';
import type { InstallId } from '@/lib/shared/ids';
import { listenToInstall } from '@/lib/system/live/listen-to-install';

/** The beat in between tells proxies and the browser that the line is alive, and access is checked again with it. */
const beatMs = 25_000;
/** A database that takes longer to answer whether access is left leaves that open, and so the stream is closed. */
const answerMaxMs = 4_000;
/** Of one install in this process: tabs of a few people, not a flood. */
const ofInstallMax = 50;
/** Of one session: past it the oldest is closed, which on a phone that keeps losing its line is dead. */
const ofSessionMax = 8;
/** Events a reader may be behind; one that has stopped reading is closed, and reads all again when it is back. */
const behindMax = 50;

/** What a stream is opened for. */
export type StreamRequest = {
  installId: InstallId;
  sessionId: SessionId;
  /** Whether session and install are still open to each other. */
  isAllowed: () => Promise<boolean>;
  signal: AbortSignal;
};

type OpenStream = { sessionId: SessionId; replace(): void };
const open = new Map<InstallId, Set<OpenStream>>();

/**
 * Server-sent events of one install: `change` with an array of kinds and ids, never data; `beat`; `replaced` when this
 * session opened too many others. Closed within 30 s of losing access (security: Live stream outliving access).
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
  const own: OpenStream = {
    sessionId,
    replace() {
      send('replaced');
      close();
    },
  };
  const subscription = listenToInstall(installId, {
    notify: (changes) => send('change', changes),
    lost: close,
  });
  const beat = setInterval(() => {
    const tooLong = sleep(answerMaxMs, false, { ref: false });
    Promise.race([isAllowed(), tooLong]).then((allowed) => (allowed ? send('beat') : close()), close);
  }, everyMs);
  open.set(installId, streams.add(own));
  signal.addEventListener('abort', close);
  writer.closed.catch(close);

  // The browser reads everything again when the stream opens; from then on nothing may be missed.
  await subscription.ready.catch(close);
  if (signal.aborted) close();
  if (isClosed) return 'unavailable';
  // Headers leave with the first byte.
  send('beat');
  return new Response(readable, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  });
}

const encoder = new TextEncoder();
