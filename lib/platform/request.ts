import type { z } from 'zod';
import { fieldProblems } from '@/lib/platform/assumptions';
import { type OperationName, operations } from '@/lib/platform/contract/operations';
import type { OwnErrorCode } from '@/lib/platform/platform-error';
import { PlatformError } from '@/lib/platform/platform-error';
import { PlatformId } from '@/lib/shared/ids';

/** What the caller gives for one operation. */
export type RequestParts = {
  /** Path parameters by their name in the operations table. */
  path?: Record<string, string>;
  /** Lists are sent separated by commas. */
  query?: Record<string, unknown>;
  /** Sent as it is, byte for byte: the text that was recorded. */
  body?: string;
  /** Instead of a text: a body that is nobody's record. */
  json?: unknown;
  idempotencyKey?: string;
};

/** A request that holds to the contract and has yet to get its token. */
export type OutgoingRequest = {
  /** "POST /orders", for messages. */
  title: string;
  kind: 'read' | 'write';
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
};

type Operation = { method: string; path: string; query?: z.ZodType; body?: z.ZodType };

/**
 * Builds the request of an operation, strictly: what the platform would refuse, and what would lead elsewhere, is
 * refused here as a 400 invalid_request, before anything is sent. platform: Endpoints.
 */
export function buildRequest(baseUrl: URL, name: OperationName, parts: RequestParts): OutgoingRequest {
  const operation: Operation = operations[name];
  const title = `${operation.method} ${operation.path}`;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(parsed(title, key, PlatformId, parts.path?.[key])),
  );
  const url = new URL(`${baseUrl.origin}${baseUrl.pathname.replace(/\/$/, '')}${path}`);
  if (operation.query) url.search = searchOf(title, operation.query, parts.query ?? {});
  const body =
    operation.body && parts.json !== undefined
      ? JSON.stringify(parsed(title, 'body', operation.body, parts.json))
      : (parts.body ?? null);
  return {
    title,
    kind: operation.method === 'GET' ? 'read' : 'write',
    url,
    method: operation.method,
    headers: {
      accept: 'application/json',
      ...(body !== null && { 'content-type': 'application/json' }),
      ...(parts.idempotencyKey !== undefined && { 'idempotency-key': keyOf(title, parts.idempotencyKey) }),
    },
    body,
  };
}

/** The base address, checked once: it has no credentials of its own, and nothing after its path. */
export function parseBaseUrl(text: string): URL {
  const url = new URL(text);
  const bare = url.origin + url.pathname;
  if (!/^https?:$/.test(url.protocol) || bare !== url.href) throw new Error('the base address is not plain');
  return url;
}

function searchOf(title: string, schema: z.ZodType, query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  const written = Object.entries(query).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return [[key, Array.isArray(value) ? joined(title, key, value) : value] as const];
  });
  const allowed = parsed(title, 'query', schema, Object.fromEntries(written)) as Record<string, unknown>;
  for (const [key, value] of Object.entries(allowed)) if (value !== undefined) search.set(key, String(value));
  return search.toString();
}

/** An id may hold a comma, and would then be read as two. */
function joined(title: string, key: string, ids: unknown[]): string {
  for (const id of ids)
    if (String(PlatformId.safeParse(id).data ?? ',').includes(','))
      throw refusal(title, [{ path: key, message: 'not an id' }]);
  return ids.join(',');
}

function keyOf(title: string, key: string): string {
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw refusal(title, [{ path: 'Idempotency-Key', message: 'not a key' }]);
}

function parsed<Type extends z.ZodType>(
  title: string,
  at: string,
  schema: Type,
  value: unknown,
): z.output<Type> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusal(title, fieldProblems(result.error, at), result.error);
}

function refusal(title: string, fields: { path: string; message: string }[], cause?: unknown): PlatformError {
  const code: OwnErrorCode = 'invalid_request';
  return new PlatformError(`${title}: not sent, ${code}`, { status: 400, code, details: { fields }, cause });
}
