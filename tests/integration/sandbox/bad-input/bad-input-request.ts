import { randomUUID } from 'node:crypto';
import { type EndpointName, endpoints } from 'commerce-platform-client/contract/endpoints';
import type { Stage } from './bad-input-world';
import { origin } from '@/tests/integration/sandbox/sandbox-world';
import { endpointExamples } from '@/tests/support/platform/endpoint-examples';

/** JSON text that JSON.stringify cannot produce, such as a number out of range or very deep nesting. */
export class RawJson {
  constructor(readonly text: string) {}
}
export type Json = null | boolean | number | string | RawJson | Json[] | { [key: string]: Json };

/** A request that is not sent yet. Values in `path` and `query` are already percent-encoded. */
export type Draft = {
  endpoint: EndpointName;
  path: Record<string, string>;
  suffix: string;
  query: [string, string][];
  headers: Record<string, string>;
  body: Json | undefined;
  /**
   * Additional keys of the body, each with its value as JSON text. They are written after the other keys, so that the
   * same key can occur twice.
   */
  laterKeys: [string, string][];
  /**
   * The functions breakText, pad and encode change the final text of the body. A draft gets at most one change of each
   * of the three kinds, because two changes of the same kind could cancel each other.
   */
  breakText: (text: string) => string;
  pad: (text: string) => string;
  encode: (text: string) => Uint8Array | string;
};

/** Returns a valid request to the endpoint, with every field that the endpoint accepts. */
export function validDraft(name: EndpointName, stage: Stage): Draft {
  const { ids, api } = stage;
  const endpoint: { idempotent: boolean } = endpoints[name];
  const changesStatus = name === 'setOrderStatus';
  return {
    endpoint: name,
    path: {
      id: name === 'getProduct' ? ids.product : changesStatus ? (ids.approved[0] ?? '') : ids.order,
      fulfillmentId: ids.fulfillment,
    },
    suffix: '',
    query: Object.entries(queryOf(name, stage)),
    headers: {
      authorization: `Bearer ${api.accessToken}`,
      'content-type': 'application/json',
      ...(endpoint.idempotent && { 'idempotency-key': randomUUID() }),
    },
    body: bodyOf(name, stage),
    laterKeys: [],
    breakText: unchanged,
    pad: unchanged,
    encode: unchanged,
  };
}

/** Converts a draft to an HTTP request for the sandbox. */
export function requestOf(draft: Draft): Request {
  const { method, path } = endpoints[draft.endpoint];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => draft.path[name] ?? '');
  const query = draft.query.map(([name, value]) => `${name}=${value}`).join('&');
  const url = `${origin}/v1${filled}${draft.suffix}${query && `?${query}`}`;
  const body = encodedBody(draft);
  const sends = method !== 'GET' && body.length > 0;
  return new Request(url, { method, headers: draft.headers, ...(sends && { body: new Uint8Array(body) }) });
}

/** Returns the bytes of the draft's body; empty if the draft has none. */
export function encodedBody(draft: Draft): Buffer {
  const text = draft.body === undefined ? '' : textOf(draft.body);
  const later = draft.laterKeys.map(([key, value]) => `,${JSON.stringify(key)}:${value}`);
  const whole = text.endsWith('}') ? `${text.slice(0, -1)}${later.join('')}}` : text;
  return Buffer.from(draft.encode(draft.pad(draft.breakText(whole))));
}

const unchanged = (text: string) => text;

/** Converts a value to JSON text. The text of a RawJson value is inserted unchanged. */
export function textOf(value: Json): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}:${textOf(entry)}`);
  return `{${entries.join(',')}}`;
}

function queryOf(name: EndpointName, { ids }: Stage): Record<string, string> {
  const instant = '2020-01-01T00:00:00Z';
  switch (name) {
    case 'listOrders':
      return {
        cursor: ids.cursors.orders,
        limit: '5',
        status: 'placed',
        created_at_min: instant,
        updated_at_min: instant,
        tag: 'vip',
      };
    case 'listProducts':
      return {
        cursor: ids.cursors.products,
        limit: '5',
        updated_at_min: instant,
        q: 'M',
        status: 'active',
        ids: `${ids.product},${ids.foreign.product}`,
      };
    case 'listVariants':
      return { ids: `${ids.variant},${ids.foreign.variant}` };
    case 'listMovements':
      return { cursor: ids.cursors.movements, limit: '5' };
    case 'listDiscounts':
      return { limit: '5' };
    default:
      return {};
  }
}

function bodyOf(name: EndpointName, { ids }: Stage): Json | undefined {
  const example = endpointExamples[name];
  return 'body' in example ? (example.body(ids) as Json) : undefined;
}
