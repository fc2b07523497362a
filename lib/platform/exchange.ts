import type { AccessToken } from '@/lib/platform/ports';
import { type OwnErrorCode, PlatformError } from '@/lib/platform/platform-error';
import type { OutgoingRequest } from '@/lib/platform/request';

/** An answer as it came, whatever it says. */
export type RawAnswer = { status: number; headers: Headers; text: string };

/** Several times a page of a hundred products with a hundred variants each; more is not an answer but an accident. */
export const answerBytesMax = 16 * 1024 * 1024;

/**
 * One HTTP exchange. The token goes to this URL alone: a redirect is an answer like another. Throws PlatformError of
 * status 0 when no answer could be read to its end, so that whether there was an effect is unknown.
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

/** Why a signal aborted: by time, or because somebody did not want it any more. */
export function lateness(signal: AbortSignal): 'timed_out' | 'aborted' {
  const { reason } = signal;
  return reason instanceof Error && reason.name === 'TimeoutError' ? 'timed_out' : 'aborted';
}

/** The body as text, counted while it arrives and after it is unpacked. */
async function textOf(request: OutgoingRequest, response: Response): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.byteLength;
    if (length > answerBytesMax)
      throw new PlatformError(`${request.title}: ${response.status}, an answer without end`, {
        status: response.status,
        code: 'bad_answer',
        requestId: response.headers.get('x-request-id'),
      });
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
