import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

export type BodyLimits = { bytesMax: number; timeoutMs: number };

/** The whole body as it travelled, or why it was given up; what is left of it then is not read. */
export type BodyOutcome = Buffer | 'too_large' | 'not_in_time';

/** `complete` as an IncomingMessage has it: the last byte has come. */
type NodeBody = Readable & { complete?: boolean };

/** Reads a request of a Node server. */
export async function readNodeBody(request: NodeBody, limits: BodyLimits): Promise<BodyOutcome> {
  // The parser tells of the headers before it looks at the bytes that came with them; mostly that is all of the body.
  if (request.complete === false) await setImmediate();
  if (request.complete && !request.destroyed) return readArrived(request, limits.bytesMax);
  return readArriving(request, limits);
}

function readArriving(request: NodeBody, { bytesMax, timeoutMs }: BodyLimits): Promise<BodyOutcome> {
  // What it comes to first is what counts; each of the others then says nothing.
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
      // A client that goes away is an error of the stream, which unheard would end the process; 'close' follows it.
      .on('error', ignore);
  });
}

const ignore = () => undefined;

/** All of it is here already, as it mostly is: no listeners and no timer are needed. */
function readArrived(request: NodeBody, bytesMax: number): BodyOutcome {
  const bytes: unknown = request.read();
  if (!Buffer.isBuffer(bytes)) return Buffer.alloc(0);
  return bytes.byteLength > bytesMax ? 'too_large' : bytes;
}

/** Reads a Request's body. */
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
    // Ends the read that waits, too.
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
