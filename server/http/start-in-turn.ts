import type { IncomingMessage, ServerResponse } from 'node:http';
import { createFairShares } from '@/lib/system/fair-shares';
import { clientAddress } from '@/lib/system/http/client-address';
import { createTokenBuckets, type TokenBuckets } from '@/lib/system/http/token-buckets';

/**
 * Maximum time in milliseconds for which a request keeps the next request of the same client waiting (its turn).
 * Rendering a page takes a few dozen milliseconds of CPU. A request that takes longer mostly waits for the platform, a
 * slow client or a live stream. Such a wait must not delay the next request.
 */
const turnMs = 50;
/**
 * Length of a turn in milliseconds if many requests of the client wait and other clients send requests too. (A turn is
 * the time for which a request keeps the next one of its client waiting.) Most costly requests end in this time. So
 * only one costly request of this client runs at a time, and other clients get their share of the CPU.
 */
const crowdedTurnMs = 500;
/**
 * If at least this number of requests of a client waits in one store, each of its turns lasts up to `crowdedTurnMs`.
 * Each of its requests then first waits until no request of another client is in work, for at most 500 ms.
 */
const crowd = 3;
/**
 * Maximum time that a request waits for its turn, in milliseconds. After this time, the response is 503. The wait for a
 * database connection has the same limit.
 */
const waitMs = 5_000;

/** Limits each client in one store to one request at a time. */
const storeTurns = createFairShares({ share: 1, waitMs });
/**
 * Limits each client address to 16 requests at a time in all stores together. A limit for each store is not enough,
 * because a client can send invented store ids. It cannot invent addresses.
 */
const clientTurns = createFairShares({ share: 16, waitMs });

/**
 * Limits the rate at which the requests of one client in one store start: a burst of 100, then 20 a second. That is
 * enough for an office with one address, in which several screens follow the same orders. The limit applies only while
 * other clients send requests too, because a client that is alone delays nobody.
 */
const storeRates = createTokenBuckets({ capacity: 100, refillPerSecond: 20, keysMax: 10_000 });
/**
 * Limits the rate at which the requests of one client address start in all stores together: a burst of 300, then 60 a
 * second. A limit for each store is not enough, because a client can send invented store ids. The rate is high, because
 * many merchants may share an address. The limit applies only while other clients send requests too.
 */
const clientRates = createTokenBuckets({ capacity: 300, refillPerSecond: 60, keysMax: 10_000 });
/** Time in milliseconds for which a client counts as active after its last request. */
const activeMs = 1_000;
/**
 * The two clients with different addresses that sent requests most recently. `latest` sent the last request of all, and
 * `other` is the client before it. `atMs` is the time of the last request of each client.
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

/** Returns whether a client with another address has sent a request in the last second. */
function areOthersActive(client: string): boolean {
  const { atMs } = latest.client === client ? other : latest;
  return performance.now() - atMs < activeMs;
}

/** Number of requests in work, by client and store. */
const inWork = new Map<string, number>();
/** Functions that wait for the end of any request in work. */
const onEnd = new Set<() => void>();

/**
 * Counts the request as in work until it ends, for at most 500 ms. A longer request mostly waits for the platform, or
 * it is a live stream, and needs no CPU.
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

/** Waits until no request of another client or store is in work, for at most 500 ms. */
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

/** Waits until the rate limit of the key allows a further request. If no other client is active, it does not wait. */
async function waitForRate(client: string, rates: TokenBuckets, key: string): Promise<void> {
  if (!areOthersActive(client)) return;
  const untilFreeMs = rates.reserve(key);
  if (untilFreeMs > 0) await new Promise((resolve) => setTimeout(resolve, untilFreeMs));
}

/**
 * Handles each request of a client after the turn of the client's previous request has ended (S24). All requests of a
 * process share one CPU core. Without turns, a hundred requests of one client would run at the same time. The page of
 * another merchant would then wait for all of them. A turn ends with the response, or after 50 ms (`turnMs`). If many
 * requests of the client wait, two things change. The turn ends only after 500 ms (`crowdedTurnMs`). A request inside a
 * store first waits until no request of another client is in work, for at most 500 ms. The rate of requests is limited
 * too. Without the rate limit, the cheap requests of one client could fill half of the core.
 *
 * The store is read from the path, and the access of the client to the store is not checked here. Turns are counted per
 * store and client address. So a client can use up only the turns of its own address.
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
    // Lets the event loop read what other clients have sent. A request that needs no I/O (such as one that is refused)
    // ends within the callback of the request before it. Without this pause, a hundred such requests in a row would
    // stop the process for seconds.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    // The deliveries of the platform have no store in their path. They do not wait for the requests of other clients,
    // because many deliveries arrive at times, and each takes little time.
    if (store && isCrowded()) await giveWay(key);
    // The client may have closed the connection while its request waited for its turn.
    if (response.destroyed) return;
    const startedMs = performance.now();
    let isOver = false;
    const ended = new Promise<void>((resolve) => response.once('close', resolve));
    void ended.then(() => void (isOver = true));
    noteWork(key, ended);
    void handle();
    // A turn may last longer if many requests of the client wait, and more requests may arrive during the turn. So
    // every 50 ms it is checked whether the turn has ended.
    do await Promise.race([ended, pause(turnMs)]);
    while (!isOver && isCrowded() && performance.now() - startedMs < crowdedTurnMs);
  };
  try {
    noteRequest(client);
    // A request that waits for the rate limit keeps its turn. So the later requests of the client wait too, and get 503
    // after 5 s. At most 16 requests of a client wait for its rate limit of all stores at the same time.
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
