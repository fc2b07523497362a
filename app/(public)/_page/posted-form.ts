import { type BodyOutcome, readWebBody } from '@/lib/system/http/read-body';

/**
 * Limits of a posted form: the size in bytes, and the time until the whole form has arrived. Even in percent-encoded
 * Arabic, a name, a message and a reason stay far below 16 KiB. Only a request that was not sent by our form can reach
 * the limit.
 */
const bodyLimits = { bytesMax: 16 * 1024, timeoutMs: 5_000 };

/** The reason why a posted form is refused. */
export type RefusedForm = { code: 'too_large' } | { code: 'unreadable' };

export type PostedForm = { code: 'form'; fields: URLSearchParams } | RefusedForm;

/** Reads the form that somebody posted on the page of a link. */
export async function readForm(request: Request): Promise<PostedForm> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? ''))
    return { code: 'unreadable' };
  const body: BodyOutcome = await readWebBody(request.body, bodyLimits);
  if (body === 'too_large') return { code: 'too_large' };
  if (body === 'not_in_time' || body === 'overloaded') return { code: 'unreadable' };
  return { code: 'form', fields: new URLSearchParams(body.toString('utf8')) };
}
