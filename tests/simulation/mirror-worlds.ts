import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { entityOfEvent, oauthPaths } from 'commerce-platform-client/assumptions';
import { TokenResponse } from 'commerce-platform-client/contract/oauth';
import { deliveryHeaders, EventEnvelope } from 'commerce-platform-client/contract/webhooks';
import { signDelivery } from 'commerce-platform-client/signature';
import type { InstallId } from 'commerce-platform-client/contract/ids';
import { createSandbox, type Sandbox } from '@/sandbox/create-sandbox';
import { ConnectionLost } from '@/sandbox/http/faults';
import { type Clock, virtualClock } from '@/sandbox/world/clock';
import { Random } from '@/sandbox/world/random';
import type { AppWorld } from '@/tests/support/integration/app-world';
import { receive } from '@/tests/support/webhooks/receive';
import { noteAnswer, noteDeliveryId, noteFault } from './mirror-chaos';

/**
 * Delays a request to the platform until `release` is called. With `before`, the request is delayed on its way to the
 * platform. With `after`, the response is delayed on its way back.
 */
export type Hold = {
  when: 'before' | 'after';
  matches: (url: URL, text: string) => boolean;
  arrived: Promise<void>;
  release: () => void;
};

type Parts = { headers: Record<string, string>; body: string };

/**
 * A world of the simulation: one platform with one store and one install of the app, and the network between platform
 * and app.
 */
export type SimWorld = {
  index: number;
  /** Random generator that chooses the steps of the world. */
  random: Random;
  /**
   * Random generator for network faults. It is separate from `random`, because requests arrive in a different
   * order each time. With one shared generator, the steps of the world could not be repeated.
   */
  noise: Random;
  sandbox: Sandbox;
  clock: Clock;
  /** By how many milliseconds the platform's clock is ahead of the app's clock. */
  skewMs: number;
  storeId: string;
  installId: InstallId;
  /** Ids of all installs that the platform ever had in this world, newest last. */
  installIds: InstallId[];
  receiver: 'up' | 'refuses' | 'silent';
  apiFaults: number;
  deliveryFaults: number;
  /**
   * The remaining steps until the network works again (`stormEnds`), and until the app's webhook receiver works again
   * (`outageEnds`).
   */
  stormEnds: number;
  outageEnds: number;
  hold: (Hold & { reach: () => void; gone: Promise<void> }) | null;
  /**
   * Delayed requests that are released at the start of the world's next step. The clock may have moved in the meantime.
   */
  carriedOver: Hold[];
  /**
   * Copies of webhook deliveries that reach the app late, after the platform has counted the attempt as
   * failed.
   */
  late: Parts[];
  /**
   * Ids of the events to which the app responded with 2xx, by install. The ids come from the bodies of the deliveries.
   */
  accepted: Map<string, Set<string>>;
  /**
   * Times on the platform's clock, by id of the order or product. `notifiedAt` is the time of the last accepted event
   * about the order or product. `deletedAt` is the time at which a product was deleted.
   */
  notifiedAt: Map<string, number>;
  deletedAt: Map<string, number>;
  /** How many responses the platform has sent, by URL path. */
  reads: Map<string, number>;
  control: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
};

export const platformOrigin = 'http://127.0.0.1:4999';
const app = {
  url: 'http://localhost:3999',
  clientId: 'daftar-test',
  clientSecret: 'a-client-secret-for-tests-of-32-bytes',
};

/**
 * A placeholder, because startAppWorld requires a platform. No request uses it: each world has its own
 * platform.
 */
export const noPlatform: AppWorld['sandbox'] = {
  origin: platformOrigin,
  clientId: app.clientId,
  clientSecret: app.clientSecret,
  control: async <Answer>() => ({ stores: [] }) as Answer,
  stop: async () => undefined,
};

const worldOfToken = new Map<string, SimWorld>();

/** Creates a platform with one store from the seed of the world, and installs the app in it. */
export async function createWorld(appWorld: AppWorld, seed: string, index: number): Promise<SimWorld> {
  const random = new Random(`${seed}/${index}`);
  const skewMs = random.int(-120_000, 120_000);
  const clock = virtualClock(Date.now() + skewMs);
  const sandbox = createSandbox({
    seed: `${seed}/${index}`,
    orders: random.int(3, 8),
    clock,
    origin: platformOrigin,
    app,
    wallMs: Date.now,
    send: (_url, init) => deliver(world, init),
    sleep: () => Promise.resolve(),
  });
  const control = async <Answer>(method: string, path: string, body?: unknown) => {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await sandbox.fetch(new Request(`${platformOrigin}/_sandbox${path}`, init));
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /_sandbox${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  };
  const { stores } = await control<{ stores: { id: string }[] }>('GET', '');
  const world: SimWorld = {
    index,
    random,
    noise: new Random(`${seed}/${index}/network`),
    sandbox,
    clock,
    skewMs,
    storeId: stores[0]?.id ?? '',
    installId: '' as InstallId,
    installIds: [],
    receiver: 'up',
    apiFaults: 0,
    deliveryFaults: 0,
    stormEnds: 0,
    outageEnds: 0,
    hold: null,
    carriedOver: [],
    late: [],
    accepted: new Map(),
    notifiedAt: new Map(),
    deletedAt: new Map(),
    reads: new Map(),
    control,
  };
  await control('PUT', '/variation', {
    sort: random.pick(['newest_first', 'oldest_first']),
    payloads: random.pick(['flat', 'nested', 'no_ids']),
    extra_fields: random.chance(0.3),
  });
  await installApp(appWorld, world, false);
  return world;
}

/** Installs the app for the merchant, for the first time or again. */
export async function installApp(appWorld: AppWorld, world: SimWorld, reuseId: boolean): Promise<void> {
  const answer = await world.control('POST', '/installs', {
    store_id: world.storeId,
    dpa_accepted: true,
    reuse_install_id: reuseId,
  });
  const tokens = TokenResponse.parse(answer);
  for (const token of [tokens.access_token, tokens.refresh_token]) worldOfToken.set(token, world);
  Object.assign(world, { apiFaults: 0, stormEnds: 0 });
  // The app deleted the dirty marks (notes that a record must be read) of the earlier installation. So the worker no
  // longer reads the records of earlier events, and these events no longer count as received.
  world.notifiedAt.clear();
  world.installId = await appWorld.takeIn(tokens);
  world.notifiedAt.clear();
  if (!world.installIds.includes(world.installId)) world.installIds.push(world.installId);
}

/** Moves the platform's clock forward to the app's clock plus the constant difference `skewMs`. */
export function followTime(world: SimWorld): void {
  world.clock.advance(Math.max(0, Date.now() + world.skewMs - world.clock.now()));
}

/**
 * Delays the next request for which `matches` returns true, or the response to this request. `when` decides which of
 * the two is delayed.
 */
export function holdNext(world: SimWorld, when: Hold['when'], matches: Hold['matches']): Hold {
  const [arrived, reach] = signal();
  const [gone, release] = signal();
  world.hold = { when, matches, arrived, release, reach, gone };
  return world.hold;
}

function signal(): [Promise<void>, () => void] {
  let raise: () => void = () => undefined;
  const raised = new Promise<void>((resolve) => {
    raise = resolve;
  });
  return [raised, raise];
}

/**
 * Sends each request of the test process to the world (simulated store) that issued its token. Returns a function that
 * restores the network.
 */
export function stubNetwork(): () => void {
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return route(url, init ?? {});
  };
  return () => {
    globalThis.fetch = realFetch;
    worldOfToken.clear();
  };
}

const pageSizes: Record<string, string> = { '/v1/inventory/movements': '20', '/v1/discounts': '2' };

async function route(url: URL, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  const isRefresh = url.pathname === oauthPaths.token;
  const secret = isRefresh
    ? new URLSearchParams(String(init.body)).get('refresh_token')
    : headers.get('authorization')?.slice('Bearer '.length);
  const world = worldOfToken.get(secret ?? '');
  if (!world) throw new Error(`a token of no install: ${url.pathname}`);
  // Makes the pages of lists small, so that little data fills many pages.
  if (url.searchParams.get('limit') === '100' && !url.searchParams.has('ids'))
    url.searchParams.set('limit', pageSizes[url.pathname] ?? '5');
  const forward = async () => {
    const body = init.body === null || init.body === undefined ? {} : { body: String(init.body) };
    const request = new Request(url, { method: init.method ?? 'GET', headers, ...body });
    return world.sandbox.fetch(request, '127.0.0.1');
  };
  if (!isRefresh) return throughNetwork(world, url, init, forward);
  const answer = await forward();
  const tokens = TokenResponse.safeParse(await answer.clone().json());
  if (tokens.success)
    for (const token of [tokens.data.access_token, tokens.data.refresh_token]) worldOfToken.set(token, world);
  return answer;
}

const apiFaults = [
  'api_request_lost',
  'api_answer_lost',
  'api_503',
  'api_429',
  'api_slow',
  'api_bad_cursor',
] as const;

async function throughNetwork(
  world: SimWorld,
  url: URL,
  init: RequestInit,
  forward: () => Promise<Response>,
): Promise<Response> {
  const { signal: aborted } = init;
  const isRead = (init.method ?? 'GET') === 'GET';
  const { hold } = world;
  if (hold && isRead) {
    if (hold.when === 'before' && hold.matches(url, '')) return untilReleased(world, hold, aborted, forward);
    if (hold.when === 'after') {
      const answer = await forward();
      const text = await answer.clone().text();
      // The hold (the delay that the test has set) applies to one request only. The hold may have ended while the
      // current request waited for its response, or it may have delayed another request. In both cases the current
      // request is not delayed.
      if (world.hold !== hold || !hold.matches(url, text)) return noted(world, url, answer);
      return untilReleased(world, hold, aborted, async () => answer);
    }
  }
  if (!world.noise.chance(world.apiFaults * (isRead ? 1 : 0.5))) return noted(world, url, await forward());
  const isNextPage = url.searchParams.has('cursor');
  // Only a read that continues from a cursor can get the error for an invalid cursor. Few reads continue from a cursor,
  // so these reads get this error with a higher probability.
  const fault = isNextPage && world.noise.chance(0.2) ? 'api_bad_cursor' : world.noise.pick(apiFaults);
  if (fault === 'api_bad_cursor' && !isNextPage) return noted(world, url, await forward());
  noteFault(fault);
  switch (fault) {
    case 'api_request_lost':
      throw new ConnectionLost(fault);
    case 'api_answer_lost':
      await forward();
      throw new ConnectionLost(fault);
    case 'api_503':
      return failed(503, 'internal_error');
    case 'api_429':
      return failed(429, 'rate_limited');
    case 'api_bad_cursor':
      return failed(400, 'invalid_request');
    case 'api_slow': {
      const answer = await forward();
      await sleep(world.noise.int(5, 60));
      return noted(world, url, answer);
    }
  }
}

async function untilReleased(
  world: SimWorld,
  hold: NonNullable<SimWorld['hold']>,
  aborted: AbortSignal | null | undefined,
  forward: () => Promise<Response>,
): Promise<Response> {
  world.hold = null;
  noteFault(`held_${hold.when}`);
  hold.reach();
  const given = new Promise<never>((_, reject) => {
    aborted?.addEventListener('abort', () => reject(new ConnectionLost('held for too long')), { once: true });
  });
  await Promise.race([hold.gone, given]);
  return forward();
}

function noted(world: SimWorld, url: URL, answer: Response): Response {
  world.reads.set(url.pathname, (world.reads.get(url.pathname) ?? 0) + 1);
  return answer;
}

function failed(status: number, code: string): Response {
  const body = { error: { code, message: 'a fault set on purpose', request_id: 'req_fault' } };
  return Response.json(body, { status, headers: { ...(status === 429 && { 'retry-after': '2' }) } });
}

const deliveryFaults = [
  'delivery_lost',
  'delivery_ack_lost',
  'delivery_repeated',
  'delivery_under_another_id',
  'delivery_late_copy',
  'delivery_lies',
] as const;

/** Sends a webhook delivery to the app through the faulty network. */
async function deliver(world: SimWorld, { headers, body }: Parts): Promise<Response> {
  if (world.receiver !== 'up') {
    noteFault(world.receiver === 'silent' ? 'receiver_silent' : 'receiver_refuses');
    if (world.receiver === 'silent') throw new ConnectionLost('no peer is listening');
    return new Response(null, { status: 503 });
  }
  const parts = { headers, body };
  if (!world.noise.chance(world.deliveryFaults)) return arrive(world, parts);
  const fault = world.noise.pick(deliveryFaults);
  noteFault(fault);
  switch (fault) {
    case 'delivery_lost':
      throw new ConnectionLost(fault);
    case 'delivery_ack_lost':
      await arrive(world, parts);
      throw new ConnectionLost(fault);
    case 'delivery_repeated':
      return (await Promise.all([arrive(world, parts), arrive(world, parts)]))[1];
    case 'delivery_under_another_id': {
      await arrive(world, parts);
      const another = { ...headers, [deliveryHeaders.deliveryId]: `dlv_${world.noise.int(1, 1e9)}` };
      return arrive(world, { headers: another, body });
    }
    case 'delivery_late_copy':
      world.late.push(parts);
      throw new ConnectionLost(fault);
    case 'delivery_lies':
      return arrive(world, await lie(world, parts));
  }
}

/**
 * Sends the delayed webhook deliveries to the app. The platform has already counted these delivery attempts as failed.
 */
export async function deliverLate(world: SimWorld): Promise<void> {
  for (const parts of world.late.splice(0)) await arrive(world, parts);
}

async function arrive(world: SimWorld, { headers, body }: Parts): Promise<Response> {
  const event = EventEnvelope.parse(JSON.parse(body));
  noteDeliveryId(event.id, headers[deliveryHeaders.deliveryId] ?? '');
  const { status, code } = await receive(
    { method: 'POST', headers, body: Buffer.from(body) },
    { address: `192.0.2.${world.index % 250}` },
  );
  if (status === 200) {
    const ids = world.accepted.get(event.install_id) ?? new Set();
    world.accepted.set(event.install_id, ids);
    // If this event was delivered before, `notifiedAt` must not change, because a repeated delivery causes no further
    // read.
    if (ids.has(event.id)) return new Response(null, { status });
    ids.add(event.id);
    const entity = entityOfEvent(event.topic, event.data);
    if (entity && !event.test && code === 'stored' && event.install_id === world.installId)
      world.notifiedAt.set(entity.id, world.clock.now());
  } else noteAnswer(status);
  return new Response(null, { status });
}

const Secret = z.object({ webhook: z.object({ secret: z.string() }) });

/**
 * Returns the webhook event with false values in its payload and a valid signature. The app must use only the ids of a
 * payload, because all other values may be out of date.
 */
async function lie(world: SimWorld, { headers, body }: Parts): Promise<Parts> {
  const event = EventEnvelope.parse(JSON.parse(body));
  const { webhook } = Secret.parse(await world.control('GET', `/installs/${event.install_id}`));
  const untrue =
    event.topic === 'inventory.movement_created'
      ? { delta: 77, stock_after: 777 }
      : 'status' in event.data && { status: 'cancelled' };
  const altered = { ...event, data: { ...event.data, ...untrue } };
  const text = JSON.stringify(altered);
  const timestamp = headers[deliveryHeaders.timestamp] ?? '';
  const signature = signDelivery(webhook.secret, timestamp, Buffer.from(text));
  return { headers: { ...headers, [deliveryHeaders.signature]: signature }, body: text };
}
