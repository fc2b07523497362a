import { listQuotes, QuoteListQuery } from '@/lib/quotes/list-quotes.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns a page of the quotes. */
export const GET = readRoute(async (context, request) =>
  listQuotes(context, QuoteListQuery.parse(Object.fromEntries(new URL(request.url).searchParams))),
);
