import { GET, POST } from '@/app/(public)/o/[token]/route';
import { env } from '@/lib/system/env';
import { socketAddressHeader } from '@/lib/system/http/client-address';

/** Returns the route context that Next passes to the handlers of the page of an order's link. */
const contextOf = (token: string) => ({ params: Promise.resolve({ token }) });

/** Opens the page of an order's link, as a browser or the preview of a chat would. */
export function openConfirmPage(token: string, { method = 'GET', query = '' } = {}): Promise<Response> {
  return GET(new Request(`${env().APP_URL}/o/${token}${query}`, { method }), contextOf(token));
}

/** Posts an answer to the page of an order's link. By default the customer confirms the order. */
export function postAnswer(
  token: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return postConfirmBody(
    token,
    new URLSearchParams({ answer: 'confirmed', message: '', ...fields }),
    headers,
  );
}

/** Posts any body to the page of an order's link. */
export function postConfirmBody(
  token: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> {
  const request = new Request(`${env().APP_URL}/o/${token}`, {
    method: 'POST',
    body,
    headers: {
      origin: env().APP_URL,
      [socketAddressHeader]: '192.0.2.1',
      'user-agent': 'Phone/1',
      ...headers,
    },
  });
  return POST(request, contextOf(token));
}
