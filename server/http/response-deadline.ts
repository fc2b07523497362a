import type { ServerResponse } from 'node:http';

/** Time after which a response must have ended, in milliseconds. The longest responses are files with all orders. */
const responseMs = 10 * 60_000;

/** Returns true for a response that is a live stream. It has no deadline, because it ends with its session. */
export function isLiveStream(response: ServerResponse): boolean {
  // The content type can be an array, because Next sets the headers of a route handler as arrays.
  return response.headersSent && String(response.getHeader('content-type')).startsWith('text/event-stream');
}

/**
 * Closes the connection if the response has not ended in time (S24). Without a deadline, a client that stops reading
 * would hold its connection and the unsent rest of the response for ever: Next waits until the client has read the part
 * before.
 */
export function limitResponse(response: ServerResponse, ms = responseMs): void {
  const timer = setTimeout(() => {
    if (!isLiveStream(response)) response.destroy();
  }, ms);
  timer.unref();
  response.once('close', () => clearTimeout(timer));
}
