import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { isOwnOrigin } from '@/lib/system/http/origin';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/** A URL may have no search text, so this one has no `q`. */
const UrlQuery = QuoteListQuery.omit({ q: true });

/** Returns a page of the quotes. */
export const GET = readRoute(async (context, request) => {
  const query = UrlQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return listQuotes(context, { ...query, q: '' });
});

/** The same with a search, which can be a customer's phone or name. It reads only, as GET does. */
export const POST = readRoute(async (context, request) => {
  if (!isOwnOrigin(request.headers)) return answer(403, 'foreign_origin');
  return listQuotes(context, QuoteListQuery.parse(await request.json().catch(() => null)));
});
