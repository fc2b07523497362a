import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFairShares } from '@/lib/system/fair-shares';
import { clientAddress } from '@/lib/system/http/client-address';

/**
 * Length of a turn, in milliseconds: for at most this time, a request keeps the next request of the same
 * client waiting. Rendering a page takes a few dozen milliseconds of CPU. A request that takes longer mostly
 * waits for the platform, a slow client or a live stream. So it must not delay the next request.
 */
const turnMs = 50;
/**
 * Maximum time that a request waits for its turn, in milliseconds. After that it gets 503. The wait for a
 * database connection has the same limit.
 */
const waitMs = 5_000;

/** Limits each client in one store to one request at a time. */
const storeTurns = createFairShares({ share: 1, waitMs });
/**
 * Limits each client address to 16 requests at a time in all stores together. A client can send invented
 * store ids, but it cannot invent addresses.
 */
const clientTurns = createFairShares({ share: 16, waitMs });

/**
 * Starts the handling of a request when its client has a free turn (S24). All requests of a process share one
 * CPU core. Without turns, a hundred requests of one client would run at the same time, and the page of
 * another merchant would wait for all of them. A turn ends with the response, or after 50 ms (`turnMs`).
 *
 * The store is read from the path, and the caller's access to this store is not checked here. The check is
 * not needed, because turns are counted per store and client address. So a client can use up only the turns
 * of its own address.
 */
export async function startInTurn(
  request: Pick<IncomingMessage, 'url' | 'headers'> & { socket: { remoteAddress?: string | undefined } },
  response: ServerResponse,
  trustedProxies: number,
  handle: () => Promise<void>,
): Promise<void> {
  const { url = '/', headers, socket } = request;
  // Static files need no turn, because they cost little CPU and a page needs many of them at once.
  if (url.startsWith('/_next/static/')) return handle();
  const client = clientAddress({
    socketAddress: socket.remoteAddress ?? null,
    forwardedFor: headers['x-forwarded-for']?.toString() ?? null,
    trustedProxies,
  });
  const store = /^\/(?:api\/)?i\/([^/?]+)/.exec(url)?.[1] ?? '';
  const turn = async () => {
    // The client may have closed the connection while its request waited for its turn.
    if (response.destroyed) return;
    const timeUp = new Promise((resolve) => setTimeout(resolve, turnMs).unref());
    const finished = new Promise((resolve) => response.once('close', resolve));
    void handle();
    await Promise.race([finished, timeUp]);
  };
  try {
    await storeTurns.run(`${client} ${store}`, () => clientTurns.run(client, turn));
  } catch {
    response.writeHead(503, { 'retry-after': '5' }).end();
  }
}
