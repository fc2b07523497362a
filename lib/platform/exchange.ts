import type { AccessToken } from './ports';
import { type OwnErrorCode, PlatformError } from './platform-error';
import type { OutgoingRequest } from './request';

/** A response of the platform as received, before it is parsed. */
export type RawAnswer = { status: number; headers: Headers; text: string };

/**
 * Maximum size of a response of the platform in bytes. The limit is several times the size of a page of 100 products
 * with 100 variants each. A larger response is an error.
 */
export const answerBytesMax = 16 * 1024 * 1024;

/**
 * Sends one HTTP request and reads its response. Redirects are not followed but returned as a response, so that the
 * token is sent to the given URL only. Throws PlatformError with status 0 if no complete response could be read; the
 * effect of the request is then unknown.
 */
export async function exchange(
  request: OutgoingRequest,
  token: AccessToken,
  signal: AbortSignal,
): Promise<RawAnswer> {
  let headers: Headers | undefined;
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
      body: request.body,
      redirect: 'manual',
      cache: 'no-store',
      signal,
    });
    headers = response.headers;
    return { status: response.status, headers, text: await textOf(request, response) };
  } catch (cause) {
    if (cause instanceof PlatformError) throw cause;
    const code: OwnErrorCode = signal.aborted ? lateness(signal) : 'unreachable';
    const requestId = headers?.get('x-request-id') ?? null;
    throw new PlatformError(`${request.title}: ${code}`, { status: 0, code, requestId, cause });
  }
}

/** Returns why a signal aborted the request: the deadline passed, or the caller no longer needs the result. */
export function lateness(signal: AbortSignal): 'timed_out' | 'aborted' {
  const { reason } = signal;
  return reason instanceof Error && reason.name === 'TimeoutError' ? 'timed_out' : 'aborted';
}

/**
 * Reads the response body as text. Throws as soon as the body, after decompression, is larger than `answerBytesMax`.
 */
async function textOf(request: OutgoingRequest, response: Response): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.byteLength;
    if (length > answerBytesMax)
      throw new PlatformError(`${request.title}: ${response.status}, the answer is larger than the limit`, {
        status: response.status,
        code: 'bad_answer',
        requestId: response.headers.get('x-request-id'),
      });
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
