import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/**
 * Query parameters of the GET request. They have no search text `q`, because a URL must not contain a customer's phone
 * or name.
 */
const UrlQuery = QuoteListQuery.omit({ q: true });

/** Returns one page of the list of quotes, without a search. */
export const GET = readRoute('read', async (context, request) => {
  const query = UrlQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return listQuotes(context, { ...query, q: '' });
});

/**
 * Returns one page of the list of quotes that match a search. The search text can be a customer's phone or name, so it
 * is posted in the body and not in the URL. This request changes no data.
 */
export const POST = readRoute('read', async (context, request) => {
  if (!isOwnOrigin(request.headers)) return answer(403, 'foreign_origin');
  return listQuotes(context, QuoteListQuery.parse(await request.json().catch(() => null)));
});
