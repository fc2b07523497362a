import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

export type BodyLimits = { bytesMax: number; timeoutMs: number };

/** The complete body bytes, or the reason for giving up. After giving up, the rest of the body is not read. */
export type BodyOutcome = Buffer | 'too_large' | 'not_in_time';

/** `complete` has the meaning of IncomingMessage.complete: the last byte has arrived. */
type NodeBody = Readable & { complete?: boolean };

/** Reads the body of a Node server's request, within the limits (S13). */
export async function readNodeBody(request: NodeBody, limits: BodyLimits): Promise<BodyOutcome> {
  // The parser reports the headers before it parses the bytes that arrived with them. Usually those bytes are the whole
  // body.
  if (request.complete === false) await setImmediate();
  if (request.complete && !request.destroyed) return readArrived(request, limits.bytesMax);
  return readArriving(request, limits);
}

function readArriving(request: NodeBody, { bytesMax, timeoutMs }: BodyLimits): Promise<BodyOutcome> {
  // The first outcome settles the promise; later calls of resolve have no effect.
  return new Promise((resolve) => {
    if (request.destroyed) return resolve('not_in_time');
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => {
      request.pause();
      resolve('not_in_time');
    }, timeoutMs);
    request
      .on('data', (chunk: Buffer) => {
        size += chunk.byteLength;
        if (size <= bytesMax) return void chunks.push(chunk);
        request.pause();
        resolve('too_large');
      })
      .on('end', () => {
        clearTimeout(timer);
        resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
      })
      .on('close', () => {
        clearTimeout(timer);
        resolve('not_in_time');
      })
      // A client that disconnects causes a stream error. Without this listener, the error would end the process. The
      // 'close' event follows.
      .on('error', ignore);
  });
}

const ignore = () => undefined;

/** Reads a body that has already arrived completely, which is the usual case. No listeners and no timer are needed. */
function readArrived(request: NodeBody, bytesMax: number): BodyOutcome {
  const bytes: unknown = request.read();
  if (!Buffer.isBuffer(bytes)) return Buffer.alloc(0);
  return bytes.byteLength > bytesMax ? 'too_large' : bytes;
}

/** Reads the body of a web Request, within the limits (S13). */
export async function readWebBody(
  body: ReadableStream<Uint8Array> | null,
  { bytesMax, timeoutMs }: BodyLimits,
): Promise<BodyOutcome> {
  if (!body) return Buffer.alloc(0);
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  const stop = () => void reader.cancel().catch(() => undefined);
  const timer = setTimeout(() => {
    isLate = true;
    // Cancelling also ends a read that is waiting.
    stop();
  }, timeoutMs);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) return 'not_in_time';
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > bytesMax) {
        stop();
        return 'too_large';
      }
      chunks.push(value);
    }
  } catch {
    return 'not_in_time';
  } finally {
    clearTimeout(timer);
  }
}
