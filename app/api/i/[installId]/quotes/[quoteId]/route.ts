import { QuoteId } from '@/lib/quotes/quote-commands';
import { readQuote } from '@/lib/quotes/read-quote.server';
import { answer, readRoute } from '@/app/api/i/[installId]/read-route';

/** Returns one quote with all its details. */
export const GET = readRoute<{ installId: string; quoteId: string }>(
  'read',
  async (context, _, { quoteId }) => {
    const id = QuoteId.safeParse(quoteId);
    return (id.success ? await readQuote(context, id.data) : null) ?? answer(404, 'not_found');
  },
);
