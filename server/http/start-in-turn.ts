import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFairShares } from '@/lib/system/fair-shares';
import { clientAddress } from '@/lib/system/http/client-address';

/**
 * Maximum length of a turn, in milliseconds. Rendering a page takes a few dozen milliseconds of CPU. A request that
 * lasts longer mostly waits (for the platform, a slow client or a live stream). Such a request must not hold up the
 * next one.
 */
const turnMs = 50;
/**
 * A request that waits longer than this for its turn gets 503. The wait for a database connection has the same limit.
 */
const waitMs = 5_000;

/** Limits each client to one turn at a time in one store. */
const storeTurns = createFairShares({ share: 1, waitMs });
/**
 * Limits each client address to 16 turns at a time in all stores together, because a client can invent store ids, but
 * not addresses.
 */
const clientTurns = createFairShares({ share: 16, waitMs });

/**
 * Starts the handling of a request when its client has a free turn (S24). All requests of a process share one CPU core.
 * Without turns, a hundred requests of one client would run at the same time. A page of another merchant would then
 * take as long as all these requests together. A turn ends with the response, or after 50 ms (`turnMs`).
 *
 * The path names the store, and the caller's access to this store is not checked here. The check is not needed, because
 * turns are counted per store and client address: nobody can use up the turns of another client.
 */
export async function startInTurn(
  request: Pick<IncomingMessage, 'url' | 'headers'> & { socket: { remoteAddress?: string | undefined } },
  response: ServerResponse,
  trustedProxies: number,
  handle: () => Promise<void>,
): Promise<void> {
  const { url = '/', headers, socket } = request;
  // Static files cost little, and a page needs many of them at once.
  if (url.startsWith('/_next/static/')) return handle();
  const client = clientAddress({
    socketAddress: socket.remoteAddress ?? null,
    forwardedFor: headers['x-forwarded-for']?.toString() ?? null,
    trustedProxies,
  });
  const store = /^\/(?:api\/)?i\/([^/?]+)/.exec(url)?.[1] ?? '';
  const turn = async () => {
    // The client may have closed the connection while its request waited for a turn.
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
