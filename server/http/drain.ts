import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/system/log';
import { isLiveStream } from '@/server/http/response-deadline';

/**
 * Maximum time for requests in flight to finish after the server has stopped listening, in milliseconds. It
 * is longer than the maximum time of a write to the platform (15 s).
 */
const requestsMs = 16_000;
/**
 * Time that each connection has to send the rest of its request headers, in milliseconds. Without this limit, a new
 * connection that sends no request would stay open: Node counts it as busy, and closes only idle connections.
 */
const headersMs = 100;
const idleCheckMs = 50;
/**
 * Maximum number of requests of one connection that have no response yet. Browsers and proxies send one request at a
 * time on each connection. Without this limit, one client could send thousands of requests at once (pipelining), and
 * each of them would need memory until its response.
 */
const pipelinedMax = 16;

/**
 * The last event of a live stream before this process ends. After this event, the client connects again and reaches
 * another process.
 */
const restartEvent = 'event: restart\ndata: null\n\n';

/** Path that load balancers request to find out whether this process accepts requests. */
const readinessPath = '/api/health/ready';

/** Ends a server without losing a request (D12). */
export type Drain = {
  /**
   * Registers a request. Must be called before any other code handles the request. Returns true if the request needs
   * no further work. This happens for a readiness request during the drain, which gets 503. It also happens if the
   * connection has too many requests without a response, because then the connection is closed (S24).
   */
  take(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Ends the server. For `acceptMs` it still accepts connections, so that load balancers have time to notice
   * the 503 of the readiness path. Then it stops listening, ends the live streams, and waits until the
   * requests in flight have their responses.
   */
  finish(): Promise<void>;
};

/**
 * Creates the drain of a server.
 *
 * @param acceptMs how long `finish` still accepts connections, in milliseconds; 0 if no load balancer is in
 * front of the server
 */
export function createDrain(server: Server, acceptMs: number): Drain {
  const open = new Set<ServerResponse>();
  const acceptPipelined = createPipelineLimit();
  let isDraining = false;
  return {
    take(request, response) {
      if (!acceptPipelined(request, response, () => open.delete(response))) return true;
      open.add(response);
      if (!isDraining) return false;
      response.shouldKeepAlive = false;
      if (request.url?.split('?')[0] !== readinessPath) return false;
      response.writeHead(503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify({ status: 'draining' }));
      return true;
    },
    async finish() {
      isDraining = true;
      // From now on, each response has the header `connection: close`. So a load balancer opens its next connection to
      // another process.
      for (const response of open) response.shouldKeepAlive = false;
      await sleep(acceptMs);
      const closed = new Promise((resolve) => server.close(resolve));
      // A response that sent its headers before the drain has no header `connection: close`, so its connection would
      // stay open and idle after the response. Such connections are closed here.
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

/**
 * Returns a function that registers each request of a connection. A client can send further requests before it has the
 * response to the first one (pipelining).
 *
 * - If a connection has too many requests without a response, the function closes the connection and returns false.
 * - It makes each response emit `close` when the connection closes. Node emits `close` only for the response that it is
 *   sending. Without this function, the other responses would never end and would stay in memory.
 * - It calls `onClose` when the response emits `close`. One listener is enough for both, because Next adds many.
 */
function createPipelineLimit() {
  const pending = new WeakMap<Socket, Set<ServerResponse>>();
  return ({ socket }: IncomingMessage, response: ServerResponse, onClose: () => void): boolean => {
    // Node still passes on the requests that it has received before the connection was destroyed.
    if (socket.destroyed) return false;
    const known = pending.get(socket);
    const responses = known ?? new Set<ServerResponse>();
    if (responses.size >= pipelinedMax) {
      socket.destroy();
      return false;
    }
    responses.add(response);
    response.once('close', () => {
      responses.delete(response);
      onClose();
    });
    if (known) return true;
    pending.set(socket, responses);
    socket.once('close', () => {
      for (const waiting of responses) {
        // This response is being sent, so Node itself emits `close` for it. It is skipped here.
        if (waiting.socket) continue;
        waiting.destroy();
        waiting.emit('close');
      }
    });
    return true;
  };
}

function endStream(response: ServerResponse): void {
  if (response.writableEnded) return;
  // Next may write one more event before it detects that the stream has ended. Without this listener, the error of such
  // a write would end the process.
  response.on('error', () => undefined);
  response.end(restartEvent);
}
