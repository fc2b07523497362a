/**
 * Reasons why a read of the app's data failed. After `unavailable`, the next attempt may succeed. After any other
 * reason, every attempt fails until the page is reloaded.
 */
const failureCodes = [
  'signed_out',
  'not_found',
  'reconnect',
  'missing_scope',
  'no_right',
  'unavailable',
] as const;
export type ReadFailureCode = (typeof failureCodes)[number];

/** Error that readJson throws. */
export class ReadFailure extends Error {
  override readonly name = 'ReadFailure';
  constructor(
    readonly code: ReadFailureCode,
    cause?: unknown,
  ) {
    super(code, { cause });
  }
}

/** Returns true if the read failed because the app lacks a scope. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ReadFailure && error.code === 'missing_scope';
}

/**
 * Requests JSON data from a route of this app in the browser: with POST if there is a body, and with GET if not. `View`
 * is the type of the response. Throws ReadFailure. Its code is `unavailable` if there is no network connection.
 */
export async function readJson<View>(path: string, signal: AbortSignal, body?: object): Promise<View> {
  const accept = { accept: 'application/json' };
  const posted = body && {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...accept, 'content-type': 'application/json' },
  };
  const response = await fetch(path, { signal, headers: accept, ...posted }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new ReadFailure('unavailable', cause);
  });
  if (response.ok) return response.json();
  const refusal: unknown = await response.json().catch(() => null);
  throw new ReadFailure(failureCode(refusal));
}

function failureCode(body: unknown): ReadFailureCode {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return failureCodes.find((known) => known === code) ?? 'unavailable';
}
