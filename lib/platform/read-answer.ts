import { z } from 'zod';
import { readFulfillmentAnswer, readNextCursor, readOrderAnswer, readRefundAnswer } from './assumptions';
import { ErrorEnvelope } from './contract/errors';
import { type EndpointName, endpoints } from './contract/endpoints';
import type { RawAnswer } from './exchange';
import { type OwnErrorCode, PlatformError } from './platform-error';
import type { Answer } from './ports';

/**
 * Functions that read responses which the platform document does not show (A7 to A9: writes of orders, fulfillments and
 * refunds). They search the response for the expected object and do not parse it strictly.
 */
const guessed = {
  patchOrder: readOrderAnswer,
  setOrderStatus: readOrderAnswer,
  createFulfillment: readFulfillmentAnswer,
  patchFulfillment: readFulfillmentAnswer,
  createRefund: readRefundAnswer,
};

/** Type of the parsed body of a successful response of an endpoint. */
export type BodyOf<Name extends EndpointName> = Name extends keyof typeof guessed
  ? ReturnType<(typeof guessed)[Name]>
  : z.output<(typeof endpoints)[Name]['answer']>;

/**
 * Parses a response of the platform tolerantly. Unknown fields are dropped, and unknown values of enumerations are
 * kept. If the platform document shows no response body for the endpoint, the body of the response is ignored. Throws
 * PlatformError if the response is not a success. If a successful response cannot be parsed, the error has the code
 * bad_answer. platform: Endpoints, Errors.
 */
export function readAnswer<Name extends EndpointName>(
  name: Name,
  title: string,
  raw: RawAnswer,
): Answer<BodyOf<Name>> {
  const said = {
    requestId: raw.headers.get('x-request-id'),
    replayed: raw.headers.get('idempotency-replayed') === 'true',
  };
  const json = parseJson(raw.text);
  if (raw.status < 200 || raw.status > 299) throw failureOf(title, raw, json, said);
  const body = readBody(name, json);
  if (body.success) return { body: body.data as BodyOf<Name>, unreadable: body.unreadable ?? 0, ...said };
  throw new PlatformError(`${title}: ${raw.status}, the answer does not match the contract`, {
    status: raw.status,
    code: 'bad_answer',
    cause: body.error,
    ...said,
  });
}

type ReadBody = { success: boolean; data?: unknown; error?: unknown; unreadable?: number };

function readBody(name: EndpointName, json: unknown): ReadBody {
  const { answer }: { answer: z.ZodType } = endpoints[name];
  // Some endpoints have no documented body, so any body counts as a success. Only the envelope of an error counts as a
  // failure.
  if (Failure.safeParse(json).success) return { success: false };
  if (answer instanceof z.ZodUndefined) return { success: true };
  if (isGuessed(name))
    return json === notJson ? { success: false } : { success: true, data: guessed[name](json) };
  const page = readNextCursor(json);
  const whole = answer.safeParse(page);
  const read: ReadBody = whole.success ? whole : (readPage(answer, page) ?? whole);
  // After an empty cursor (A39), rows may exist that this list does not return. So the list counts as incomplete, and
  // nothing is deleted because it is missing in the list.
  return page === json ? read : { ...read, unreadable: (read.unreadable ?? 0) + 1 };
}

/**
 * Parses a page of a list. A row that cannot be parsed is left out, so that it does not block the other rows or the
 * next pages. Returns null if a row has no id, or if another field of the page cannot be parsed.
 */
function readPage(answer: z.ZodType, json: unknown): ReadBody | null {
  const rows = z.object({ data: z.array(z.looseObject({ id: z.string() })).min(1) }).safeParse(json)
    .data?.data;
  if (!rows || !(answer instanceof z.ZodObject)) return null;
  const readable = rows.filter((row) => answer.safeParse({ ...(json as object), data: [row] }).success);
  const page = answer.safeParse({ ...(json as object), data: readable });
  if (!page.success) return null;
  return { ...page, unreadable: rows.length - readable.length };
}

const isGuessed = (name: EndpointName): name is keyof typeof guessed => name in guessed;

/** An error envelope is accepted if its code is valid. Its other fields may be missing or invalid. */
const Failure = z.object({
  error: z.object({
    code: z.string(),
    request_id: ErrorEnvelope.shape.error.shape.request_id.nullish().catch(null),
    details: ErrorEnvelope.shape.error.shape.details.nullish().catch(null),
  }),
});

function failureOf(
  title: string,
  raw: RawAnswer,
  json: unknown,
  said: { requestId: string | null; replayed: boolean },
): PlatformError {
  const error = Failure.safeParse(json).data?.error;
  const own: OwnErrorCode = raw.status >= 300 && raw.status < 400 ? 'redirect_refused' : 'bad_answer';
  return new PlatformError(`${title}: ${raw.status}`, {
    status: raw.status,
    code: error?.code ?? own,
    retryAfterSeconds: retryAfterOf(raw.headers),
    details: error?.details ?? {},
    replayed: said.replayed,
    requestId: said.requestId ?? error?.request_id ?? null,
  });
}

/**
 * Maximum Retry-After: one day. No platform needs a longer wait. A wrong value of years would block all
 * requests of the install, and a person would have to end the block in the database.
 */
const retryAfterSecondsMax = 86_400;

/**
 * Returns Retry-After in whole seconds, at least 1 and at most one day; null if the header is missing or cannot be
 * parsed. If Retry-After is a date, it is compared with the Date header of the same response. The local clock is not
 * used, because it may differ. platform: Limits; RFC 9110, 10.2.3.
 */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  const atMs = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN;
  const answeredMs = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((atMs - answeredMs) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(retryAfterSecondsMax, Math.max(1, seconds));
}

const notJson = Symbol('not JSON');

/** Parses the body of a response as JSON; undefined if there is no body. */
function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
}
