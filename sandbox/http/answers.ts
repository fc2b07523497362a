import type { Context as HonoContext, Next } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { randomUUID } from 'node:crypto';
import { apiRevision } from 'commerce-platform-client/contract/common';
import type { ErrorEnvelope } from 'commerce-platform-client/contract/errors';
import { type Refusal, refuse } from '@/sandbox/domain/refusal';
import type { SandboxEnv } from './runtime';

type Call = HonoContext<SandboxEnv>;

/** Sets the headers that every response of the platform has: request id, API revision, no-store (GEN-2, VER-1). */
export async function commonHeaders(c: Call, next: Next): Promise<void> {
  const requestId = `req_${randomUUID()}`;
  c.set('requestId', requestId);
  await next();
  c.res.headers.set('x-request-id', requestId);
  c.res.headers.set('x-platform-api-version', apiRevision);
  c.res.headers.set('cache-control', 'no-store');
}

/**
 * Sends a refusal in the error envelope (platform: Errors). The request_id in the body equals the x-request-id header.
 */
export function answerRefusal(c: Call, refusal: Refusal): Response {
  const wait = refusal.retryAfterSeconds;
  return Response.json(envelopeOf(refusal, c.get('requestId')), {
    status: refusal.status,
    ...(wait !== undefined && { headers: { 'retry-after': String(wait) } }),
  });
}

export function envelopeOf(refusal: Refusal, requestId: string): ErrorEnvelope {
  const { refused, message, details } = refusal;
  return { error: { code: refused, message, request_id: requestId, ...(details && { details }) } };
}

/**
 * Refuses request bodies over 64 KB. The bytes are counted while they arrive, because a chunked body has no length
 * (LIM-3).
 */
export const limitBody = bodyLimit({
  maxSize: 64 * 1024,
  onError: (c) => answerRefusal(c as Call, refuse('payload_too_large', 'the body is above 64 KB')),
});

const depthMax = 32;

/**
 * Parses a JSON request body, or returns what is wrong with it. An empty body gives undefined. Deeply nested JSON is
 * refused, because the recursive code that reads the value could overflow the stack.
 */
export function parseJson(text: string): { value: unknown } | { problem: string } {
  if (text === '') return { value: undefined };
  if (depthOf(text) > depthMax) return { problem: 'nested too deeply' };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'malformed JSON' };
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  // The pattern matches a whole JSON string as one token, so that a bracket inside a string does not count as nesting.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth--;
  }
  return deepest;
}
