import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '@/sandbox/create-sandbox';
import { type Clock, virtualClock } from '@/sandbox/world/clock';

/** Seed of the random data in these tests. To repeat a failure, set TEST_SEED to the printed seed. */
export const seed = process.env.TEST_SEED ?? randomUUID().slice(0, 8);

// Prints the seed in every test file that imports this module.
beforeAll(() => console.info(`seed ${seed}`));

/** A webhook delivery as the app's endpoint received it. */
export type Received = { url: string; headers: Record<string, string>; body: string };

export type Answer<Body = unknown> = { status: number; headers: Headers; body: Body };

export type World = {
  sandbox: Sandbox;
  clock: Clock;
  received: Received[];
  /**
   * Decides how the webhook endpoint responds to a delivery. `answer` returns the HTTP status. If `answer` throws, the
   * endpoint sends no response.
   */
  endpoint: { answer: (delivery: Received) => number | Promise<number> };
  /**
   * The ids of two stores. `syp` is the Arabic store with the currency SYP, and `usd` is the English store with the
   * currency USD.
   */
  syp: string;
  usd: string;
  raw: (method: string, path: string, init?: RequestInit, address?: string) => Promise<Response>;
  control: <Body>(method: string, path: string, body?: unknown) => Promise<Answer<Body>>;
  install: (storeId: string, options?: Record<string, unknown>) => Promise<Api>;
};

export type Api = {
  id: string;
  accessToken: string;
  refreshToken: string;
  call: <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer<Body>>;
};

export const origin = 'http://127.0.0.1:4000';
export const app = {
  url: 'http://localhost:3000',
  clientId: 'client',
  clientSecret: 'a secret: with % and ü',
};
export const redirectUri = 'http://localhost:3000/api/auth/callback/platform';

/**
 * The sandbox of the running test (`world`) and an API client for the install in its SYP store (`api`). `renewWorld`
 * creates both.
 */
export let world: World;
export let api: Api;

/** Starts a new sandbox with one install. Call it before each test: `beforeEach(() => renewWorld())`. */
export async function renewWorld(options: Partial<SandboxOptions> = {}): Promise<void> {
  world = await startWorld(options);
  api = await world.install(world.syp);
}

/** Starts a sandbox in the test process. Its webhook endpoint stores each delivery in `received`. */
export async function startWorld(options: Partial<SandboxOptions> = {}): Promise<World> {
  const clock = options.clock ?? virtualClock(Date.UTC(2026, 8, 15, 9));
  const received: Received[] = [];
  const endpoint: World['endpoint'] = { answer: () => 200 };
  const sandbox = createSandbox({
    seed,
    orders: 60,
    app,
    clock,
    send: async (url, { headers, body }) => {
      const delivery = { url, headers, body };
      received.push(delivery);
      return new Response(null, { status: await endpoint.answer(delivery) });
    },
    ...options,
  });
  const raw: World['raw'] = (method, path, init, address) =>
    sandbox.fetch(new Request(new URL(path, origin), { method, ...init }), address);
  const control: World['control'] = async <Body>(method: string, path: string, body?: unknown) =>
    read<Body>(
      await raw(method, `/_sandbox${path}`, body === undefined ? {} : { body: JSON.stringify(body) }),
    );
  const described = await control<{ stores: { id: string; currency: string }[] }>('GET', '');
  const storeIn = (currency: string) =>
    described.body.stores.find((store) => store.currency === currency)?.id ?? '';
  const started: World = {
    sandbox,
    clock,
    received,
    endpoint,
    syp: storeIn('SYP'),
    usd: storeIn('USD'),
    raw,
    control,
    install: async (storeId, grant = {}) => {
      const { body } = await control<{ install_id: string; access_token: string; refresh_token: string }>(
        'POST',
        '/installs',
        { store_id: storeId, ...grant },
      );
      return apiOf(started, body);
    },
  };
  return started;
}

/** Returns an API client that uses the access token of one install. */
export function apiOf(
  of: World,
  tokens: { install_id: string; access_token: string; refresh_token: string },
): Api {
  return {
    id: tokens.install_id,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    call: async <Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      read<Body>(
        await of.raw(method, `/v1${path}`, {
          headers: { authorization: `Bearer ${tokens.access_token}`, ...headers },
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
      ),
  };
}

/** Sends POST /orders with the given idempotency key. Without one, it uses a new random key. */
export function createOrder<Body = OrderAnswer>(api: Api, body: unknown, key: string = randomUUID()) {
  return api.call<Body>('POST', '/orders', body, { 'idempotency-key': key });
}

export type OrderAnswer = { data: Record<string, unknown> & { id: string } };
export type ErrorAnswer = {
  error: {
    code: string;
    message: string;
    request_id: string;
    details?: { fields?: { path: string }[]; lines?: unknown[]; current_status?: string };
  };
};

/** Returns a valid body of POST /orders for the SYP store: one custom line, pickup, cash on delivery. */
export function orderBody(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    currency: 'SYP',
    items: [{ name: 'صابون', quantity: 2, unit_price_minor: 500 }],
    shipping: { amount_minor: 0, method: 'pickup' },
    customer: { name: 'رنا الحلبي', phone: '+963 944 555 666' },
    payment_method: 'cod',
    ...change,
  };
}

/** Returns the paths of the fields that an error response names. */
export function fieldsOf(answer: Answer<ErrorAnswer>): string[] {
  return answer.body.error.details?.fields?.map((field) => field.path) ?? [];
}

/** Creates a PKCE verifier and its challenge (RFC 7636). */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

async function read<Body>(response: Response): Promise<Answer<Body>> {
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
  };
}
