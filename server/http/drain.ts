import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/system/log';

/**
 * Maximum time that requests in flight may take after the server has stopped listening. It is longer than a write to
 * the platform takes (15 s).
 */
const requestsMs = 16_000;
/**
 * Time that a connection has to send the rest of its request headers after the last response. Node counts a new
 * connection without a request as busy, so it never closes such a connection as idle.
 */
const headersMs = 100;
const idleCheckMs = 50;

/** The last event of a live stream: the client opens the stream again, at another process. */
const restartEvent = 'event: restart\ndata: null\n\n';

/** Path that load balancers request to learn whether this process takes requests. */
const readinessPath = '/api/health/ready';

/** Drain of a server: how it ends without losing a request. */
export type Drain = {
  /**
   * Registers a request. Call it before anything else handles the request. Returns true if the drain has answered it:
   * during the drain, readiness is 503.
   */
  take(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Ends the server. For `acceptMs` it still accepts connections, so that balancers notice that it is not ready. Then
   * it stops listening, ends the live streams, and waits until the requests in flight have their responses.
   */
  finish(): Promise<void>;
};

/**
 * Returns the drain of a server. `acceptMs`: how long `finish` still accepts connections, in milliseconds; 0 if no load
 * balancer is in front of the server.
 */
export function createDrain(server: Server, acceptMs: number): Drain {
  const open = new Set<ServerResponse>();
  let isDraining = false;
  return {
    take(request, response) {
      open.add(response);
      response.once('close', () => open.delete(response));
      if (!isDraining) return false;
      response.shouldKeepAlive = false;
      if (request.url?.split('?')[0] !== readinessPath) return false;
      response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify({ status: 'draining' }));
      return true;
    },
    async finish() {
      isDraining = true;
      // Each response says `connection: close` from now on, so a balancer opens its next connection elsewhere.
      for (const response of open) response.shouldKeepAlive = false;
      await sleep(acceptMs);
      const closed = new Promise((resolve) => server.close(resolve));
      // A response whose headers were sent before the drain leaves an idle connection.
      const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
      const endsAt = performance.now() + requestsMs;
      do {
        for (const response of open) if (isLiveStream(response)) endStream(response);
        await Promise.race([closed, sleep(headersMs)]);
      } while (open.size > 0 && performance.now() < endsAt);
      if (open.size > 0)
        log.warn({ requests: open.size }, 'requests did not end in time; closing their connections');
      server.closeAllConnections();
      await closed;
      clearInterval(idle);
    },
  };
}

function isLiveStream(response: ServerResponse): boolean {
  // Next sets the headers of a route handler as arrays.
  return response.headersSent && String(response.getHeader('content-type')).startsWith('text/event-stream');
}

function endStream(response: ServerResponse): void {
  if (response.writableEnded) return;
  // Next may still write an event before it learns that the stream has ended. Without this listener, the error of that
  // write would end the process.
  response.on('error', () => undefined);
  response.end(restartEvent);
}
