import type { z } from 'zod';
import { fieldProblems } from './assumptions';
import { type EndpointName, endpoints } from './contract/endpoints';
import type { OwnErrorCode } from './platform-error';
import { PlatformError } from './platform-error';
import { PlatformId } from './contract/ids';

/** The input of one request to the platform, which the caller passes. */
export type RequestParts = {
  /** Path parameters by their names in the table of endpoints. */
  path?: Record<string, string>;
  /** Query parameters. A list is sent as one value, separated by commas. */
  query?: Record<string, unknown>;
  /** The text of the body, as it was recorded with the operation. It is sent byte for byte. */
  body?: string;
  /** The body of a request that is not recorded as an operation. Such a request has `json` instead of `body`. */
  json?: unknown;
  idempotencyKey?: string;
};

/** A request that was validated by the contract and has no token yet. */
export type OutgoingRequest = {
  /** Method and path of the request for error messages, such as "POST /orders". */
  title: string;
  kind: 'read' | 'write';
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
};

type Endpoint = { method: string; path: string; query?: z.ZodType; body?: z.ZodType };

/**
 * Builds the request of an endpoint and validates it strictly. Throws 400 invalid_request before anything is sent, if
 * the platform would refuse the input or if the input would lead to another URL. platform: Endpoints.
 */
export function buildRequest(baseUrl: URL, name: EndpointName, parts: RequestParts): OutgoingRequest {
  const endpoint: Endpoint = endpoints[name];
  const title = `${endpoint.method} ${endpoint.path}`;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(parsed(title, key, PlatformId, parts.path?.[key])),
  );
  const url = new URL(`${baseUrl.origin}${baseUrl.pathname.replace(/\/$/, '')}${path}`);
  if (endpoint.query) url.search = searchOf(title, endpoint.query, parts.query ?? {});
  const body =
    endpoint.body && parts.json !== undefined
      ? JSON.stringify(parsed(title, 'body', endpoint.body, parts.json))
      : (parts.body ?? null);
  return {
    title,
    kind: endpoint.method === 'GET' ? 'read' : 'write',
    url,
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...(body !== null && { 'content-type': 'application/json' }),
      ...(parts.idempotencyKey !== undefined && { 'idempotency-key': keyOf(title, parts.idempotencyKey) }),
    },
    body,
  };
}

/**
 * Parses and validates the base address of the platform. It must use http or https and have no credentials, query or
 * fragment.
 */
export function parseBaseUrl(text: string): URL {
  const url = new URL(text);
  const bare = url.origin + url.pathname;
  if (!/^https?:$/.test(url.protocol) || bare !== url.href)
    throw new Error('the base URL must have no query, fragment or credentials');
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

/** Joins ids with commas. An id that contains a comma is refused, because the platform would read it as two ids. */
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
  return new PlatformError(`${title}: the request was not sent, ${code}`, {
    status: 400,
    code,
    details: { fields },
    cause,
  });
}
