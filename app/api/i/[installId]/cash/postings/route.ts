import { PostingListQuery, readPostings } from '@/lib/cash/read-cash-book.server';
import { readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns one page of the postings (groups of cash entries that were recorded together), the newest first. */
export const GET = readRoute('see_cash', async (context, request) =>
  readPostings(context, PostingListQuery.parse(Object.fromEntries(new URL(request.url).searchParams))),
);
