import { cookies } from 'next/headers';
import { openInstall } from '@/lib/installs/require-install.server';
import { onLiveChange } from '@/lib/system/notify';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

const recheckMs = 30_000;
/** Of one install in this process: tabs of a few people, not a flood. */
const streamsMax = 50;
/** Changes a reader may be behind; one that has stopped reading is closed, and reads all again when it is back. */
const behindMax = 200;
const open = new Map<string, number>();

/**
 * Server-sent events of one install: ids only, never data. Access is checked again every 30 s, and a stream whose
 * session or install is gone is closed (security: Live stream outliving access).
 */
export const GET = readRoute(async ({ installId }, request) => {
  if ((open.get(installId) ?? 0) >= streamsMax) return answer(429, 'too_many_streams');
  const sent = (await cookies()).getAll();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, {
    highWaterMark: behindMax,
  });
  const writer = writable.getWriter();
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    clearInterval(recheck);
    listening.stop();
    open.set(installId, (open.get(installId) ?? 1) - 1);
    writer.close().catch(() => undefined);
  };
  const send = (text: string) => {
    if (closed) return;
    if ((writer.desiredSize ?? 0) <= 0) return close();
    writer.write(encoder.encode(text)).catch(close);
  };
  const listening = onLiveChange((change) => {
    if (change.installId !== installId) return;
    send(`event: change\ndata: ${JSON.stringify({ kind: change.kind, id: change.id })}\n\n`);
  }, close);
  const recheck = setInterval(() => {
    openInstall(sent, installId).then((door) => (door.ok ? send(': still here\n\n') : close()), close);
  }, recheckMs);
  open.set(installId, (open.get(installId) ?? 0) + 1);
  request.signal.addEventListener('abort', close);
  writer.closed.catch(close);
  // The browser reads everything again when the stream opens; from then on nothing may be missed.
  await listening.ready.catch(close);
  if (request.signal.aborted) close();
  if (closed) return answer(503, 'unavailable');
  // Headers leave with the first byte.
  send(': open\n\n');
  return new Response(readable, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' },
  });
});

/** Next would run GET for it, and a stream nobody reads would stay open. */
export function HEAD(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } });
}

const encoder = new TextEncoder();
