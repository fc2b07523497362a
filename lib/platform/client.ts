import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { ErrorEnvelope } from '@/lib/platform/contract/errors';
import { type OperationName, operations } from '@/lib/platform/contract/operations';
import type { OrderListQuery } from '@/lib/platform/contract/orders';
import type { ProductListQuery } from '@/lib/platform/contract/products';
import type { PutWebhookBody } from '@/lib/platform/contract/webhooks';
import { PlatformError, ReconnectRequired } from '@/lib/platform/platform-error';
import type { Brand } from '@/lib/shared/brand';
import type { OrderId } from '@/lib/shared/ids';

/** Bearer token of one install. */
export type AccessToken = Brand<string, 'AccessToken'>;

/** Where the client gets tokens of its install; lib/installs implements it on PostgreSQL. */
export type TokenSource = {
  /** A token to use now; refreshed when it is due. Throws ReconnectRequired. */
  current(): Promise<{ token: AccessToken; version: number }>;
  /** The platform answered 401 to this version; `again` when its successor was refused too. */
  refused(version: number, again: boolean): Promise<void>;
};

/** The request budget of the install, shared by all processes; lib/installs implements it on PostgreSQL. */
export type Budget = {
  /** Resolves when a request may be sent. Throws when the signal aborts first. */
  take(kind: 'read' | 'write', signal: AbortSignal): Promise<void>;
  /** The platform said Retry-After: nobody sends before. */
  block(retryAfterSeconds: number): Promise<void>;
};

/** A success: the parsed body, and the platform's request id for the record. */
export type Answer<Body> = { body: Body; requestId: string | null; replayed: boolean };

type BodyOf<Name extends OperationName> = z.output<(typeof operations)[Name]['answer']>;
type Call = {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: string;
  idempotencyKey?: string;
  deadlineMs?: number;
  signal?: AbortSignal | undefined;
};

/** How long one read may take, retries and waits for the budget included. */
const readDeadlineMs = 20_000;
/** How long a write waits for its answer; then its outcome is unknown. */
const writeDeadlineMs = 15_000;

/** The API for one install. Reads are retried inside their deadline; a write is sent once, by its operation. */
export type PlatformClient = ReturnType<typeof createPlatformClient>;

/** Makes the client of one install. `baseUrl` includes /v1 (platform: preamble). */
export function createPlatformClient(port: { baseUrl: string; tokens: TokenSource; budget: Budget }) {
  const read = <Name extends OperationName>(name: Name, call: Call = {}) => callWithRetries(port, name, call);
  const write = <Name extends OperationName>(name: Name, call: Call) =>
    callOnce(port, name, call, AbortSignal.timeout(call.deadlineMs ?? writeDeadlineMs));
  return {
    /** platform: GET /installation. */
    getInstallation: (call?: Call) => read('getInstallation', call),
    /** platform: GET /store. */
    getStore: (call?: Call) => read('getStore', call),
    /** platform: GET /orders, one page. */
    listOrders: (query: OrderListQuery, call?: Call) => read('listOrders', { ...call, query }),
    /** platform: GET /orders/{id}. */
    getOrder: (id: OrderId, call?: Call) => read('getOrder', { ...call, path: { id } }),
    /** platform: GET /products, one page; with q ranked and without a cursor. */
    listProducts: (query: Omit<ProductListQuery, 'ids'> & { ids?: string }, call?: Call) =>
      read('listProducts', { ...call, query }),
    /** platform: POST /orders. `body` is the exact text that was recorded. */
    createOrder: (idempotencyKey: string, body: string, call?: Call) =>
      write('createOrder', { ...call, idempotencyKey, body }),
    /** platform: GET /webhooks. */
    getWebhook: (call?: Call) => read('getWebhook', call),
    /** platform: PUT /webhooks; idempotent by nature, no key. */
    putWebhook: (body: PutWebhookBody, call?: Call) =>
      write('putWebhook', { ...call, body: JSON.stringify(body) }),
  };
}

type Port = Parameters<typeof createPlatformClient>[0];

async function callWithRetries<Name extends OperationName>(port: Port, name: Name, call: Call) {
  const deadline = AbortSignal.timeout(call.deadlineMs ?? readDeadlineMs);
  const signal = call.signal ? AbortSignal.any([call.signal, deadline]) : deadline;
  let cause: PlatformError | undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      return await callOnce(port, name, call, signal);
    } catch (error) {
      if (!(error instanceof PlatformError) || !isPassing(error)) throw error;
      // What made it wait tells more than that the wait was too long.
      if (signal.aborted) throw cause ?? error;
      cause = error;
      // 429 waits in the budget (block), for exactly what Retry-After says; the rest backs off with jitter.
      const waitMs = error.status === 429 ? 0 : Math.min(4_000, 200 * 2 ** attempt) * (0.5 + Math.random());
      try {
        await sleep(waitMs, undefined, { signal });
      } catch {
        throw error;
      }
    }
  }
}

const isPassing = (error: PlatformError) => error.status === 0 || error.status === 429 || error.status >= 500;

/** One logical request. A 401 has had no effect, so it is sent again with the next token, once. */
async function callOnce<Name extends OperationName>(
  port: Port,
  name: Name,
  call: Call,
  signal: AbortSignal,
): Promise<Answer<BodyOf<Name>>> {
  for (let again = false; ; again = true) {
    const { token, version } = await port.tokens.current();
    try {
      return await request(port, name, call, token, signal);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status !== 401) throw error;
      await port.tokens.refused(version, again);
      if (again) throw new ReconnectRequired('the platform refused two tokens in a row', { cause: error });
    }
  }
}

async function request<Name extends OperationName>(
  port: Port,
  name: Name,
  call: Call,
  token: AccessToken,
  signal: AbortSignal,
): Promise<Answer<BodyOf<Name>>> {
  const operation = operations[name];
  try {
    await port.budget.take(operation.method === 'GET' ? 'read' : 'write', signal);
  } catch (cause) {
    if (!signal.aborted) throw cause;
    // Our own budget speaks as the platform's would: nothing was sent.
    throw new PlatformError(`${operation.method} ${operation.path}: no room in the budget in time`, {
      status: 429,
      code: 'rate_limited',
      retryAfterSeconds: 5,
      cause,
    });
  }
  let response: Response;
  let text: string;
  try {
    response = await fetch(urlOf(port.baseUrl, operation.path, call), {
      method: operation.method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
      },
      body: call.body ?? null,
      // The token goes to the configured host alone.
      redirect: 'error',
      cache: 'no-store',
      signal,
    });
    text = await response.text();
  } catch (cause) {
    const code = signal.aborted ? 'timed_out' : 'unreachable';
    throw new PlatformError(`${operation.method} ${operation.path}: ${code}`, { status: 0, code, cause });
  }
  const requestId = response.headers.get('x-request-id');
  const replayed = response.headers.get('idempotency-replayed') === 'true';
  const json = parseJson(text);
  if (!response.ok) {
    const error = errorOf(response, json, {
      requestId,
      replayed,
      name: `${operation.method} ${operation.path}`,
    });
    if (error.status === 429) await port.budget.block(error.retryAfterSeconds ?? 60);
    throw error;
  }
  const parsed = operation.answer.safeParse(json);
  if (!parsed.success)
    throw new PlatformError(`${operation.method} ${operation.path}: answer of an unknown shape`, {
      status: response.status,
      code: 'bad_answer',
      requestId,
      cause: parsed.error,
    });
  return { body: parsed.data as BodyOf<Name>, requestId, replayed };
}

function urlOf(baseUrl: string, path: string, call: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = call.path?.[key];
    if (value === undefined) throw new Error(`path parameter ${key} is missing`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) query.set(key, String(value));
  return `${baseUrl}${filled}${query.size > 0 ? `?${query}` : ''}`;
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf(
  response: Response,
  json: unknown,
  context: { requestId: string | null; replayed: boolean; name: string },
): PlatformError {
  const envelope = ErrorEnvelope.safeParse(json);
  const retryAfter = Number(response.headers.get('retry-after'));
  return new PlatformError(`${context.name}: ${response.status}`, {
    status: response.status,
    code: envelope.success ? envelope.data.error.code : 'bad_answer',
    requestId: context.requestId ?? (envelope.success ? envelope.data.error.request_id : null),
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
    details: envelope.success ? envelope.data.error.details : undefined,
    replayed: context.replayed,
  });
}
