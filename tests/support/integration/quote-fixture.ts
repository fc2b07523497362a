import { GET, POST } from '@/app/(public)/q/[token]/route';
import { env } from '@/lib/system/env';
import { socketAddressHeader } from '@/lib/system/http/client-address';
import { digits } from './quote-command';

/**
 * Returns the route context that Next passes to the handlers of the acceptance page. Tests call the handlers in this
 * process, as a customer's browser without JavaScript would.
 */
const contextOf = (token: string) => ({ params: Promise.resolve({ token }) });

type Headers = Record<string, string>;

export function openPage(
  token: string,
  { method = 'GET', query = '', headers = {} as Headers } = {},
): Promise<Response> {
  const request = new Request(`${env().APP_URL}/q/${token}${query}`, { method, headers });
  return GET(request, contextOf(token));
}

/**
 * Posts the form of a quote's acceptance page. By default the customer accepts version 1 with the correct phone
 * digits.
 */
export function postForm(
  token: string,
  fields: Record<string, string> = {},
  headers: Headers = {},
): Promise<Response> {
  const body = new URLSearchParams({
    intent: 'accept',
    version: '1',
    digits,
    name: 'سلمى الخطيب',
    ...fields,
  });
  return postBody(token, body, headers);
}

/** Posts any body to the acceptance page of a quote. */
export function postBody(token: string, body: BodyInit, headers: Headers = {}): Promise<Response> {
  const request = new Request(`${env().APP_URL}/q/${token}`, {
    method: 'POST',
    body,
    headers: { origin: env().APP_URL, [socketAddressHeader]: '192.0.2.1', ...headers },
  });
  return POST(request, contextOf(token));
}
