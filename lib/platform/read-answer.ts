import { z } from 'zod';
import { readFulfillmentAnswer, readOrderAnswer, readRefundAnswer } from '@/lib/platform/assumptions';
import { ErrorEnvelope } from '@/lib/platform/contract/errors';
import { type OperationName, operations } from '@/lib/platform/contract/operations';
import type { RawAnswer } from '@/lib/platform/exchange';
import { type OwnErrorCode, PlatformError } from '@/lib/platform/platform-error';

/**
 * A success: the parsed body, and the platform's request id for the record. Rows of a list that can't be read are left
 * out of it and counted.
 */
export type Answer<Body> = { body: Body; requestId: string | null; replayed: boolean; unreadable: number };

/** Answers that the document does not show are looked through instead of parsed (A7 to A9). */
const guessed = {
  patchOrder: readOrderAnswer,
  setOrderStatus: readOrderAnswer,
  createFulfillment: readFulfillmentAnswer,
  patchFulfillment: readFulfillmentAnswer,
  createRefund: readRefundAnswer,
};

/** What a success of this operation comes out as. */
export type BodyOf<Name extends OperationName> = Name extends keyof typeof guessed
  ? ReturnType<(typeof guessed)[Name]>
  : z.output<(typeof operations)[Name]['answer']>;

/**
 * Reads an answer, tolerantly: unknown fields are dropped, unknown values kept, and where none is expected a body is
 * not looked at. Throws PlatformError for what is no success, and bad_answer for one that can't be read.
 * platform: Endpoints, Errors.
 */
export function readAnswer<Name extends OperationName>(
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
  throw new PlatformError(`${title}: ${raw.status}, an answer of another shape`, {
    status: raw.status,
    code: 'bad_answer',
    cause: body.error,
    ...said,
  });
}

type ReadBody = { success: boolean; data?: unknown; error?: unknown; unreadable?: number };

function readBody(name: OperationName, json: unknown): ReadBody {
  const { answer }: { answer: z.ZodType } = operations[name];
  if (answer instanceof z.ZodUndefined) return { success: true };
  if (isGuessed(name))
    return json === notJson ? { success: false } : { success: true, data: guessed[name](json) };
  const whole = answer.safeParse(json);
  return whole.success ? whole : (readPage(answer, json) ?? whole);
}

/** A row that can't be read must not keep the others away, nor the pages behind it; it has to have an id, though. */
function readPage(answer: z.ZodType, json: unknown): ReadBody | null {
  const rows = z.object({ data: z.array(z.looseObject({ id: z.string() })).min(1) }).safeParse(json)
    .data?.data;
  if (!rows || !(answer instanceof z.ZodObject)) return null;
  const readable = rows.filter((row) => answer.safeParse({ ...(json as object), data: [row] }).success);
  const page = answer.safeParse({ ...(json as object), data: readable });
  if (!page.success) return null;
  return { ...page, unreadable: rows.length - readable.length };
}

const isGuessed = (name: OperationName): name is keyof typeof guessed => name in guessed;

/** Its code is all that is needed of an envelope; what else it lacks or garbles is passed over. */
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

/** A day: nobody means more, and an install that waited for years could only be freed by hand. */
const retryAfterSecondsMax = 86_400;

/**
 * Retry-After in whole seconds, at least 1 and at most a day; a date counts from the answer's own, since our clock may
 * be another. null: not said, or not readable. platform: Limits; RFC 9110, 10.2.3.
 */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  const atMs = /^[A-Z][a-z]{2},/.test(text) ? Date.parse(text) : Number.NaN;
  const answeredMs = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((atMs - answeredMs) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(retryAfterSecondsMax, Math.max(1, seconds));
}

const notJson = Symbol('not JSON');

/** undefined for no body at all. */
function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return notJson;
  }
}
