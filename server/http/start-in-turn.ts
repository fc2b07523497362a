import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFairShares } from '@/lib/system/fair-shares';
import { clientAddress } from '@/lib/system/http/client-address';
import { createTokenBuckets, type TokenBuckets } from '@/lib/system/http/token-buckets';

/**
 * Maximum time in milliseconds for which a request delays the next request of the same client (its turn). Rendering a
 * page takes a few dozen milliseconds of CPU. A longer request mostly waits for the platform, a slow client or a live
 * stream. Such a wait must not delay the next request.
 */
const turnMs = 50;
/**
 * Length of a turn in milliseconds if many requests of a client wait while other clients send requests. A turn is the
 * time for which a request delays the next request of its client. Most costly requests end in this time. So only one
 * costly request of such a client runs at a time, and other clients get their share of the CPU.
 */
const crowdedTurnMs = 500;
/**
 * Number of waiting requests of one client in one store from which two limits apply. Each of its turns (the time for
 * which a request delays the next one) lasts up to `crowdedTurnMs`. Each of its requests first waits until no request
 * of another client or store is in progress, for at most 500 ms.
 */
const crowd = 3;
/**
 * Maximum time in milliseconds for which a request waits for its turn, which begins after the previous requests of the
 * same client. After this time, the response is 503. The maximum wait for a database connection is the same.
 */
const waitMs = 5_000;
/**
 * Maximum number of requests of one client that wait for a turn in one store, and for a turn in all stores. The
 * response to each further request is 503 at once. A process renders about 40 pages a second, so more requests could
 * not start in 5 s anyway.
 */
const waitersMax = 200;

/** Limits each client in one store to one request at a time. */
const storeTurns = createFairShares({ share: 1, waitMs, waitersMax });
/**
 * Limits each client address to 16 requests at a time in all stores together. A limit for each store is not enough,
 * because a client can send invented store ids, but not invented addresses.
 */
const clientTurns = createFairShares({ share: 16, waitMs, waitersMax });

/**
 * Limits the rate at which the requests of one client in one store start: 100 at once, then 20 a second. This is enough
 * for an office with one address, in which several screens follow the same orders. The limit applies only while other
 * clients send requests, because a client that is alone delays nobody.
 */
const storeRates = createTokenBuckets({ capacity: 100, refillPerSecond: 20, keysMax: 10_000 });
/**
 * Limits the rate at which the requests of one client address start in all stores together: 300 at once, then 60 a
 * second. A limit for each store is not enough, because a client can send invented store ids. The rate is high, because
 * many merchants may share an address. The limit applies only while other clients send requests.
 */
const clientRates = createTokenBuckets({ capacity: 300, refillPerSecond: 60, keysMax: 10_000 });
/** Time in milliseconds for which a client counts as active after its last request. */
const activeMs = 1_000;
/**
 * The two client addresses that sent requests most recently. `latest` sent the last request of all. `other` is the
 * client with another address that sent the request before. `atMs` is the time of the client's last request.
 */
let [latest, other] = [
  { client: '', atMs: -Infinity },
  { client: '', atMs: -Infinity },
];

/** Records the time of a client's request. The recorded times show whether other clients are active. */
function noteRequest(client: string): void {
  if (client !== latest.client) other = latest;
  latest = { client, atMs: performance.now() };
}

/** Returns true if a client with another address has sent a request in the last second. */
function areOthersActive(client: string): boolean {
  const { atMs } = latest.client === client ? other : latest;
  return performance.now() - atMs < activeMs;
}

/** Number of requests in progress, by client and store. */
const inWork = new Map<string, number>();
/** Functions to call when any request in progress ends. Callers of giveWay wait for them. */
const onEnd = new Set<() => void>();

/**
 * Counts the request as in progress until it ends, for at most 500 ms. A request that lasts longer mostly waits for the
 * platform, or it is a live stream, so it needs no CPU.
 */
function noteWork(key: string, ended: Promise<void>): void {
  inWork.set(key, (inWork.get(key) ?? 0) + 1);
  void Promise.race([ended, pause(crowdedTurnMs)]).then(() => {
    const left = (inWork.get(key) ?? 1) - 1;
    if (left > 0) inWork.set(key, left);
    else inWork.delete(key);
    for (const call of onEnd) call();
  });
}

/** Waits until no request of another client or store is in progress, for at most 500 ms. */
async function giveWay(key: string): Promise<void> {
  let isTimeUp = false;
  const timeUp = pause(crowdedTurnMs).then(() => void (isTimeUp = true));
  const areOthersInWork = () => inWork.size > (inWork.has(key) ? 1 : 0);
  while (areOthersInWork() && !isTimeUp) {
    let wake = () => {};
    const ended = new Promise<void>((resolve) => (wake = resolve));
    onEnd.add(wake);
    await Promise.race([ended, timeUp]);
    onEnd.delete(wake);
  }
}

/** Waits for `ms` milliseconds. The timer does not keep the process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}

/** Waits until the rate limit of the key allows another request. Does not wait if no other client is active. */
async function waitForRate(client: string, rates: TokenBuckets, key: string): Promise<void> {
  if (!areOthersActive(client)) return;
  const untilFreeMs = rates.reserve(key);
  if (untilFreeMs > 0) await new Promise((resolve) => setTimeout(resolve, untilFreeMs));
}

/**
 * Handles each request of a client after the turn of the client's previous request has ended (S24). All requests of a
 * process share one CPU core. Without turns, a hundred requests of one client would run at the same time. The page of
 * another merchant would then wait for all of them.
 *
 * - A turn ends with the response, or after 50 ms (`turnMs`).
 * - If many requests of the client wait while other clients send requests, the turn ends only after 500 ms
 *   (`crowdedTurnMs`). A request inside a store then first waits until no request of another client or store is in
 *   progress, for at most 500 ms.
 * - The rate of requests is limited, because the cheap requests of one client could otherwise fill half of the core.
 *
 * The store is taken from the path, without a check that the client may open the store. Turns are counted per store and
 * client address, so a client can use up only the turns of its own address.
 */
export async function startInTurn(
  request: Pick<IncomingMessage, 'url' | 'headers'> & { socket: { remoteAddress?: string | undefined } },
  response: ServerResponse,
  trustedProxies: number,
  handle: () => Promise<void>,
): Promise<void> {
  const { url = '/', headers, socket } = request;
  // Requests for static files do not wait for other requests of the client. They cost little CPU, and a page needs many
  // of them at once.
  if (url.startsWith('/_next/static/')) return handle();
  const client = clientAddress({
    socketAddress: socket.remoteAddress ?? null,
    forwardedFor: headers['x-forwarded-for']?.toString() ?? null,
    trustedProxies,
  });
  const store = /^\/(?:api\/)?i\/([^/?]+)/.exec(url)?.[1] ?? '';
  const key = `${client} ${store}`;
  const isCrowded = () => storeTurns.waiting(key) >= crowd && areOthersActive(client);
  const turn = async () => {
    // Lets the event loop read what other clients have sent. A request that needs no I/O (such as a refused request)
    // ends within the callback of the request before it. Without this pause, a hundred such requests in a row would
    // block the process for seconds.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    // The deliveries of the platform have no store in their path. They do not wait for the requests of other clients,
    // because many deliveries may arrive at once, and each takes little time.
    if (store && isCrowded()) await giveWay(key);
    // The client may have closed the connection while its request waited for its turn.
    if (response.destroyed) return;
    const startedMs = performance.now();
    let isOver = false;
    const ended = new Promise<void>((resolve) => response.once('close', resolve));
    void ended.then(() => void (isOver = true));
    noteWork(key, ended);
    void handle();
    // A turn is the time for which a request delays the next requests of its client. It lasts longer while many
    // requests of the client wait and other clients are active. Both can change during the turn, so the loop checks
    // them every 50 ms.
    do await Promise.race([ended, pause(turnMs)]);
    while (!isOver && isCrowded() && performance.now() - startedMs < crowdedTurnMs);
  };
  try {
    noteRequest(client);
    // A request that waits for the rate limit still has its turn (it delays the next request of its client). So the
    // later requests of the client wait as well, and get 503 after 5 s. At most 16 requests of a client wait for its
    // rate limit of all stores at the same time.
    await storeTurns.run(key, async () => {
      await waitForRate(client, storeRates, key);
      await clientTurns.run(client, async () => {
        await waitForRate(client, clientRates, client);
        await turn();
      });
    });
  } catch {
    response.writeHead(503, { 'retry-after': '5' }).end();
  }
}
