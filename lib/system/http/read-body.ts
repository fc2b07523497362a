import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

export type BodyLimits = {
  bytesMax: number;
  timeoutMs: number;
  /** Pool that limits the bytes of all bodies that arrive at the same time. Default: the pool of this process. */
  pool?: BodyPool;
};

/**
 * Result of reading a request body: all its bytes, or the reason why reading was ended early. If reading was ended
 * early, the rest of the body is not read. `overloaded`: the bodies that arrive at the same time are too large together.
 */
export type BodyOutcome = Buffer | 'too_large' | 'not_in_time' | 'overloaded';

/** Counts the bytes of bodies that have not arrived completely. */
export type BodyPool = {
  /** Adds bytes. Returns false, and adds nothing, if the pool would be over its limit. */
  add(bytes: number): boolean;
  remove(bytes: number): void;
};

/** Creates a limit of the bytes that all arriving bodies together have in memory. */
export function createBodyPool(bytesMax: number): BodyPool {
  let used = 0;
  return {
    add(bytes) {
      if (used + bytes > bytesMax) return false;
      used += bytes;
      return true;
    },
    remove(bytes) {
      used -= bytes;
    },
  };
}

/**
 * Limit of this process. A body is read before its sender is known: the signature of a delivery needs all its bytes. So
 * without this limit, anyone could fill the memory with slow bodies on thousands of connections.
 */
const processPool = createBodyPool(64 * 1024 * 1024);

/** `complete` is true when the last byte has arrived, as in Node's IncomingMessage. */
type NodeBody = Readable & { complete?: boolean };

/** Reads the body of a request to a Node.js server, within limits of size and time (S13). */
export async function readNodeBody(request: NodeBody, limits: BodyLimits): Promise<BodyOutcome> {
  // Reading starts one event-loop turn later. Node.js reports the headers of a request before it parses the body bytes
  // that arrived with the headers. One turn later, these bytes are available; in most requests they are the whole body.
  if (request.complete === false) await setImmediate();
  if (request.complete && !request.destroyed) return readArrived(request, limits.bytesMax);
  return readArriving(request, limits);
}

function readArriving(
  request: NodeBody,
  { bytesMax, timeoutMs, pool = processPool }: BodyLimits,
): Promise<BodyOutcome> {
  return new Promise((resolve) => {
    if (request.destroyed) return resolve('not_in_time');
    const chunks: Buffer[] = [];
    let size = 0;
    let pooled = 0;
    let isSettled = false;
    // Only the first outcome settles the promise. Later calls have no effect.
    const settle = (outcome: () => BodyOutcome) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      pool.remove(pooled);
      resolve(outcome());
      chunks.length = 0;
    };
    const refuse = (reason: BodyOutcome) => {
      request.pause();
      settle(() => reason);
    };
    const timer = setTimeout(() => refuse('not_in_time'), timeoutMs);
    request
      .on('data', (chunk: Buffer) => {
        if (isSettled) return;
        size += chunk.byteLength;
        if (size > bytesMax) return refuse('too_large');
        if (!pool.add(chunk.byteLength)) return refuse('overloaded');
        pooled = size;
        chunks.push(chunk);
      })
      .on('end', () => settle(() => (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))))
      .on('close', () => settle(() => 'not_in_time'))
      // If the client disconnects, the stream emits an error. Without this listener, the error would end the process.
      // The event 'close' follows and settles the result.
      .on('error', ignore);
  });
}

const ignore = () => undefined;

/**
 * Reads a body that has already arrived completely, without listeners and a timer. Most bodies have arrived when
 * reading starts.
 */
function readArrived(request: NodeBody, bytesMax: number): BodyOutcome {
  const bytes: unknown = request.read();
  if (!Buffer.isBuffer(bytes)) return Buffer.alloc(0);
  return bytes.byteLength > bytesMax ? 'too_large' : bytes;
}

/** Reads the body of a web Request, within limits of size and time (S13). */
export async function readWebBody(
  body: ReadableStream<Uint8Array> | null,
  { bytesMax, timeoutMs, pool = processPool }: BodyLimits,
): Promise<BodyOutcome> {
  if (!body) return Buffer.alloc(0);
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let pooled = 0;
  let isLate = false;
  const stop = () => void reader.cancel().catch(() => undefined);
  const timer = setTimeout(() => {
    isLate = true;
    // Cancelling the reader also ends a read that is still waiting for bytes.
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
      if (!pool.add(value.byteLength)) {
        stop();
        return 'overloaded';
      }
      pooled = size;
      chunks.push(value);
    }
  } catch {
    return 'not_in_time';
  } finally {
    clearTimeout(timer);
    pool.remove(pooled);
  }
}
