/** Why a GET route returned no data. Every code except `unavailable` is final until the page is opened again. */
const failureCodes = ['signed_out', 'not_found', 'reconnect', 'missing_scope', 'unavailable'] as const;
export type ReadFailureCode = (typeof failureCodes)[number];

/** The error that readJson throws. */
export class ReadFailure extends Error {
  override readonly name = 'ReadFailure';
  constructor(
    readonly code: ReadFailureCode,
    cause?: unknown,
  ) {
    super(code, { cause });
  }
}

/** Whether a read failed because the install lacks the scope. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ReadFailure && error.code === 'missing_scope';
}

/**
 * Sends a GET request to one of our own routes from the browser, or a POST request if there is a body. `View` is the
 * response type of that route. Throws ReadFailure; without a connection its code is `unavailable`.
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
