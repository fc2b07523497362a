import type { AttemptOutcome } from '@/sandbox/domain/deliveries';
import { type EndpointPolicy, isAllowedEndpoint, isPublicAddress } from '@/sandbox/domain/endpoint-policy';
import type { AttemptFailure } from '@/sandbox/world/records';

/**
 * Sends one webhook delivery and returns the response. Redirects are returned and not followed. The function throws if
 * there was no response. With `addresses`, it connects only to these addresses and does not resolve the host name
 * again. The caller has checked these addresses, and a second look-up could return an unchecked one.
 */
export type Send = (
  url: string,
  init: { method: 'POST'; headers: Record<string, string>; body: string; addresses?: string[] },
) => Promise<Response>;

/** Resolves a host name to its IP addresses; throws if there are none. */
export type Resolve = (hostname: string) => Promise<string[]>;

type Means = { policy: EndpointPolicy; send: Send; resolve: Resolve };

const answerMaxBytes = 1024;

/**
 * Posts a webhook delivery to its endpoint. The endpoint policy is checked at every attempt, in addition to the check
 * at the subscription (WHK-8).
 */
export async function postDelivery(
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  { policy, send, resolve }: Means,
): Promise<Pick<AttemptOutcome, 'status' | 'failure' | 'answer'>> {
  if (!isAllowedEndpoint(url, policy)) return { status: null, failure: 'endpoint_refused' };
  try {
    const addresses = policy === 'public' ? await resolve(new URL(url).hostname) : undefined;
    if (addresses && !addresses.every(isPublicAddress)) return { status: null, failure: 'address_refused' };
    const response = await send(url, { method: 'POST', headers, body, ...(addresses && { addresses }) });
    const answer = await beginningOf(response);
    return { status: response.status, ...(answer !== '' && { answer }) };
  } catch (error) {
    return { status: null, failure: failureOf(error) };
  }
}

/**
 * Reads the first 1 KB of the response to a delivery. The sandbox never reads the rest, because the platform ignores
 * response bodies (DEL-1).
 */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const parts: Uint8Array[] = [];
  try {
    for (let length = 0; length < answerMaxBytes; ) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
    await reader.cancel();
  } catch {
    // The connection broke while the response body was read. The response status arrived before that, so it is still
    // used.
  }
  const bytes = Buffer.concat(parts).subarray(0, answerMaxBytes);
  // The body may be cut off at answerMaxBytes in the middle of a character. Decoding in stream mode leaves out such an
  // incomplete last character.
  return new TextDecoder().decode(bytes, { stream: true });
}

const failures: Record<string, AttemptFailure> = {
  ECONNREFUSED: 'connection_refused',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout',
};

function failureOf(error: unknown): AttemptFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return failures[code] ?? 'connection_lost';
}
