import { AsyncLocalStorage } from 'node:async_hooks';

/** The ids that all log lines of one request contain, or all log lines of one piece of the worker's work. */
export type RequestContext = { requestId: string; installId?: string };

/**
 * The storage is on the global object, because Next loads this module once more in the same process. Both copies of the
 * module then use the same storage.
 */
const place: typeof globalThis & { daftarRequests?: AsyncLocalStorage<RequestContext> } = globalThis;

function storage(): AsyncLocalStorage<RequestContext> {
  place.daftarRequests ??= new AsyncLocalStorage();
  return place.daftarRequests;
}

/** Runs `work` so that all its log lines have the request id and, if it is known, the install id. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage().run({ ...context }, work);
}

/** Records the install of the current request, once its access check has succeeded. */
export function noteInstall(installId: string): void {
  const context = storage().getStore();
  if (context) context.installId = installId;
}

/** Returns the context of the current request; an empty object outside of requests. */
export function requestContext(): Partial<RequestContext> {
  return storage().getStore() ?? {};
}

const idFormat = /^[\w.-]{8,64}$/;

/**
 * Returns the request id that a proxy sent (X-Request-Id), or a new one. The header is used only if the app is behind a
 * trusted proxy and the value has the form of an id. If any header were used, a client could write any text into the
 * log (S8).
 */
export function requestIdOf(header: string | string[] | undefined, trustedProxies: number): string {
  return trustedProxies > 0 && typeof header === 'string' && idFormat.test(header)
    ? header
    : crypto.randomUUID();
}
